package dev.wqflush.fuzz;

import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.parsers.api.TraceFormat;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.diag.WqflushException;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.input.TraceSource;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Jazzer's target: any bytes, read by one format whatever they look like, or by the format that is detected. Nothing
 * but a {@link WqflushException} may be thrown, a problem's place lies within the input, and bytes that trickle in say
 * what they say at once.
 */
public final class FormatFuzzer {
    /** System property with the id of a format; {@code any} for the one that is detected, compressed or not. */
    private static final String READER = "wqflush.fuzz.reader";

    private static final String ANY = "any";

    /** Null where formats are detected. */
    private static final @Nullable TraceFormat FORMAT = format(System.getProperty(READER, ANY));

    /** What must not depend on how the bytes come; null counts stand for a refusal. */
    private record Result(@Nullable Map<String, Long> events, long lines, long skipped, long lost) {
        static final Result REFUSED = new Result(null, 0, 0, 0);
    }

    private FormatFuzzer() {}

    /** Called by Jazzer first: loads and instruments most classes, which counts as no input's time. */
    public static void fuzzerInitialize() {
        fuzzerTestOneInput(new byte[] {'x', '\n'});
    }

    /** Called by Jazzer with each input. */
    public static void fuzzerTestOneInput(byte[] input) {
        Result atOnce = read(TraceSource.bytes(input, "input"), input.length);
        Result trickled = read(TraceSource.stream(new Trickle(input), "input"), input.length);
        if (!atOnce.equals(trickled)) {
            throw new IllegalStateException("at once: " + atOnce + ", trickled: " + trickled);
        }
    }

    private static Result read(TraceSource source, int length) {
        try (TraceReader reader = FORMAT == null ? TraceFormats.open(source) : FORMAT.open(source.open())) {
            ReadStatistics statistics = reader.read(new EventSink() {});
            if (FORMAT != null) { // what is compressed has other places than the input
                for (ReadProblem problem : statistics.problems().examples()) {
                    checkPlace(problem, length);
                }
            }
            return new Result(
                    statistics.eventsByName(),
                    statistics.linesRead(),
                    statistics.linesSkipped(),
                    statistics.lostEvents());
        } catch (WqflushException expected) {
            return Result.REFUSED;
        }
    }

    private static void checkPlace(ReadProblem problem, int length) {
        if (problem.line() < 0 || problem.line() > length + 1L) {
            throw new IllegalStateException("place beyond " + length + " bytes: " + problem);
        }
    }

    private static @Nullable TraceFormat format(String id) {
        if (id.equals(ANY)) {
            return null;
        }
        return TraceFormats.all().stream()
                .filter(format -> format.descriptor().id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no reader " + id + "; there are "
                        + TraceFormats.all().stream()
                                .map(format -> format.descriptor().id())
                                .toList() + " and " + ANY));
    }

    /** Gives a few bytes at a time. */
    private static final class Trickle extends FilterInputStream {
        private static final int PIECE = 7;

        Trickle(byte[] input) {
            super(new ByteArrayInputStream(input));
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return super.read(target, offset, Math.min(length, PIECE));
        }
    }
}
