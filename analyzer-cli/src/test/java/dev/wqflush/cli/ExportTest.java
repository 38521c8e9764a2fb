package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.report.ReportSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code analyze} writes for other people's tools, of every shipped capture. */
class ExportTest {
    @TempDir
    private Path folder;

    static List<Path> samples() throws IOException {
        return SampleReportTest.samples();
    }

    /** The table of flushes counts each flush from its entry to its return. */
    @ParameterizedTest
    @MethodSource("samples")
    void foldedStacksAddUpToWhatTheFlushesWaited(Path sample) throws IOException {
        Path table = folder.resolve("flushes.csv");
        Outcome outcome = Outcome.of("analyze", sample.toString(), "--folded", "-", "--flushes", table.toString());
        List<CSVRecord> flushes = rows(table);

        assertThat(outcome.code()).isZero();
        assertThat(outcome.out().lines())
                .isNotEmpty()
                .allMatch(line -> line.matches("[^;]+(;[^;]+){2,3} [1-9][0-9]*"))
                .doesNotHaveDuplicates();
        assertThat(outcome.out().lines().mapToLong(ExportTest::nanos).sum())
                .isEqualTo(sum(flushes, "ns"))
                .isPositive();
        assertThat(outcome.out()
                        .lines()
                        .filter(line -> line.contains(";walk "))
                        .mapToLong(ExportTest::nanos)
                        .sum())
                .isEqualTo(sum(flushes, "walk_ns"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aPerfettoTraceHoldsEveryFlushAndWalkOnTracksThatNest(Path sample) throws IOException {
        Path table = folder.resolve("flushes.csv");
        Path walks = folder.resolve("walks.csv");
        Outcome outcome = Outcome.of(
                "analyze",
                sample.toString(),
                "--perfetto",
                "-",
                "--flushes",
                table.toString(),
                "--walks",
                walks.toString());
        TraceEvents events = TraceEvents.of(outcome.out());
        List<CSVRecord> flushes = rows(table);
        List<String> walkNumbers =
                rows(walks).stream().map(row -> row.get("walk")).distinct().toList();

        assertThat(outcome.code()).isZero();
        assertThat(ReportSchema.traceEventViolations(outcome.out())).isEmpty();
        assertThat(events.misplaced()).isEmpty();
        assertThat(events.named("flush "))
                .extracting(TraceEvents.Event::nanos)
                .containsExactlyElementsOf(flushes.stream()
                        .map(row -> Long.parseLong(row.get("ns")))
                        .toList());
        assertThat(events.named("flush "))
                .extracting(TraceEvents.Event::startNanos)
                .containsExactlyElementsOf(flushes.stream()
                        .map(row -> new BigDecimal(row.get("start_s"))
                                .movePointRight(9)
                                .longValueExact())
                        .toList());
        assertThat(events.named("walk ")).hasSameSizeAs(walkNumbers);
        for (String part : List.of("mutex", "walk", "items", "wakeup", "other")) {
            assertThat(events.exactly(part).stream()
                            .mapToLong(TraceEvents.Event::nanos)
                            .sum())
                    .as(part)
                    .isEqualTo(sum(flushes, part + "_ns"));
        }
        assertThat(events.tracksWithoutName()).isEmpty();
        assertThat(events.counterValues()).isNotEmpty().allMatch(value -> value >= 0);
        assertThat(events.lastCounterValues()).isNotEmpty().containsOnly(0L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--folded", "--perfetto", "--markdown"})
    void anExportNeverReplacesAnInput(String option) throws IOException {
        Path capture = folder.resolve("trace.txt");
        Files.writeString(capture, Traces.idleFlush(1));
        String before = Files.readString(capture);
        Outcome outcome = Outcome.of("analyze", capture.toString(), option, capture.toString());

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.sentences()).contains(option, "this is also an input");
        assertThat(Files.readString(capture)).isEqualTo(before);
    }

    private static long nanos(String stack) {
        return Long.parseLong(stack.substring(stack.lastIndexOf(' ') + 1));
    }

    private static long sum(List<CSVRecord> rows, String column) {
        return rows.stream().mapToLong(row -> Long.parseLong(row.get(column))).sum();
    }

    private static List<CSVRecord> rows(Path table) throws IOException {
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (CSVParser parser = CSVParser.parse(Files.readString(table), format)) {
            return parser.stream().toList();
        }
    }
}
