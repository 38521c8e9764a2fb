package dev.wqflush.cli.command;

import dev.wqflush.cli.report.Report;
import dev.wqflush.parsers.diag.WqflushException;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.LineCursor;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.verdict.VerdictClass;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a small part of a capture that gets the same verdict: same class, same grade, same deciding workqueue (see
 * {@link Deciding}); numbers may differ. It takes fewer and fewer episodes of the deciding workqueue's flushes - some
 * alone, else halves, quarters and so on - and analyses what is left each time, at most {@link #MOST_TRIALS} times,
 * first with the lines that concern them alone, then with all lines within them, last with all between the first and
 * the last, for what is left out between them is loss; so the result is verified, and small, but need not be the
 * smallest there is. Nothing grows with the capture but a bit for each line.
 */
final class Extraction {
    private static final int MOST_TRIALS = 32;

    /** Episodes tried alone, less one. */
    private static final int MOST_ALONE = 8;

    /** Which lines of episodes are taken. */
    private enum Extent {
        CONCERNED,
        EVERYTHING,
        STRETCH
    }

    /** Looks at a part as at the whole. */
    interface Analyser extends Function<Input, Report> {}

    private final CaptureReading reading;
    private final Analyser analyser;
    private final Deciding wanted;
    private final boolean ends;
    private int trials;

    /**
     * Prepares.
     *
     * @param whole the report of the whole capture
     * @param analyser analyses with the same options
     */
    Extraction(CaptureReading reading, Report whole, Analyser analyser) {
        this.reading = reading;
        this.analyser = analyser;
        this.wanted = Deciding.of(whole);
        VerdictClass verdictClass = wanted.verdictClass();
        // These two weigh waiting against the span of the capture.
        this.ends = verdictClass == VerdictClass.HEALTHY || verdictClass == VerdictClass.STUCK;
    }

    /** What has to stay the same. */
    Deciding wanted() {
        return wanted;
    }

    /** The episodes of the deciding workqueue that hold a reported flush. */
    List<Episode> episodes(ReplayResult whole, ReplayResult reported) {
        Set<Integer> chosen =
                reported.flushes().stream().map(FlushResult::number).collect(Collectors.toSet());
        List<FlushResult> flushes = whole.flushes().stream()
                .filter(flush -> flush.workqueue() == wanted.index())
                .toList();
        return Episode.of(flushes).stream()
                .filter(episode -> flushes.stream()
                        .anyMatch(flush -> chosen.contains(flush.number()) && episode.holds(flush.startNanos())))
                .toList();
    }

    /** The smallest part found; the whole capture if no part that was tried gets the same verdict. */
    Excerpt smallest(List<Input> files, List<Episode> episodes) throws IOException {
        for (Extent extent : Extent.values()) {
            trials = 0;
            Excerpt found = shrunk(part(files, episodes, extent), episodes, extent);
            if (found != null) {
                return found;
            }
        }
        return write(files, null, -1);
    }

    /**
     * Takes episodes away while the verdict stays the same: all but one, or else halves, quarters and so on.
     *
     * @return null if neither all nor one alone get the same verdict
     */
    private @Nullable Excerpt shrunk(Excerpt all, List<Episode> episodes, Extent extent) throws IOException {
        Excerpt best = all;
        boolean same = isSame(all);
        List<Episode> left = episodes;
        List<List<Episode>> candidates = alone(left);
        int parts = 1;
        while (left.size() > 1 && trials < MOST_TRIALS) {
            List<Episode> before = left;
            for (int i = 0; i < candidates.size() && trials < MOST_TRIALS && left.equals(before); i++) {
                Excerpt smaller = part(List.of(input(best)), candidates.get(i), extent);
                if (isSame(smaller)) {
                    best.close();
                    best = smaller;
                    same = true;
                    left = candidates.get(i);
                    parts = Math.max(2, i < parts ? 2 : parts - 1);
                } else {
                    smaller.close();
                }
            }
            if (left.equals(before)) {
                if (!same || parts >= left.size()) {
                    break;
                }
                parts = Math.min(2 * parts, left.size());
            }
            candidates = parts(left, parts);
        }
        if (!same) {
            best.close();
            return null;
        }
        return best;
    }

    /** Some of the episodes, each alone: from the shortest to the longest, evenly spread. */
    private static List<List<Episode>> alone(List<Episode> episodes) {
        List<Episode> byLength = episodes.stream()
                .sorted(Comparator.comparingLong(Episode::nanos))
                .toList();
        int last = byLength.size() - 1;
        return IntStream.rangeClosed(0, Math.min(last, MOST_ALONE))
                .map(i -> last <= MOST_ALONE ? i : i * last / MOST_ALONE)
                .mapToObj(i -> List.of(byLength.get(i)))
                .toList();
    }

    /** The episodes cut into so many parts: each part, then all but each. */
    private static List<List<Episode>> parts(List<Episode> episodes, int count) {
        List<List<Episode>> parts = new ArrayList<>();
        List<List<Episode>> rests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int from = i * episodes.size() / count;
            int to = (i + 1) * episodes.size() / count;
            parts.add(episodes.subList(from, to));
            List<Episode> rest = new ArrayList<>(episodes.subList(0, from));
            rest.addAll(episodes.subList(to, episodes.size()));
            rests.add(rest);
        }
        if (count > 2) {
            parts.addAll(rests);
        }
        return parts;
    }

    private Excerpt part(List<Input> files, List<Episode> episodes, Extent extent) throws IOException {
        return write(files, lines(files, episodes, extent), episodes.size());
    }

    private boolean isSame(Excerpt part) {
        trials++;
        try {
            return Deciding.of(analyser.apply(input(part))).isSameAs(wanted);
        } catch (WqflushException e) {
            return false; // too little to be taken for a trace
        }
    }

    private static Input input(Excerpt part) {
        String name = part.file().toString();
        return new Input(name, part.file(), () -> TraceSource.file(part.file()));
    }

    private BitSet lines(List<Input> files, List<Episode> episodes, Extent extent) {
        RelevantLines lines = new RelevantLines(
                extent == Extent.STRETCH ? Episode.stretch(episodes) : episodes,
                wanted.workqueue(),
                extent != Extent.CONCERNED,
                ends);
        long first = 0;
        for (Input file : files) {
            lines.fileBegins(Math.toIntExact(first));
            first += reading.scan(file, lines).linesRead();
        }
        return lines.lines();
    }

    /**
     * Writes lines as they are.
     *
     * @param lines from 1 over all files, null for all
     */
    private static Excerpt write(List<Input> files, @Nullable BitSet lines, int episodes) throws IOException {
        Path file = Files.createTempFile("wqflush", ".txt");
        file.toFile().deleteOnExit();
        long written = 0;
        int number = 0;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (Input input : files) {
                try (ByteWindow window = input.source().open()) {
                    LineCursor cursor = new LineCursor(window);
                    while (cursor.next()) {
                        number++;
                        if (lines == null || lines.get(number)) {
                            write(cursor, out);
                            written++;
                        }
                    }
                }
            }
        }
        return new Excerpt(file, written, episodes);
    }

    private static void write(LineCursor cursor, OutputStream out) throws IOException {
        boolean dos = cursor.end() < cursor.bufferedTo() && cursor.bytes()[cursor.end()] == '\r';
        out.write(cursor.bytes(), cursor.start(), cursor.end() - cursor.start() + (dos ? 1 : 0));
        out.write('\n');
    }
}
