package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.report.ReportSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code analyze --closed-loop} as a user calls it. */
class ClosedLoopOptionTest {
    private static final Pattern RATES = Pattern.compile(
            "\"active_list_per_s\" : \\{\\s+\"low\" : (\\d+)\\S*\\s+\"base\" : (\\d+)\\S*\\s+\"high\" : (\\d+)");

    @TempDir
    Path folder;

    private String run = "";

    @BeforeEach
    void simulate() {
        run = folder.resolve("run.txt").toString();
        String[] arguments = {
            "simulate", "--workqueue", "percpu", "--model", "legacy-v2", "--flushes", "500", "--write", run
        };
        assertThat(Outcome.of(arguments).code()).isZero();
    }

    @Test
    void throughputIsToldNowAndThenWithItsAssumption() {
        String text = Outcome.of("analyze", run, "--topology", run + ".topology.json", "--closed-loop")
                .out()
                .replaceAll("\\s+", " ");
        assertThat(text)
                .contains("closed loop each task keeps its pauses and its items")
                .containsPattern("wqsim_percpu: 2[78],\\d00 flushes/s measured, simulated (99|100|101) % of that;"
                        + " active list 1[12]\\d,000 \\(");
    }

    @Test
    void jsonHasItIfAskedAlone() throws IOException {
        String json = Outcome.of("analyze", run, "--topology", run + ".topology.json", "--closed-loop", "--json", "-")
                .out();
        assertThat(ReportSchema.violations(json)).isEmpty();
        Matcher rates = RATES.matcher(json);
        assertThat(rates.find()).isTrue();
        assertThat(Long.parseLong(rates.group(2)))
                .isBetween(Long.parseLong(rates.group(1)), Long.parseLong(rates.group(3)));
        assertThat(Outcome.of("analyze", run, "--json", "-").out()).doesNotContain("closed_loop");
    }

    @Test
    void aSelectionIsDoneAgainAlone() {
        String text = Outcome.of(
                        "analyze",
                        run,
                        "--topology",
                        run + ".topology.json",
                        "--closed-loop",
                        "--from",
                        "100.002",
                        "--to",
                        "100.012")
                .out();
        assertThat(text).containsPattern("wqsim_percpu: 2[6-9],\\d00 flushes/s measured");
    }

    @Test
    void whyThereIsNothingToTellIsSaid() throws IOException {
        Path file = folder.resolve("queued.txt");
        Files.writeString(
                file,
                "# tracer: nop\n#\n#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"
                        + "            bash-12      [001] ..... 5.000001: workqueue_queue_work: work struct=00000000a1000040"
                        + " function=f workqueue=w req_cpu=1 cpu=1\n");
        Outcome outcome = Outcome.of("analyze", file.toString(), "--closed-loop");
        assertThat(outcome.code()).isEqualTo(4);
        assertThat(outcome.out()).contains("closed loop throughput cannot be told: no flush returned");
        String json = Outcome.of("analyze", file.toString(), "--closed-loop", "--json", "-")
                .out();
        assertThat(ReportSchema.violations(json)).isEmpty();
        assertThat(json).contains("\"obstacle\" : \"no flush returned\"");
    }
}
