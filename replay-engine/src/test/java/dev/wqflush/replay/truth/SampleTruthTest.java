package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The replay of the captures in {@code sample-traces} against the kernel's own counters, in any checkout. */
class SampleTruthTest {
    /** Smallest share of walks whose active list counts are right at input levels 1, 2 and 3. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "bh-8-of-8, 90, 90, 90",
        "cancelled-items-8-of-16, 100, 100, 100",
        "cascade-active-list-8-of-16, 100, 99, 99",
        "idle-4-of-192, 100, 100, 100",
        "ordered-highpri-reclaim-8-of-16, 95, 93, 93",
        "overflow-and-cascade-8-of-16, 97, 97, 97",
        "xfs-log-force-4-of-192, 96, 95, 95",
        "xfs-log-force-4-of-4, 98, 98, 97"
    })
    void walksEqualTheKernelsCounters(String sample, double level1, double level2, double level3) throws IOException {
        double[] expected = {level1, level2, level3};
        List<TruthWalk> truth = TruthWalk.parse(lines(sample, "walks.tsv"));
        List<Figure> figures = List.of(Figure.KIND, Figure.EXTRA, Figure.LEGACY, Figure.LIST);
        replays(sample, List.of(1, 2, 3)).forEach((level, result) -> {
            Score score = Score.of(result, truth, false);
            String row = new Table(figures).row("level " + level, score) + "\n" + score.misses;
            assertThat(score.matched).as(row).isEqualTo(score.walks);
            assertThat(score.legacy).as(row).isEqualTo(score.walks);
            assertThat(score.extra).as(row).isZero();
            assertThat(Figure.LIST.of(score)).as(row).isGreaterThanOrEqualTo(expected[level - 1]);
        });
    }

    /** The lock cycles of a coalescing walk need the pods, which the items show. */
    @ParameterizedTest
    @ValueSource(
            strings = {"cascade-active-list-8-of-16", "overflow-and-cascade-8-of-16", "ordered-highpri-reclaim-8-of-16"
            })
    void podsLearnedFromTheTraceGiveTheKernelsLockCycles(String sample) throws IOException {
        List<TruthWalk> truth = TruthWalk.parse(lines(sample, "walks.tsv"));
        Topology told = Capture.cpusOf(topology(sample));
        replays(sample, told, List.of(1, 3, 5)).forEach((level, result) -> {
            Score score = Score.of(result, truth, false);
            assertThat(score.legacy).as(sample + " level " + level).isEqualTo(score.matched);
            assertThat(result.findings()).extracting(Finding::id).contains("pools-learned");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "xfs-log-force-4-of-192, overflow-and-cascade-8-of-16",
        "xfs-log-force-4-of-4, xfs-log-force-4-of-192",
        "overflow-and-cascade-8-of-16, xfs-log-force-4-of-4",
        "overflow-and-cascade-8-of-16, bh-8-of-8"
    })
    void theTopologyOfAnotherMachineIsNoticed(String sample, String other) throws IOException {
        for (int level : List.of(1, 5)) {
            assertThat(findings(sample, sample, level)).doesNotContain("topology-contradicted");
            assertThat(findings(sample, other, level)).contains("topology-contradicted");
        }
    }

    private static List<String> findings(String sample, String described, int level) throws IOException {
        return replays(sample, topology(described), List.of(level)).values().stream()
                .flatMap(result -> result.findings().stream())
                .map(Finding::id)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"graph-percpu-8-of-16", "graph-unbound-4-of-128"})
    void lockCyclesEqualFunctionGraphs(String sample) throws IOException {
        GraphTruth truth = new GraphTruth();
        truth.add(
                sample,
                lines(sample, "graph.tsv"),
                replays(sample, List.of(1)).values().iterator().next());
        assertThat(truth.misses).isEmpty();
        assertThat(truth.walks).isPositive();
    }

    private static SortedMap<Integer, ReplayResult> replays(String sample, List<Integer> levels) throws IOException {
        return replays(sample, topology(sample), levels);
    }

    private static Topology topology(String sample) throws IOException {
        return TopologyJson.parse(String.join("\n", lines(sample, "topology.json")));
    }

    private static SortedMap<Integer, ReplayResult> replays(String sample, Topology topology, List<Integer> levels)
            throws IOException {
        try (InputStream trace = open(sample, "trace.txt.gz")) {
            return Replays.of(TraceSource.stream(trace, sample), topology, levels);
        }
    }

    static List<String> lines(String sample, String file) throws IOException {
        try (InputStream in = open(sample, file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    static InputStream open(String sample, String file) {
        String resource = "/sample-traces/" + sample + "/" + file;
        return Objects.requireNonNull(SampleTruthTest.class.getResourceAsStream(resource), resource);
    }
}
