package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.report.ReportSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stories of the triage that come as logs and tables, each with the near miss that must come out differently. */
class TriageStoriesTest {
    private static final String STACK_TO_FLUSH = """
            [ 1208.000000] INFO: task %1$s blocked for more than %2$d seconds.
            [ 1208.000004] task:umount          state:D stack:0     pid:4711  ppid:4700   flags:0x00004002
            [ 1208.000007]  __schedule+0x34f/0x9e0
            [ 1208.000009]  __wait_for_common+0x92/0x1b0
            [ 1208.000010]  %3$s+0x12f/0x400
            [ 1208.000010]  %4$s+0x24/0xf0 [xfs]
            """;

    @TempDir
    private Path folder;

    private String said(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("evidence.txt"), text);
        Outcome outcome = Outcome.of("analyze", file.toString(), "--verbose");
        assertThat(outcome.err()).doesNotContain("Exception");
        return outcome.out().replaceAll("\\s+", " ");
    }

    private static String hung(long seconds, String waits, String caller) {
        return STACK_TO_FLUSH.formatted("umount:4711", seconds, waits, caller);
    }

    @Test
    void story6aHungTaskInAFlushIsStuckAndTheDumpNamesTheItem() throws IOException {
        assertThat(said(hung(122, "__flush_workqueue", "xfs_inodegc_flush") + """
                [ 1209.0] Showing busy workqueues and worker pools:
                [ 1209.1] workqueue xfs-inodegc/sda1: flags=0x8
                [ 1209.2]   pwq 14: cpus=3 node=0 flags=0x0 nice=0 active=1/256 refcnt=2
                [ 1209.3]     in-flight: 2301:xfs_inodegc_worker [xfs]
                """))
                .startsWith(
                        "stuck umount-4711 was blocked for more than 122 s in a flush, called from xfs_inodegc_flush; it"
                                + " can wait for xfs_inodegc_worker on xfs-inodegc/sda1, in flight. Grade D.");
    }

    /** What a log does not tell of the machine is null, never 0. */
    @Test
    void theJsonOfALogIsOfTheSchema() throws IOException {
        Path file = Files.writeString(folder.resolve("log.txt"), hung(122, "__flush_workqueue", "xfs_inodegc_flush"));
        String json = Outcome.of("analyze", file.toString(), "--json", "-").out();
        assertThat(ReportSchema.violations(json)).isEmpty();
        assertThat(json).contains("\"possible\" : null").contains("\"class\" : \"stuck\"");
    }

    @Test
    void story6NearMissFlushWorkIsNoFlushOfAWorkqueue() throws IOException {
        assertThat(said(hung(122, "__flush_work", "xfs_inodegc_flush")))
                .startsWith("no-flush umount-4711 waits in flush_work, called from xfs_inodegc_flush");
    }

    @Test
    void story7aFlushFromWithinAnItemMayBeACycle() throws IOException {
        assertThat(said("""
                [  1.0] task:kworker/u34:1   state:D stack:0     pid:59    ppid:2      flags:0x00004000
                [  1.1] Workqueue: wq_self self_fn [m]
                [  1.2]  __flush_workqueue+0x151/0x430
                [  1.3]  self_fn+0x10/0x20 [m]
                [  1.4]  process_one_work+0x1c7/0x380
                """)).startsWith("stuck").contains("a cycle of one if it flushes that workqueue");
    }

    @Test
    void story7NearMissTwoFlushersOfOneLongItemAreNoCycle() throws IOException {
        assertThat(said("""
                [  1.0] task:one             state:D stack:0     pid:11    ppid:2      flags:0x00004000
                [  1.2]  __flush_workqueue+0x151/0x430
                [  2.0] task:two             state:D stack:0     pid:12    ppid:2      flags:0x00004000
                [  2.2]  __flush_workqueue+0x151/0x430
                [  3.0] task:kworker/u34:1   state:D stack:0     pid:59    ppid:2      flags:0x00004000
                [  3.1] Workqueue: wq long_fn [m]
                [  3.2]  msleep+0x2d/0x40
                [  3.3]  long_fn+0x10/0x20 [m]
                [  3.4]  process_one_work+0x1c7/0x380
                """)).startsWith("stuck").contains("long_fn").doesNotContain("cycle");
    }

    @Test
    void story8aDrainThatComplainsMeetsRequeueing() throws IOException {
        assertThat(said("[  226.9] workqueue wq0: drain_workqueue() isn't complete after 10 tries\n"))
                .startsWith("item-bound A drain of wq0")
                .contains("a flush does not wait for what is queued after it began, a drain does");
    }

    @Test
    void story8NearMissALongItemIsJustWaitedFor() throws IOException {
        assertThat(said(hung(122, "__flush_workqueue", "destroy_wq0") + """
                [  3.0] task:kworker/u34:1   state:D stack:0     pid:59    ppid:2      flags:0x00004000
                [  3.1] Workqueue: wq0 long_fn [m]
                [  3.2]  msleep+0x2d/0x40
                """))
                .startsWith("stuck")
                .contains("long_fn on wq0")
                .doesNotContain("drain of");
    }

    @Test
    void story9PoolLocksOnTopAreACandidateWithABound() throws IOException {
        assertThat(said("""
                 contended   total wait     max wait     avg wait         type   caller

                      9021     14.57 ms    221.00 us      1.61 us     spinlock   __queue_work+0x2c1
                        12    117.42 us     30.10 us      9.78 us     spinlock   try_to_wake_up+0x2c1
                """))
                .startsWith("lock-bound A candidate: waiting for pool locks is 99 %")
                .contains("14.6 ms summed over tasks, the longest 221 us")
                .contains("what walks cost is at most this")
                .contains("Grade D");
    }

    @Test
    void story9NearMissAnotherSpinlockOfAWorkqueueFunctionIsNone() throws IOException {
        assertThat(said("""
                 contended   total wait     max wait     avg wait         type   caller

                      9021     14.57 ms    221.00 us      1.61 us     spinlock   wq_barrier_func+0x11
                """)).startsWith("no-flush").contains("no pool lock and no wq->mutex");
    }

    @Test
    void story17OneWarningOfALogForceIsSlowStorage() throws IOException {
        assertThat(said(hung(122, "__flush_workqueue", "xlog_cil_push_now"))).startsWith("device-bound");
    }

    @Test
    void story17NearMissWithoutProgressItIsStuck() throws IOException {
        assertThat(said(hung(122, "__flush_workqueue", "xlog_cil_push_now")
                        + hung(245, "__flush_workqueue", "xlog_cil_push_now")))
                .startsWith("stuck umount-4711 was blocked for more than 245 s");
    }

    @Test
    void story18AFlushOfAQueueWithoutRescuerFromReclaimRaisesTheFlags() throws IOException {
        assertThat(said("""
                [11246.2] workqueue: WQ_MEM_RECLAIM hclge:hclge_service_task [hclge] is flushing !WQ_MEM_RECLAIM infiniband:0x0
                [11250.0] Showing busy workqueues and worker pools:
                [11250.1] workqueue writeback: flags=0x4a
                [11250.2]   pwq 48: cpus=0-23 flags=0x5 nice=0 active=2/256 refcnt=6 MAYDAY
                [11250.3]     in-flight: 188(RESCUER):wb_workfn wb_workfn
                """))
                .startsWith("undecided")
                .contains("reclaim-dependency:")
                .contains("rescuer-used:");
    }

    @Test
    void story18NearMissAWorkerAsUsualRaisesNone() throws IOException {
        assertThat(said("""
                [11250.0] Showing busy workqueues and worker pools:
                [11250.1] workqueue writeback: flags=0x4a
                [11250.2]   pwq 48: cpus=0-23 flags=0x5 nice=0 active=2/256 refcnt=6
                [11250.3]     in-flight: 188:wb_workfn wb_workfn
                """))
                .startsWith("no-flush")
                .doesNotContain("rescuer-used:")
                .doesNotContain("reclaim-dependency:");
    }
}
