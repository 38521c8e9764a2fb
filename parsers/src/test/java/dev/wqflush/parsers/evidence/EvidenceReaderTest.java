package dev.wqflush.parsers.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.evidence.BusyWorkqueue.Running;
import dev.wqflush.parsers.evidence.BusyWorkqueue.Waiter;
import dev.wqflush.parsers.evidence.Complaint.Kind;
import dev.wqflush.parsers.evidence.Histogram.Bucket;
import dev.wqflush.parsers.input.TraceSource;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EvidenceReaderTest {
    private static PartialEvidence read(String text) {
        return EvidenceReader.read(TraceSource.bytes(text.getBytes(StandardCharsets.UTF_8), "log"))
                .evidence();
    }

    @Test
    void aHungTaskWithStaleFrames() {
        PartialEvidence evidence = read("""
                [ 1208.000000] INFO: task umount:4711 blocked for more than 120 seconds.
                [ 1208.000002]       Not tainted 6.1.0-57-amd64 #1
                [ 1208.000004] task:umount          state:D stack:0     pid:4711  ppid:4700   flags:0x00004002
                [ 1208.000005] Call Trace:
                [ 1208.000006]  <TASK>
                [ 1208.000007]  __schedule+0x34f/0x9e0
                [ 1208.000010]  __flush_workqueue+0x12f/0x400
                [ 1208.000010]  ? flush_work+0x5/0x30
                [ 1208.000010]  trace_clock_x86_tsc+0x20/0x20
                [ 1208.000010]  xfs_inodegc_flush.part.0+0x24/0xf0 [xfs]
                [ 1330.000000] INFO: task umount:4711 blocked for more than 241 seconds.
                """);
        assertThat(evidence.kernel()).isEqualTo("6.1.0-57-amd64");
        assertThat(evidence.stacks()).hasSize(1);
        TaskStack stack = evidence.stacks().get(0);
        assertThat(stack.who()).isEqualTo("umount-4711");
        assertThat(stack.state()).isEqualTo('D');
        assertThat(stack.blockedSeconds()).isEqualTo(241);
        assertThat(stack.warnings()).isEqualTo(2);
        assertThat(stack.functions()).containsExactly("__schedule", "__flush_workqueue", "xfs_inodegc_flush");
    }

    @Test
    void aWorkerQuotedInAMailAndWrapped() {
        TaskStack stack = read("""
                > Oct 17 19:14:04 host kernel: INFO: task kworker/25:0:3880332 blocked for
                > more than 122 seconds.
                > Oct 17 19:14:04 host kernel: task:kworker/25:0    state:D
                > stack:0     pid:3880332 ppid:2  flags:0x00004002
                > Oct 17 19:14:04 host kernel: Workqueue: xfs-inodegc/dm-5 xfs_inodegc_worker [xfs]
                > Oct 17 19:14:04 host kernel:  down+0x43/0x60
                """).stacks().get(0);
        assertThat(stack.blockedSeconds()).isEqualTo(122);
        assertThat(stack.state()).isEqualTo('D');
        assertThat(stack.workqueue()).isEqualTo("xfs-inodegc/dm-5");
        assertThat(stack.workFunction()).isEqualTo("xfs_inodegc_worker");
        assertThat(stack.functions()).containsExactly("down");
    }

    @Test
    void anIdleWorkerRunsNothing() {
        assertThat(read("""
                [  172.974592] task:kworker/0:0H    state:I stack:0     pid:8     ppid:2      flags:0x00004000
                [  172.975453] Workqueue:  0x0 (events_highpri)
                [  172.976338]  worker_thread+0xaf/0x380
                """).stacks().get(0).isWorking()).isFalse();
    }

    @Test
    void busyWorkqueues() {
        PartialEvidence evidence = read("""
                [ 1205.412345] BUG: workqueue lockup - pool cpus=3 node=0 flags=0x0 nice=0 stuck for 42s!
                [ 1205.412350] Showing busy workqueues and worker pools:
                [ 1205.412352] workqueue events: flags=0x8
                [ 1205.412353]   pwq 14: cpus=3 node=0 flags=0x0 nice=0 active=3/256 refcnt=4 MAYDAY
                [ 1205.412355]     in-flight: 2301:demo_work [demo] for 57s BAR(4711), 88(RESCUER):other
                [ 1205.412357]     pending: 2*demo_work [demo] BAR(703), vmstat_shepherd
                [ 1205.412357]     inactive: late_work
                [ 1205.412370] pool 14: cpus=3 node=0 flags=0x0 nice=0 hung=42s workers=3 idle: 55 41
                """);
        assertThat(evidence.busyShown()).isTrue();
        BusyWorkqueue pwq = evidence.busy().get(0);
        assertThat(pwq.workqueue()).isEqualTo("events");
        assertThat(pwq.memReclaim()).isTrue();
        assertThat(pwq.mayday()).isTrue();
        assertThat(pwq.maxActive()).isEqualTo(256);
        assertThat(pwq.running())
                .containsExactly(new Running(2301, false, "demo_work", 57), new Running(88, true, "other", -1));
        assertThat(pwq.pending()).containsExactly("demo_work", "vmstat_shepherd");
        assertThat(pwq.inactive()).containsExactly("late_work");
        assertThat(pwq.waiters()).containsExactly(new Waiter(4711, "demo_work"), new Waiter(703, "demo_work"));
        Complaint lockup = evidence.complaints().get(0);
        assertThat(lockup.kind()).isEqualTo(Kind.POOL_STUCK);
        assertThat(lockup.subject()).isEqualTo(pwq.pool());
        assertThat(lockup.amount()).isEqualTo(42);
    }

    @Test
    void complaints() {
        assertThat(read("""
                [Do Aug 28 12:44:03 2025] workqueue: delayed_fput hogged CPU for >10000us 4 times, consider switching to WQ_UNBOUND
                [Do Aug 28 12:44:05 2025] workqueue: delayed_fput hogged CPU for >10000us 5 times, consider switching to WQ_UNBOUND
                [  226.924460] workqueue USBC000:00-con1: drain_workqueue() isn't complete after 10 tries
                [11246.237370] workqueue: WQ_MEM_RECLAIM hclge:hclge_service_task [hclge] is flushing !WQ_MEM_RECLAIM infiniband:0x0
                """).complaints())
                .containsExactly(
                        new Complaint(Kind.HOGGED_CPU, "delayed_fput", "", 5, 2, 1),
                        new Complaint(Kind.DRAIN_INCOMPLETE, "", "USBC000:00-con1", 10, 1, 3),
                        new Complaint(Kind.RECLAIM_FLUSH, "hclge_service_task", "infiniband", 0, 1, 4));
    }

    @Test
    void tablesOfItems() {
        PartialEvidence evidence = read("""
                  Kwork Name                     | Cpu  | Avg delay     | Count     | Max delay     | Max delay start     | Max delay end       |
                 --------------------------------------------------------------------------------------------------------------------------------
                  (w)vmstat_update               | 0001 |      0.231 ms |         3 |      0.250 ms |      41.600910 s |      41.601030 s |

                      41.600910         41.601030     [0001]  (w)wb_workfn                         0.120       0.004
                                            total  infl  CPUtime CPUitsv CMW/RPR  mayday rescued
                events                      18545     0      6.1       0       5       -       -
                xfs-cil/sda1                  306     2      0.1       -       7       1       3
                @usecs[vmstat_update]:
                [1]                    3 |@@@                                                 |
                [2, 4)                20 |@@@@@@@@@@@@@@@@@@@@                                |
                [1K, 2K)               1 |@                                                   |
                """);
        assertThat(evidence.items())
                .containsExactly(
                        new ItemRow("vmstat_update", 1, true, 3, -1, 250_000, 3),
                        new ItemRow("wb_workfn", 1, false, 1, 120_000, 120_000, 5),
                        new ItemRow("wb_workfn", 1, true, 1, -1, 4_000, 5));
        assertThat(evidence.monitor())
                .containsExactly(
                        new MonitorRow("events", 18545, 0, 0, -1, -1, 7),
                        new MonitorRow("xfs-cil/sda1", 306, 2, -1, 1, 3, 8));
        assertThat(evidence.histograms().get(0).buckets())
                .containsExactly(new Bucket(1, 2, 3), new Bucket(2, 4, 20), new Bucket(1024, 2048, 1));
    }

    @Test
    void proseIsNoEvidence() {
        assertThat(read("Hello,\nthe flush_workqueue() walk takes long here.\nRegards\n")
                        .isEmpty())
                .isTrue();
    }
}
