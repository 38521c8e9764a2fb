package dev.wqflush.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.report.Report;
import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.cli.terminal.Terminal.Device;
import dev.wqflush.cli.terminal.When;
import dev.wqflush.parsers.input.TraceSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search itself, with a verdict that depends on the text alone. */
class ExtractionTest {
    private static final int FLUSHES = 32;

    private final CaptureReading reading = new CaptureReading(
            new Terminal(
                    new ByteArrayInputStream(new byte[0]),
                    OutputStream.nullOutputStream(),
                    OutputStream.nullOutputStream(),
                    Device.FILE,
                    Device.FILE,
                    StandardCharsets.UTF_8,
                    Map.of()),
            When.NEVER,
            null,
            CaptureReading.Extent.ALL);
    private final AtomicInteger analysed = new AtomicInteger();

    @TempDir
    private Path folder;

    private Path capture = Path.of("");

    @BeforeEach
    void record() throws IOException {
        StringBuilder trace = new StringBuilder("# tracer: nop\n");
        for (int flush = 1; flush <= FLUSHES; flush++) {
            trace.append(String.format(
                    Locale.ROOT,
                    "  sh-7 [000] ..... %d.000000: flush_enter: (__flush_workqueue+0x4/0x580) wq=0xff1 name=\"q\"%n"
                            + "  sh-7 [000] ..... %d.000100: flush_exit: (f+0x1/0x2 <- __flush_workqueue)%n",
                    flush,
                    flush));
        }
        capture = Files.writeString(folder.resolve("capture.txt"), trace);
    }

    @Test
    void whatNeedsTwoEpisodesKeepsTwo() throws IOException {
        String found = smallest(text -> text.contains(" 5.000000") && text.contains(" 30.000000"));

        assertThat(found.lines().filter(line -> line.contains("flush_enter")))
                .hasSizeBetween(2, FLUSHES / 2)
                .anyMatch(line -> line.contains(" 5.000000"))
                .anyMatch(line -> line.contains(" 30.000000"));
    }

    @Test
    void oneEpisodeIsFoundAlone() throws IOException {
        assertThat(smallest(text -> true).lines().filter(line -> line.contains("flush_enter")))
                .hasSize(1);
    }

    @Test
    void whereNoPartWillDoTheWholeIsKept() throws IOException {
        assertThat(smallest(text -> false)).isEqualTo(Files.readString(capture));
    }

    @Test
    void theNumberOfTrialsIsLimited() throws IOException {
        smallest(text ->
                text.lines().filter(line -> line.contains("flush_enter")).count() > 30);

        assertThat(analysed.get()).isBetween(10, 32);
    }

    private String smallest(Predicate<String> same) throws IOException {
        Report whole = report(input(capture));
        Path other =
                Files.writeString(folder.resolve("other.txt"), "# tracer: nop\n  sh-7 [000] ..... 1.000000: x: y\n");
        Report different = report(input(other));
        Extraction extraction = new Extraction(reading, whole, part -> {
            analysed.incrementAndGet();
            return same.test(content(Objects.requireNonNull(part.path()))) ? whole : different;
        });
        List<Episode> episodes = extraction.episodes(
                whole.assessment().result(), whole.assessment().result());
        assertThat(episodes).hasSize(FLUSHES);
        try (Excerpt excerpt = extraction.smallest(List.of(input(capture)), episodes)) {
            return content(excerpt.file());
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Report report(Input input) {
        return Analysis.of(Capture.of(input), AnalysisSettings.usual(reading, null))
                .report();
    }

    private static Input input(Path file) {
        return new Input(file.toString(), file, () -> TraceSource.file(file));
    }
}
