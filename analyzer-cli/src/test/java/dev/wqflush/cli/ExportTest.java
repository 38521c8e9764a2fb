package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
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
    @ValueSource(strings = {"--folded"})
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
            return parser.stream().collect(Collectors.toList());
        }
    }
}
