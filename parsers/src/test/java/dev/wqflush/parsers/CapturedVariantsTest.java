package dev.wqflush.parsers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.input.TraceSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The same load printed in every way that a kernel offers: counts are those of the captures' own index. */
class CapturedVariantsTest {
    /** Variants whose lines the index's way of counting did not match; the reader must find events all the same. */
    private static final List<String> NOT_COUNTED_BY_INDEX =
            List.of("var_latency", "var_verbose", "var_noctx", "var_fprobe", "var_function", "var_fgraph_flush");

    @TestFactory
    List<DynamicTest> kernel61() throws IOException {
        return variants("captured/var-k61-8x16");
    }

    @TestFactory
    List<DynamicTest> kernel73() throws IOException {
        return variants("captured/var-k73v2-8x16");
    }

    private static List<DynamicTest> variants(String folder) throws IOException {
        Path index = Reading.shared(folder + "/INDEX.tsv");
        List<DynamicTest> tests = new ArrayList<>();
        for (List<String> cells : rows(index)) {
            tests.add(DynamicTest.dynamicTest(
                    cells.get(0), () -> check(index.resolveSibling(cells.get(0) + ".txt.gz"), cells)));
        }
        return tests;
    }

    /** The cells of a table without its header. */
    private static List<List<String>> rows(Path table) throws IOException {
        return Files.readAllLines(table).stream()
                .skip(1)
                .map(row -> List.of(row.split("\t", -1)))
                .toList();
    }

    private static void check(Path file, List<String> cells) {
        Reading reading = Reading.of(TraceSource.file(file));
        String name = cells.get(0);
        int lines = Integer.parseInt(cells.get(2));

        assertThat(reading.statistics().linesRead()).isEqualTo(lines);
        assertThat(reading.statistics().truncated()).isFalse();
        if (name.equals("var_raw")) {
            assertThat(reading.statistics().linesSkipped()).isEqualTo(lines - 12);
            return;
        }
        assertThat(reading.statistics().linesSkipped()).isZero();
        EventLog log = reading.log();
        if (!NOT_COUNTED_BY_INDEX.contains(name)) {
            assertThat(List.of(log.count("queued"), log.count("flush"), log.count("walk"), log.count("walked")))
                    .containsExactlyElementsOf(
                            cells.subList(3, 7).stream().map(Integer::valueOf).toList());
        }
        if (List.of("var_latency", "var_verbose", "var_noctx").contains(name)) {
            assertThat(log.count("queued")).isPositive();
            assertThat(log.count("flush")).isEqualTo(29).isEqualTo(log.count("flushed"));
            assertThat(log.count("walk")).isPositive().isEqualTo(log.count("walked"));
        }
        if (List.of("var_function", "var_fgraph_flush").contains(name)) {
            assertThat(log.count("flush")).isEqualTo(29);
        }
        String walks = cells.get(7);
        if (name.equals("var_function") && !walks.isEmpty()) {
            assertThat(log.count("walk")).isEqualTo(Integer.valueOf(walks));
        }
    }

    /** Lock cycles that the graph shows within walks are those that another program counted. */
    @Test
    void lockCyclesOfGraphs() throws IOException {
        for (String capture : List.of("k61-8x16/graph_pc", "k612-8x16/graph_ub", "k612-4x128/graph_xfs")) {
            Path truth = Reading.shared("captured/" + capture + ".graph.tsv");
            int cycles = rows(truth).stream()
                    .mapToInt(row -> Integer.parseInt(row.get(4)))
                    .sum();
            Reading reading = Reading.of(TraceSource.file(Reading.shared("captured/" + capture + ".txt.gz")));

            assertThat(reading.log().count("lock")).as(capture).isEqualTo(cycles);
        }
    }

    @Test
    void reportsOfTraceCmdAreUnderstoodToTheLastLine() {
        for (String capture : List.of("bin2-k61-8x16/tc_graph", "bin2-k61-8x16/tc_func", "lost-k73v2-8x16/lost_tc")) {
            Reading reading = Reading.of(TraceSource.file(Reading.shared("captured/" + capture + ".report.txt.gz")));

            assertThat(reading.statistics().linesSkipped()).as(capture).isZero();
            assertThat(reading.log().lines()).as(capture).contains("configured 16");
            assertThat(reading.log().count("flush")).as(capture).isPositive();
            // where the graph runs too, its trampoline stands for the return address
            String callSite = capture.endsWith("tc_graph") ? "-" : "0x.*";
            assertThat(reading.log().lines())
                    .as(capture)
                    .anyMatch(line -> line.matches("walked [01] " + callSite + " -1 by PROBE"));
        }
    }

    @Test
    void marksOfLoss() {
        Reading reading =
                Reading.of(TraceSource.file(Reading.shared("captured/lost-k73v2-8x16/lost_pipe_gaps.txt.gz")));

        assertThat(reading.statistics().lostEvents()).isEqualTo(253);
        assertThat(reading.log().lines())
                .filteredOn(line -> line.startsWith("lost "))
                .hasSize(3);
    }
}
