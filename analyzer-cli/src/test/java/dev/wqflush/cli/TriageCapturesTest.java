package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The triage captures give what their EXPECTED.tsv says, from the trace, from the kernel's log, and from both. */
class TriageCapturesTest {
    private static final Path FOLDER = Path.of("../../shared/traces/captured");
    private static final String DEBIAN = "tri-k61-8x16";

    private static String said(String machine, String... files) {
        Path folder = FOLDER.resolve(machine);
        assumeTrue(Files.isDirectory(folder), "captures are not at hand");
        String[] arguments = new String[files.length + 4];
        arguments[0] = "analyze";
        for (int i = 0; i < files.length; i++) {
            arguments[i + 1] = folder.resolve(files[i]).toString();
        }
        arguments[files.length + 1] = "--topology";
        arguments[files.length + 2] = folder.resolve("topology.json").toString();
        arguments[files.length + 3] = "--verbose";
        return Outcome.of(arguments).out().replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @CsvSource({
        "tri_stuck_item, it waits for wqload_item_fn",
        "tri_stuck_self, wqload_self_fn",
        "tri_stuck_cross, wqload_cross_fn"
    })
    void stuckFromTheTraceTheLogAndBoth(String scenario, String awaited) {
        String trace = said(DEBIAN, scenario + ".txt.gz");
        String log = said(DEBIAN, scenario + ".dmesg.gz");
        String both = said(DEBIAN, scenario + ".txt.gz", scenario + ".dmesg.gz");
        assertThat(trace).startsWith("stuck ").contains(awaited).contains("Grade A, emulated guest");
        assertThat(log).startsWith("stuck ").contains("Grade D");
        assertThat(both).startsWith("stuck ").contains(awaited).contains("Grade A, emulated guest");
    }

    @Test
    void theLogNamesTheItemAndWhatItWaitsFor() {
        assertThat(said(DEBIAN, "tri_stuck_item.dmesg.gz"))
                .contains("wqload/0-1308 was blocked for more than 6 s in a flush")
                .contains("kworker/u33:0-9 runs wqload_item_fn on wql_unbound_single")
                .contains("it sleeps");
    }

    @ParameterizedTest
    @CsvSource({
        "tri_stuck_self, wqload_self_fn on wql_unbound_self and flushes from within: a cycle of one",
        "tri_stuck_cross, kworker/u33:1-58 runs wqload_cross_fn on wql_cross_other"
    })
    void theLogTellsOfCycles(String scenario, String cycle) {
        assertThat(said(DEBIAN, scenario + ".dmesg.gz")).contains(cycle);
    }

    @Test
    void theTraceShowsCyclesAsChains() {
        assertThat(said(DEBIAN, "tri_stuck_self.txt.gz"))
                .contains("a cycle: wqload/0-1317 waits in a flush of wql_unbound_self for wqload_self_fn, run by"
                        + " kworker/u34:1-59, which waits in a flush of wql_unbound_self for wqload_self_fn, the item"
                        + " again");
        assertThat(said(DEBIAN, "tri_stuck_cross.txt.gz"))
                .contains("a cycle: wqload/0-1326 waits in a flush of wql_percpu_cross for wqload_cross_fn, run by"
                        + " kworker/0:0-7, which waits in a flush of wql_cross_other for wqload_cross_fn, run by"
                        + " kworker/u33:1-58, which waits in a flush of wql_percpu_cross for wqload_cross_fn, the item"
                        + " again");
        assertThat(said(DEBIAN, "tri_stuck_item.txt.gz")).doesNotContain("cycle:");
    }

    @ParameterizedTest
    @CsvSource({
        "tri-k61-8x16, tri_slow_device",
        "tri-k61-8x16, tri_slow_1thread",
        "tri-k73v2-8x16, tri_slow_device",
        "tri-k73v2-8x16, tri_slow_1thread"
    })
    void theWaitForASlowDeviceLiesOutsideOfTheFlush(String machine, String scenario) {
        assertThat(said(machine, scenario + ".txt.gz"))
                .doesNotStartWith("device-bound")
                .contains("device-wait-outside:")
                .contains("slept for log I/O after flush_workqueue had returned, woken by xlog_");
    }

    @ParameterizedTest
    @ValueSource(strings = {DEBIAN, "tri-k73v2-8x16"})
    void aBusyMachineHasNoLateWakeups(String machine) {
        assertThat(said(machine, "tri_hog.txt.gz"))
                .matches("(wakeup|item)-bound .*")
                .contains("no CPU was seen idle when they ran late: want of CPU")
                .doesNotContain("late-wakeup:");
        assertThat(said(machine, "tri_base.txt.gz")).doesNotContain("want of CPU");
    }

    @ParameterizedTest
    @ValueSource(strings = {DEBIAN, "tri-k73v2-8x16"})
    void longItems(String machine) {
        assertThat(said(machine, "tri_long_item.txt.gz"))
                .startsWith("item-bound ")
                .contains("long-item:");
    }

    @ParameterizedTest
    @ValueSource(strings = {DEBIAN, "tri-k73v2-8x16"})
    void aRequeueStormIsNotBoundByWalks(String machine) {
        assertThat(said(machine, "tri_requeue_storm.txt.gz")).doesNotStartWith("walk-bound");
    }
}
