package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.result.ReplayResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings of perf: what the kernel counted, and what perf prints of them. */
class PerfRecordingTest {
    @Test
    void walksAreThoseOfTheKernel() throws IOException {
        Capture capture = Capture.named(Captures.folderOrSkip(), "bin-k73v2-8x16/pf_z");
        List<TruthWalk> walks = TruthWalk.parse(capture.lines("walks.tsv"));

        Replays.of(recording(capture), capture.topology(), List.of(1, 2, 3)).forEach((level, result) -> {
            Score score = Score.of(result, walks, false);
            assertThat(List.of(score.walks, score.matched, score.legacy, score.extra))
                    .as("level %d", level)
                    .containsExactly(138L, 138L, 138L, 0L);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bin-k73v2-8x16/pf_z",
                "bin2-k61-8x16/pf_file",
                "bin2-k61-8x16/pf_g",
                "bin2-k61-8x16/pf_xfs",
                "bin2-k61-8x16/pf_z"
            })
    void recordingAndItsTextAreReplayedAlike(String name) throws IOException {
        Capture capture = Capture.named(Captures.folderOrSkip(), name);
        Path text = capture.folder().resolve(capture.scenario() + ".perf-script.txt.gz");

        List<String> walks = walks(Replays.of(recording(capture), capture.topology()));

        assertThat(walks).isNotEmpty();
        assertThat(walks).isEqualTo(walks(Replays.of(TraceSource.file(text), capture.topology())));
    }

    private static TraceSource recording(Capture capture) {
        return TraceSource.file(capture.folder().resolve(capture.scenario() + ".perf.data.gz"));
    }

    /**
     * Everything but times, which the text cuts to microseconds, and ranges: the recording tells wake-ups by interrupts
     * from those by tasks, which the text does not print, so that it does not take the former for evidence of a task.
     */
    private static List<String> walks(ReplayResult result) {
        return result.walks().stream()
                .map(walk -> result.workqueues().get(walk.workqueue()).name() + " " + walk.kind() + " " + walk.tid()
                        + " " + walk.counts().toString().replaceAll("low=\\d+|high=\\d+", ""))
                .toList();
    }
}
