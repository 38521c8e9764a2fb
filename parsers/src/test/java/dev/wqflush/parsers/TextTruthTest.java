package dev.wqflush.parsers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.input.TraceSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Events by name of the public text captures and of perf's text are those that other programs counted. */
class TextTruthTest {
    /** Truth was counted by lines of an event's shape, which these lines of system calls do not have. */
    private static final String SYSTEM_CALLS = "tracecompass.ftrace_syscalls.txt";

    /** Truth wants a name before the process; one of the six has none. */
    private static final String NAMELESS = "perfview.corner_case_process_names.perf-script.txt";

    /** Printed without times. */
    private static final String TIMELESS = "flamegraph.perf-js-stacks-01.txt";

    @TestFactory
    List<DynamicTest> publicCaptures() throws IOException {
        Path truths = Reading.shared("public/truth");
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(truths.resolveSibling("files"))) {
            for (Path file : files.sorted().toList()) {
                List<String[]> truth = rows(truths.resolve(file.getFileName() + ".tsv"));
                if (isText(truth) && !file.endsWith(TIMELESS)) {
                    tests.add(DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file, truth)));
                }
            }
        }
        return tests;
    }

    private static void check(Path file, List<String[]> truth) {
        Map<String, Long> expected = new TreeMap<>();
        for (String[] cells : truth) {
            if (cells[0].equals("event")) {
                expected.put(cells[1], Long.valueOf(cells[2]));
            }
        }
        if (file.endsWith(NAMELESS)) {
            expected.merge("event_name", 1L, Long::sum);
        }
        Map<String, Long> found = new TreeMap<>(eventsOf(file));
        if (file.endsWith(SYSTEM_CALLS)) {
            found.keySet().removeIf(name -> name.startsWith("sys_"));
        }

        assertThat(found).isEqualTo(expected);
    }

    private static boolean isText(List<String[]> truth) {
        return truth.stream()
                .anyMatch(cells -> cells[1].equals("format")
                        && (cells[2].startsWith("text ") || cells[2].equals("systrace html")));
    }

    @TestFactory
    List<DynamicTest> textsOfPerf() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String folder : List.of("bin2-k61-8x16", "bin-k73v2-8x16")) {
            Path counts = Reading.shared("captured/" + folder + "/COUNTS.tsv");
            Map<String, Map<String, Long>> expected = new TreeMap<>();
            for (String[] cells : rows(counts)) {
                if (cells[1].startsWith("perf script") && !cells[2].equals("(none)")) {
                    expected.computeIfAbsent(cells[0], file -> new TreeMap<>()).put(cells[2], Long.valueOf(cells[3]));
                }
            }
            expected.forEach((file, events) -> {
                Path text = counts.resolveSibling(file.replace(".perf.data.gz", ".perf-script.txt.gz"));
                tests.add(DynamicTest.dynamicTest(
                        folder + "/" + file,
                        () -> assertThat(new TreeMap<>(eventsOf(text))).isEqualTo(events)));
            });
        }
        assertThat(tests).isNotEmpty();
        return tests;
    }

    private static Map<String, Long> eventsOf(Path file) {
        return Reading.of(TraceSource.file(file)).statistics().eventsByName();
    }

    private static List<String[]> rows(Path table) throws IOException {
        return Files.readAllLines(table, StandardCharsets.ISO_8859_1).stream()
                .map(row -> row.split("\t", -1))
                .toList();
    }
}
