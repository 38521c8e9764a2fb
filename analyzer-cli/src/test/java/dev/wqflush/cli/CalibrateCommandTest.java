package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code calibrate} and {@code --costs} as a user calls them. */
class CalibrateCommandTest {
    @TempDir
    Path folder;

    private String capture = "";
    private String topology = "";

    @BeforeEach
    void simulate() {
        capture = folder.resolve("run.txt").toString();
        topology = capture + ".topology.json";
        Outcome.of("simulate", "--workqueue", "percpu", "--model", "legacy-v2", "--flushes", "100", "--write", capture);
    }

    @Test
    void whatIsFittedIsUsedAndNamed() throws IOException {
        String costs = folder.resolve("costs.txt").toString();
        assertThat(Outcome.of("calibrate", capture, "--topology", topology, "-o", costs))
                .isEqualTo(new Outcome(0, "", ""));
        assertThat(Files.readString(Path.of(costs)))
                .startsWith("# wqflush costs 1\n")
                .contains("# per-cpu workqueues: ")
                .containsPattern("(?m)^lock_cold +percpu +[0-9.]+ [0-9.]+ [0-9.]+$");
        Outcome analysed = Outcome.of("analyze", capture, "--topology", topology, "--costs", costs, "--json", "-");
        assertThat(analysed.out()).contains("\"source\" : \"" + costs + "\"").contains("\"kind\" : \"calibrated\"");
    }

    @Test
    void whatCannotCarryAFitIsRefused() throws IOException {
        Path idle = Files.writeString(folder.resolve("trace.txt"), Traces.idleFlush(7));
        Outcome refused = Outcome.of("calibrate", idle.toString());
        assertThat(refused.code()).isEqualTo(4);
        assertThat(refused.sentences()).contains("a fit takes at least 20");
        assertThat(Outcome.of("calibrate", folder.resolve("none").toString()).code())
                .isEqualTo(3);
    }

    @Test
    void aFileOfCostsThatIsNoneIsSaid() throws IOException {
        assertThat(Outcome.of("analyze", capture, "--costs", capture).sentences())
                .contains("its first line is not \"# wqflush costs 1\"");
        Path broken = Files.writeString(folder.resolve("costs"), "# wqflush costs 1\n\nlock_cold percpu 3 2 1\n");
        assertThat(Outcome.of("analyze", capture, "--costs", broken.toString()).sentences())
                .contains("line 3 is no price")
                .contains("lock_cold percpu 3 2 1");
        assertThat(Outcome.of("analyze", capture, "--costs", folder.toString()).sentences())
                .contains("cannot be read");
    }
}
