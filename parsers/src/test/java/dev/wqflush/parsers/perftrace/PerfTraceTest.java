package dev.wqflush.parsers.perftrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.parsers.Reading;
import dev.wqflush.parsers.diag.UnreadableInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events as {@code perf trace} prints them: fields by name, zeros left out. */
class PerfTraceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "workqueue:workqueue_queue_work(work: 0xffffffff82a62538, function: 0xffffffff8110b6b0, workqueue:"
                        + " \"events\", req_cpu: 8192)"
                        + "~queued 0xffffffff82a62538 '0xffffffff8110b6b0' 'events' 8192 0",
                "workqueue:workqueue_queue_work(work: 0x10, function: 0x20, workqueue: \"a, cpu: 3\", req_cpu: 1, cpu: -1)"
                        + "~queued 0x10 '0x20' 'a, cpu: 3' 1 -1",
                "workqueue:workqueue_activate_work(work: 0x10, function: 0x20)~activated 0x10",
                "workqueue:workqueue_execute_start(work: 0x10, function: 0x20)~started 0x10 '0x20'",
                "workqueue:workqueue_execute_end(work: 0x10)~ended 0x10 ?",
                "lock:contention_begin(lock_addr: 0xff11, flags: 33)~contention 0xff11 33",
                "lock:contention_end(lock_addr: 0xff11)~acquired 0xff11 0",
                "sched:sched_switch(prev_comm: \"a b\", prev_pid: 7, prev_prio: 120, prev_state: 2, next_comm:"
                        + " \"swapper/0\", next_prio: 120)~switch 7 'a b' UNINTERRUPTIBLE 0 'swapper/0'",
                "sched:sched_switch(prev_comm: \"a\", prev_pid: 7, next_comm: \"b\", next_pid: 8)"
                        + "~switch 7 'a' RUNNABLE 8 'b'",
                "sched:sched_waking(comm: \"x\", pid: 9, prio: 120)~waking 9 'x' 0",
                "sched:sched_migrate_task(comm: \"x\", pid: 9, dest_cpu: 3)~migrated 9 0 3",
                "probe:flush_enter(__probe_ip: -2130952032, wq: 18379471556423002624, name: \"w q\")~flush 0xff1100007ffd2a00 'w q' by PROBE",
                "probe:walk_ret(__probe_func: 18446744071578853648, __probe_ret_ip: 18446744071578862112, ret: 1)"
                        + "~walked 1 - -1 by PROBE",
                "workqueue:workqueue_execute_start(work struct 0x10: function f)~started 0x10 'f'",
                "net:netif_rx(skbaddr: 0x10, len: 3)~other 'netif_rx'",
            })
    void events(String event, String expected) {
        Reading reading = Reading.of("   128.223 sleep/1576 " + event + "\n");

        assertThat(reading.log().lines()).containsExactly("capture", "clock NANOSECONDS", expected);
        assertThat(reading.statistics().linesSkipped()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "     0.000 :0/0 ~0 cpu -1 ?-0",
                "     3.591 kworker/0:1-ev/17 ~3591000 cpu -1 'kworker/0:1-ev'-17",
                "     3.591 a b/1 c/17 ~3591000 cpu -1 'a b/1 c'-17",
                "123456789.001 (         ): sleep/1576 ~123456789001000 cpu -1 'sleep'-1576",
                "     3.591 [003] sleep/1576~3591000 cpu 3 'sleep'-1576",
                "     3.591 sleep/1576 [012] ~3591000 cpu 12 'sleep'-1576",
                "     3.591 ~3591000 cpu -1 ?--1",
            })
    void contexts(String context, String expected) {
        Reading reading = Reading.of(context + " lock:contended_release(lock_addr: 0x1)\n");

        assertThat(reading.log().lines()).endsWith("released 0x1");
        assertThat(reading.log().contexts()).singleElement().asString().startsWith(expected + " ");
    }

    @Test
    void systemCallsAndLosses() {
        Reading reading = Reading.of("""
                     0.100 (         ): sleep/1579 read(fd: 3) ...
                     5.892 (47.684 ms): sleep/1579 execve(filename: 0x1) = 0
                         ? (         ):  ... [continued]: read()) = 1
                LOST 3 events!
                """);

        assertThat(reading.statistics().eventsByName()).containsOnlyKeys("read", "execve");
        assertThat(reading.statistics().lostEvents()).isEqualTo(3);
        assertThat(reading.statistics().linesSkipped()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"took 3.591 s: f(x)", "3.591 f(x)", "     3.591 sleep/1576 was here", "1.5 a:b(c)"})
    void proseIsNoTrace(String line) {
        assertThatThrownBy(() -> Reading.of(line + "\n")).isInstanceOf(UnreadableInput.class);
    }
}
