package dev.wqflush.parsers.ftracetext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each payload says, in every notation that kernels and options give it. */
class EventDecodersTest {
    private static final String CONTEXT = "              sh-98      [005] d..2.    50.312800: ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "workqueue_queue_work: work struct=00000000ebd0c241 function=psi_avgs_work workqueue=events req_cpu=8192"
                        + " cpu=0~queued 0xebd0c241 'psi_avgs_work' 'events' 8192 0",
                "workqueue_queue_work: work struct=00000000ea778e83 function=flush_memcg_stats_dwork"
                        + " workqueue=events_unbound req_cpu=8192 cpu=-1"
                        + "~queued 0xea778e83 'flush_memcg_stats_dwork' 'events_unbound' 8192 -1",
                "workqueue_queue_work: work struct=0xffff888100240800 function=f workqueue=w req_cpu=4294967295"
                        + " cpu=4294967295~queued 0xffff888100240800 'f' 'w' -1 -1",
                "workqueue_queue_work: work struct=ffffff83b8f89238 function=binder_deferred_func"
                        + " workqueue=ffffffdb37408c00 req_cpu=8 cpu=5"
                        + "~queued 0xffffff83b8f89238 'binder_deferred_func' 'ffffffdb37408c00' 8 5",
                "workqueue_queue_work: work struct=00000000dbc11e6d function=wqload_item_fn [wqload]"
                        + " workqueue=wql req_cpu=1 cpu=1~queued 0xdbc11e6d 'wqload_item_fn' 'wql' 1 1",
                "workqueue_queue_work: work struct=1 function=f workqueue=cpu=3 req_cpu=1 cpu=2"
                        + "~queued 0x1 'f' 'cpu=3' 1 2",
                "workqueue_queue_work: work struct=1 function=f workqueue=a req_cpu=7 cpu=7 req_cpu=1 cpu=2"
                        + "~queued 0x1 'f' 'a req_cpu=7 cpu=7' 1 2",
                "workqueue_queue_work: work struct=(____ptrval____) function=f workqueue=a req_cpu=1 cpu=2"
                        + "~queued 0x0 'f' 'a' 1 2",
                "workqueue_queue_work: work=0xff1100007eaa46a0 (-67272517308758368) function=vmstat_update+0x0/0x50"
                        + " (-2128778064) workqueue=mm_percpu_wq req_cpu=0x6 (6) cpu=0xffffffff (-1)"
                        + "~queued 0xff1100007eaa46a0 'vmstat_update' 'mm_percpu_wq' 6 -1",
                "workqueue_queue_work: work=vmstat_work+0x0/0x20 (-16) function=f+0x0/0x50 [m] (-2128778064)"
                        + " workqueue=w req_cpu=0x6 (6) cpu=0x6 (6)~queued 0xfffffffffffffff0 'f' 'w' 6 6",
                "workqueue_queue_work: [FAILED TO PARSE] work=0x10 function=0xffffffff8129f3a0 workqueue=w req_cpu=6"
                        + " cpu=6~queued 0x10 '0xffffffff8129f3a0' 'w' 6 6",
                "workqueue_activate_work: work struct 00000000ebd0c241~activated 0xebd0c241",
                "workqueue_activate_work: work struct 00000000ebd0c241 function=psi_avgs_work ~activated 0xebd0c241",
                "workqueue_activate_work: work=0xff11 (65297) function=f+0x0/0x50 (-2)~activated 0xff11",
                "workqueue_execute_start: work struct 00000000dbc11e6d: function wqload_item_fn [wqload]"
                        + "~started 0xdbc11e6d 'wqload_item_fn'",
                "workqueue_execute_start: work=0xff11 (65297) function=f+0x0/0x50 (-2)~started 0xff11 'f'",
                "workqueue_execute_end: work struct 00000000dbc11e6d: function f~ended 0xdbc11e6d 'f'",
                "workqueue_execute_end: work struct 00000000dbc11e6d~ended 0xdbc11e6d ?",
                "contention_begin: ff110000002b10c4 (flags=SPIN)~contention 0xff110000002b10c4 1",
                "contention_begin: 00000000f433eb50 (flags=SPIN|MUTEX)~contention 0xf433eb50 33",
                "contention_begin: 0xff11 (flags=PERCPU|WRITE|0x40)~contention 0xff11 84",
                "contention_begin: 0xff11 (flags=)~contention 0xff11 0",
                "contention_begin: lock_addr=0xff11 (65297) flags=0x21 (33)~contention 0xff11 33",
                "contention_end: 00000000f433eb50 (ret=-4)~acquired 0xf433eb50 -4",
                "contention_end: lock_addr=0xff11 (65297) ret=0x0 (0)~acquired 0xff11 0",
                "contended_release: 00000000f433eb50~released 0xf433eb50",
            })
    void workqueueAndLock(String event, String expected) {
        assertThat(told(event)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "sched_switch: prev_comm=sh prev_pid=98 prev_prio=120 prev_state=D ==> next_comm=swapper/5 next_pid=0"
                        + " next_prio=120~switch 98 'sh' UNINTERRUPTIBLE 0 'swapper/5'",
                "sched_switch: prev_comm=sh prev_pid=98 prev_prio=120 prev_state=R+ ==> next_comm=a b next_pid=7"
                        + " next_prio=120~switch 98 'sh' RUNNABLE 7 'a b'",
                "sched_switch: prev_comm=x prev_pid=5 prev_pid=98 prev_prio=1 prev_state=I ==> next_comm=a ==> b"
                        + " next_pid=7 next_prio=120~switch 98 'x prev_pid=5' IDLE 7 'a ==> b'",
                "sched_switch: prev_comm=sh prev_pid=98 prev_prio=1 prev_state=S ==> next_comm=c next_pid=1"
                        + " next_pid=7 next_prio=120~switch 98 'sh' INTERRUPTIBLE 7 'c next_pid=1'",
                "sched_switch: prev_comm=sh prev_pid=98 prev_prio=1 prev_state=Z ==> next_comm=c next_pid=1"
                        + " next_prio=120~switch 98 'sh' OTHER 1 'c'",
                "sched_switch: prev_comm=swapper/0 prev_pid=0x0 (0) prev_prio=0x78 (120) prev_state=0x80 (128)"
                        + " next_comm=pool_workqueue_ next_pid=0x3 (3) next_prio=0x78 (120)"
                        + "~switch 0 'swapper/0' IDLE 3 'pool_workqueue_'",
                "sched_switch: prev_comm=trace-cmd prev_pid=1701 prev_prio=120 prev_state=64 next_comm=swapper/1"
                        + " next_pid=0 next_prio=120~switch 1701 'trace-cmd' OTHER 0 'swapper/1'",
                "sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=256 next_comm=b next_pid=0 next_prio=1"
                        + "~switch 1 'a' RUNNABLE 0 'b'",
                "sched_switch:         trace-cmd:1111 [120] S ==> swapper/1:0 [120]"
                        + "~switch 1111 'trace-cmd' INTERRUPTIBLE 0 'swapper/1'",
                "sched_switch:         kworker/u34:2:61 [120] W ==> a:b [1]:3 [120]"
                        + "~switch 61 'kworker/u34:2' IDLE 3 'a:b [1]'",
                "sched_waking: comm=kthreadd pid=2 prio=120 target_cpu=003~waking 2 'kthreadd' 3",
                "sched_waking: comm=a pid=1 prio=5 pid=2 prio=120 success=1 target_cpu=003"
                        + "~waking 2 'a pid=1 prio=5' 3",
                "sched_waking: comm=a pid=0x3 (3) prio=0x78 (120) target_cpu=0x1 (1)~waking 3 'a' 1",
                "sched_wakeup: comm=kthreadd pid=2 prio=120 target_cpu=003~wakeup 2 'kthreadd' 3",
                "sched_wakeup_new: comm=kthreadd pid=2 prio=120 success=1 target_cpu=003~wakeup 2 'kthreadd' 3",
                "sched_wakeup:         kworker/u34:2:61 [120] CPU:005~wakeup 61 'kworker/u34:2' 5",
                "sched_wakeup:         a:61 [120] success=1 CPU:005~wakeup 61 'a' 5",
                "sched_migrate_task: comm=sh pid=98 prio=120 orig_cpu=5 dest_cpu=7~migrated 98 5 7",
                "sched_process_fork: comm=init pid=1 child_comm=init child_pid=574~other 'sched_process_fork'",
            })
    void sched(String event, String expected) {
        assertThat(told(event)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "any: (__flush_workqueue+0x4/0x580) wq=0xff11000000818c00 name=\"wql percpu\""
                        + "~flush 0xff11000000818c00 'wql percpu' by PROBE",
                "any: (flush_workqueue+0x0/0x580)~flush 0x0 ? by PROBE",
                "any: (__flush_workqueue+0x4/0x580) wq=0x1 name=(fault)~flush 0x1 ? by PROBE",
                "any: (__flush_workqueue+0x4/0x580) wq=0x1 name=\"a\" b\" x=1~flush 0x1 'a\" b' by PROBE",
                "any: (__flush_workqueue+0x5/0x580) arg1=0xff11~flush 0xff11 ? by PROBE",
                "mid: (__flush_workqueue+0x2ee/0x580) wq=0x1~other 'mid'",
                "any: (thread+0x3d0/0x970 <- __flush_workqueue)~flushed by PROBE",
                "any: (thread+0x3d0/0x970 [m] <- __flush_workqueue)~flushed by PROBE",
                "any: (flush_workqueue_prep_pwqs+0x0/0x710) wq=0x1 name=\"w\" flush_color=0 work_color=1"
                        + "~walk 0x1 'w' 0 1 by PROBE",
                "any: (flush_workqueue_prep_pwqs.isra.0+0x0/0x710) arg1=0x1 arg2=4294967295 arg3=0xf"
                        + "~walk 0x1 ? -1 15 by PROBE",
                "any: (flush_workqueue_prep_pwqs+0x0/0x710) flush_colour=18446744073709551615 work_colour=-1"
                        + "~walk 0x0 ? -1 -1 by PROBE",
                "any: (flush_workqueue_prep_pwqs+0x0/0x710) flush_color=0xffffffff work_color=17"
                        + "~walk 0x0 ? -1 ? by PROBE",
                "any: (flush_workqueue_prep_pwqs+0x0/0x710)~walk 0x0 ? ? ? by PROBE",
                "any: (__flush_workqueue+0x2ee/0x580 <- flush_workqueue_prep_pwqs) ret=1~walked 1 0x2ee -1 by PROBE",
                "any: (__flush_workqueue+0x2ee/0x580 <- flush_workqueue_prep_pwqs) retval=0x0"
                        + "~walked 0 0x2ee -1 by PROBE",
                "any: (__flush_workqueue+0x2ee/0x580 <- flush_workqueue_prep_pwqs) arg1=0xffffffff00000001"
                        + "~walked 1 0x2ee -1 by PROBE",
                "any: (__flush_workqueue+0x2ee/0x580 <- flush_workqueue_prep_pwqs) wq=0xff00 ret=1"
                        + "~walked 1 0x2ee -1 by PROBE",
                "any: (__flush_workqueue+0x2ee/0x580 <- flush_workqueue_prep_pwqs)~walked ? 0x2ee -1 by PROBE",
                "any: (drain_workqueue+0x0/0x140) wq=0x1 name=\"w\"~drain 0x1 'w' by PROBE",
                "pq: (__queue_work+0x0/0x4d0) cpu=0x2000 wq=0xff1100000403ea00~other 'pq'",
                "ep: (syscalls.sys_enter_openat) file=\"x\"~other 'ep'",
                "e: __probe_ip=__flush_workqueue+0x4/0x580 (-2130137292) wq=0xff11000040222c00 (-67272518357865472)"
                        + " name=wql_percpu_queue~flush 0xff11000040222c00 'wql_percpu_queue' by PROBE",
                "e: __probe_ip=flush_workqueue_prep_pwqs+0x0/0x710 (-2130148144) wq=0xff11 (65297) name=w"
                        + " flush_color=0xffffffff (-1) work_color=0x0 (0)~walk 0xff11 'w' -1 0 by PROBE",
                "e: __probe_func=flush_workqueue_prep_pwqs+0x0/0x710 (-2130148144)"
                        + " __probe_ret_ip=__flush_workqueue+0x2ee/0x580 (-2130136546) ret=(1)"
                        + "~walked 1 0x2ee -1 by PROBE",
                "e: __probe_func=__flush_workqueue+0x4/0x580 (-2130137292) __probe_ret_ip=thread+0x3d0/0x970 (-21)"
                        + "~flushed by PROBE",
                "flush_enter:          (ffffffff810c40a0) wq=0xff11000007f56c00 name=\"w\""
                        + "~flush 0xff11000007f56c00 'w' by PROBE",
                "flush_exit:           (ffffffff810c40a0 <- ffffffffc06fb89b)~flushed by PROBE",
                "walk_ret:             (ffffffff810c2110 <- ffffffff810c4213) ret=0~walked 0 - -1 by PROBE",
                "p_flush_workqueue_prep_pwqs_0: (ffffffff810c2110) flush_color=2~walk 0x0 ? 2 ? by PROBE",
                "r_drain_workqueue_0:  (ffffffff810c2110 <- ffffffff810c4213)~other 'r_drain_workqueue_0'",
                "fe:                   (ffffffff810c2110)~other 'fe'",
            })
    void probes(String event, String expected) {
        assertThat(told(event)).isEqualTo(expected);
    }

    /** Addresses of trace-cmd: the entry of the flush tells where its function begins. */
    @Test
    void findsTheCallSiteFromAddresses() {
        Reading reading = Reading.of("cpus=16\n"
                + CONTEXT + "flush_enter: (ffffffff8108af34) wq=0x1\n"
                + CONTEXT + "walk_ret: (ffffffff810884d0 <- ffffffff8108b21e) ret=1\n");

        assertThat(reading.log().lines())
                .containsExactly(
                        "capture",
                        "configured 16",
                        "clock NANOSECONDS",
                        "flush 0x1 ? by PROBE",
                        "walked 1 0x2ee -1 by PROBE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "__flush_workqueue <-thread~flush 0x0 ? by FUNCTION",
                "__flush_workqueue(wq=0xff11) <-thread~flush 0xff11 ? by FUNCTION",
                "flush_workqueue_prep_pwqs.isra.0 <-__flush_workqueue~walk 0x0 ? ? ? by FUNCTION",
                "drain_workqueue <-x~drain 0x0 ? by FUNCTION",
                "__queue_work <-queue_work_on (repeats: 3, last_ts:   22.100231)~other 'function' by FUNCTION",
                "x <-[unknown/kretprobe'd]~other 'function' by FUNCTION",
                "function:                __flush_workqueue~flush 0x0 ? by FUNCTION",
                "function:             __flush_workqueue <-- thread~flush 0x0 ? by FUNCTION",
                "tracing_mark_write: some: text~other 'tracing_mark_write'",
                "process_one_work+0x10/0x20: text~other 'print'",
                "# 2a buf: 01 02~other 'print'",
                "sys_ioctl(fd: ff, cmd: 5410, arg: 7ffe0babe8fc)~other 'sys_ioctl'",
                "sys_recvmsg -> 0x24~other 'sys_recvmsg'",
            })
    void functionsAndText(String event, String expected) {
        assertThat(told(event)).isEqualTo(expected);
    }

    /** A cut line still says that its task ran. */
    @Test
    void whatIsNoPayloadOfItsEventIsAnEventOfItsName() {
        for (String event : new String[] {
            "workqueue_queue_work: ",
            "workqueue_queue_work: work struct",
            "workqueue_queue_work: work struct=",
            "workqueue_queue_work: work struct=1 function=f workqueue=w req_cpu=1",
            "workqueue_execute_start: work struct 1",
            "contention_begin: 1",
            "contention_end: 1",
            "sched_switch: prev_comm=sh prev_pid=98",
            "sched_switch: a [1] S ==> b [1]",
            "sched_waking: comm=a pid=1",
            "sched_migrate_task: comm=a pid=1 prio=1 orig_cpu=1",
        }) {
            Reading reading = Reading.of(CONTEXT + event + "\n");
            String name = event.substring(0, event.indexOf(':'));

            assertThat(reading.log().lines()).as(event).endsWith("other '" + name + "'");
            assertThat(reading.log().contexts()).as(event).hasSize(1);
            assertThat(reading.statistics().linesSkipped()).as(event).isOne();
            assertThat(reading.statistics().eventsByName()).as(event).containsEntry(name, 1L);
        }
    }

    @Test
    void leavesOutWhatIsNoEvent() {
        for (String event : new String[] {
            "funcgraph_entry: nothing", "type: 304", "no event at all",
        }) {
            Reading reading = Reading.of(CONTEXT + event + "\n");

            assertThat(reading.log().contexts()).as(event).isEmpty();
            assertThat(reading.statistics().linesSkipped()).as(event).isOne();
            assertThat(reading.statistics().events()).as(event).isZero();
        }
    }

    private static String told(String event) {
        Reading reading = Reading.of(CONTEXT + event + "\n");
        assertThat(reading.statistics().linesSkipped()).as("skipped").isZero();
        assertThat(reading.log().lines())
                .startsWith("capture", "clock NANOSECONDS")
                .hasSize(3);
        return reading.log().lines().get(2);
    }
}
