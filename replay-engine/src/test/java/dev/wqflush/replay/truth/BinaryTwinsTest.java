package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The replay of a recording and of its report: the same walks and flushes, and the kernel's counters where it has some.
 */
class BinaryTwinsTest {
    @TestFactory
    List<DynamicTest> recordingAndReportAreReplayedAlike() throws IOException {
        Path captured = Captures.folderOrSkip();
        List<DynamicTest> tests = new ArrayList<>();
        for (String machine : List.of("bin-k61-8x16", "bin2-k61-8x16", "bin-k73v2-8x16", "lost-k73v2-8x16")) {
            Path folder = captured.resolve(machine);
            try (Stream<Path> files = Files.list(folder)) {
                for (Path report : files.sorted().toList()) {
                    String name = report.getFileName().toString();
                    if (name.endsWith(".report.txt.gz")) {
                        String scenario = name.substring(0, name.indexOf('.'));
                        tests.add(DynamicTest.dynamicTest(
                                machine + "/" + scenario, () -> check(folder, scenario)));
                    }
                }
            }
        }
        assertThat(tests).hasSize(18);
        return tests;
    }

    private static void check(Path folder, String scenario) throws IOException {
        Topology topology = TopologyJson.parse(Files.readString(folder.resolve("topology.json")));
        ReplayResult binary = Replays.of(TraceSource.file(folder.resolve(scenario + ".dat.gz")), topology);
        ReplayResult text = Replays.of(TraceSource.file(folder.resolve(scenario + ".report.txt.gz")), topology);

        assertThat(walks(binary)).containsExactlyElementsOf(walks(text));
        assertThat(flushes(binary)).containsExactlyElementsOf(flushes(text));
        assertThat(binary.walks()).isNotEmpty();
        Path counters = folder.resolve(scenario + ".walks.tsv");
        if (Files.exists(counters)) {
            Score score = Score.of(binary, TruthWalk.parse(Files.readAllLines(counters)), false);
            Score ofText = Score.of(text, TruthWalk.parse(Files.readAllLines(counters)), false);
            assertThat(List.of(score.matched, score.legacy, score.extra, score.list))
                    .as("%s", score.misses)
                    .isEqualTo(List.of(ofText.matched, ofText.legacy, ofText.extra, ofText.list));
            System.err.println(scenario + " " + score.walks + " " + score.matched + " " + score.legacy + " "
                    + score.extra + " " + score.list);
        }
    }

    private static List<String> walks(ReplayResult result) {
        return result.walks().stream()
                .map(walk -> result.workqueues().get(walk.workqueue()).name() + " " + walk.task() + " " + walk.cpu()
                        + " " + walk.kind() + " " + walk.flushColour() + " " + walk.workColour() + " "
                        + walk.armedAny() + " " + walk.counts())
                .toList();
    }

    private static List<String> flushes(ReplayResult result) {
        return result.flushes().stream()
                .map(flush -> result.workqueues().get(flush.workqueue()).name() + " " + flush.task() + " " + flush.cpu()
                        + " " + flush.path() + " " + flush.colour() + " " + flush.walks())
                .toList();
    }
}
