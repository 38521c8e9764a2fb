package dev.wqflush.parsers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.input.TraceSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Files of trace-cmd against what its own report says of them: how many of which events, and each event. */
class CapturedBinariesTest {
    private static final List<String> MACHINES =
            List.of("bin-k61-8x16", "bin2-k61-8x16", "bin-k73v2-8x16", "lost-k73v2-8x16");

    /** {@code event name count} among rows of other kinds. */
    @TestFactory
    List<DynamicTest> countsOfPublicFiles() throws IOException {
        Path files = Reading.shared("public/files");
        List<DynamicTest> tests = new ArrayList<>();
        for (Path file : list(files, ".*\\.(raw_trace|trace|trace_\\w+|sched_\\w+_trace)\\.dat(\\.gz)?")) {
            Path truth = files.resolveSibling("truth").resolve(file.getFileName() + ".tsv");
            Map<String, Long> expected = new TreeMap<>();
            for (String row : Files.readAllLines(truth)) {
                String[] cells = row.split("\t", -1);
                if (cells[0].equals("event")) {
                    expected.put(cells[1], Long.valueOf(cells[2]));
                }
            }
            tests.add(test(
                    file.getFileName().toString(),
                    () -> assertThat(Reading.of(TraceSource.file(file))
                                    .statistics()
                                    .eventsByName())
                            .containsExactlyInAnyOrderEntriesOf(expected)));
        }
        assertThat(tests).hasSizeGreaterThanOrEqualTo(8);
        return tests;
    }

    /**
     * The report has microseconds, rounded, and no flags; its events by name were also counted without this program.
     */
    @TestFactory
    List<DynamicTest> ourCapturesSayWhatTheirReportsSay() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String machine : MACHINES) {
            Path folder = Reading.shared("captured/" + machine);
            for (Path file : list(folder, "(?!pf_).*\\.dat\\.gz")) {
                String name = file.getFileName().toString();
                tests.add(test(machine + "/" + name, () -> {
                    Reading binary = Reading.of(TraceSource.file(file));
                    EventLog report = Reading.of(
                                    TraceSource.file(file.resolveSibling(name.replace(".dat.gz", ".report.txt.gz"))))
                            .log();
                    assertThat(binary.statistics().eventsByName())
                            .containsExactlyInAnyOrderEntriesOf(counts(folder.resolve("COUNTS.tsv"), name));
                    assertThat(binary.statistics().problems().examples()).isEmpty();
                    assertThat(binary.log().lines().stream().filter(line -> !line.startsWith("kernel ")))
                            .containsExactlyElementsOf(report.lines());
                    assertThat(binary.log().contexts().stream().map(CapturedBinariesTest::rounded))
                            .containsExactlyElementsOf(report.contexts().stream()
                                    .map(CapturedBinariesTest::rounded)
                                    .toList());
                }));
            }
        }
        assertThat(tests).hasSize(18);
        return tests;
    }

    /** Rows {@code file tool event count} of a file. */
    private static Map<String, Long> counts(Path table, String file) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (String row : Files.readAllLines(table)) {
            String[] cells = row.split("\t", -1);
            if (cells[0].equals(file)) {
                counts.put(cells[2], Long.valueOf(cells[3]));
            }
        }
        return counts;
    }

    /** Time in microseconds, CPU, task. */
    private static String rounded(String context) {
        String[] words = context.split(" cpu | (?=\\S+ -?\\d+ line \\d+$)", -1);
        return (Long.parseLong(words[0]) + 500) / 1_000 + " " + words[1];
    }

    private static DynamicTest test(String name, org.junit.jupiter.api.function.Executable check) {
        return DynamicTest.dynamicTest(name, check);
    }

    private static List<Path> list(Path folder, String names) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(names))
                    .sorted()
                    .toList();
        }
    }
}
