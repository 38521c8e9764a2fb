package dev.wqflush.parsers.perfscript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.parsers.Reading;
import dev.wqflush.parsers.diag.UnreadableInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples as perf of all ages prints them, with whatever fields. */
class PerfScriptReaderTest {
    private static final String EVENT = "  sched:sched_waking: comm=a pid=2 prio=120 target_cpu=003";

    /** Whatever stands before the event, it is whose it is. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "            perf   514 [000]    50.344934:~50344934000 cpu 0 'perf'-514",
                "            perf     514 [000]    50.344934:~50344934000 cpu 0 'perf'-514",
                "perf 514 [000] 50.344934: ~50344934000 cpu 0 'perf'-514",
                "            perf   514/515   [003]    50.344934:          1~50344934000 cpu 3 'perf'-515",
                "            perf   514 [1023]    50.344934:~50344934000 cpu 1023 'perf'-514",
                "            perf   514    50.344934:~50344934000 cpu -1 'perf'-514",
                "            perf   514    50.344934123:~50344934123 cpu -1 'perf'-514",
                "            perf [000]    50.344934:~50344934000 cpu 0 'perf'--1",
                "   514 [000]    50.344934:~50344934000 cpu 0 ?-514",
                "            perf    50.344934:~50344934000 cpu -1 'perf'--1",
                "    50.344934:~50344934000 cpu -1 ?--1",
                "            perf   514 [000] K     50.344934:~50344934000 cpu 0 'perf'-514",
                "            perf   514 [000] 2026-01-31 12:59:59.123456    50.344934:~50344934000 cpu 0 'perf'-514",
                "            perf   514 [000] Sp    2026-01-31 12:59:59.123456 50.344934: 1 ~50344934000 cpu 0 'perf'-514",
                "    perf   514   0    50.344934:~50344934000 cpu 0 'perf'-514",
                "    perf     514 1023    50.344934:~50344934000 cpu 1023 'perf'-514",
                "             a 9     3    50.344934:~50344934000 cpu -1 'a 9'-3",
                "         swapper     0 [001]     0.000000:~0 cpu 1 'swapper'-0",
                "            :514   514 [000]    50.344934:~50344934000 cpu 0 ?-514",
                "             :-1    -1 [000]    50.344934:~50344934000 cpu 0 ?--1",
                " a [001] b 1.0: c   514 [000]    50.344934:~50344934000 cpu 0 'a [001] b 1.0: c'-514",
                "     k/[2] 9 8-7   514 [000]    50.344934:~50344934000 cpu 0 'k/[2] 9 8-7'-514",
                "> >       a=b=>c   514 [000]    50.344934:~50344934000 cpu 0 'a=b=>c'-514",
                "            perf   99999999999 [000]    50.344934:~50344934000 cpu 0 'perf'--1",
                "            perf   514 [99999]    50.344934:~50344934000 cpu -1 'perf'-514",
            })
    void contexts(String context, String expected) {
        Reading reading = Reading.of(context + EVENT + "\n");

        assertThat(reading.log().lines()).endsWith("clock NANOSECONDS", "waking 2 'a' 3");
        assertThat(reading.log().contexts()).singleElement().asString().startsWith(expected + " ");
        assertThat(reading.statistics().eventsByName()).containsOnlyKeys("sched:sched_waking");
        assertThat(reading.statistics().linesSkipped()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "workqueue:workqueue_queue_work: work struct=0xffffffff82a62538 function=f workqueue=events req_cpu=8192"
                        + " cpu=0~queued 0xffffffff82a62538 'f' 'events' 8192 0",
                "workqueue:workqueue_execute_start: work struct 0x10: function f~started 0x10 'f'",
                "workqueue:workqueue_activate_work: work struct 0x10 ffffffff8bad311d a+0x1 ([k])~activated 0x10",
                "lock:contention_begin: 0xff11 (flags=SPIN|MUTEX) ffffffff8bad311d a ([k])~contention 0xff11 33",
                "wqf:flush_enter: (ffffffff810c40a0) wq=0xff1100007ffd2a00 name=\"wql\"~flush 0xff1100007ffd2a00 'wql'"
                        + " by PROBE",
                "wqf:walk_ret: (ffffffff810c2110 <- ffffffff810c4260) ret=0~walked 0 - -1 by PROBE",
                "probe:__flush_workqueue: (ffffffff810c40a0)~flush 0x0 ? by PROBE",
                "sched:sched_wakeup: task fio:243615 [120] success=1 [031] ffffffff8bad311d w ([k])~wakeup 243615 'fio' 31",
                "sched:sched_switch: comm1:0 [0] S ==> comm2:1 [1]~switch 0 'comm1' INTERRUPTIBLE 1 'comm2'",
                "cycles:uppp: ~other 'cycles:uppp'",
                "cpu/event=0x3c,umask=0x0/u: ~other 'cpu/event=0x3c,umask=0x0/u'",
                "sched:sched_stat_runtime: comm=a pid=1~other 'sched_stat_runtime'",
            })
    void events(String event, String expected) {
        Reading reading = Reading.of("            perf   514 [000]    50.344934:   " + event + "\n");

        assertThat(reading.log().lines()).endsWith("clock NANOSECONDS", expected);
    }

    @Test
    void callChainsAndSourceLinesAreOfTheSampleBefore() {
        Reading reading = Reading.of("""
                swapper     0 [003]    74.560294:    workqueue:workqueue_activate_work: work struct 0x10
                \tffffffff810c4a6c __queue_work+0x3c0 ([kernel.kallsyms])
                  workqueue.c:1490
                \tffffffff81153cc4 a 5 1.000000: sched:sched_wakeup: x ([kernel.kallsyms])
                            7f3a1c0e5a1d write+0x4d (/usr/lib/libc.so.6)

                kworker/0:1-ev    41 [000]   100.123456: workqueue:workqueue_activate_work: work struct 0x10
                """);

        assertThat(reading.log().count("activated")).isEqualTo(2);
        assertThat(reading.statistics().events()).isEqualTo(2);
        assertThat(reading.statistics().linesSkipped()).isZero();
    }

    @Test
    void headerDescribesTheMachine() {
        Reading reading = Reading.of("""
                # ========
                # captured on    : Mon Nov 30 20:02:11 2026
                # os release : 6.1.0-57-amd64
                # nrcpus online : 8
                # nrcpus avail : 16
                # event : name = sched:sched_switch, , id = { 1, 2 }
                # ========
                #
                            perf   514 [000]    50.344934: sched:sched_migrate_task: comm=a pid=1 prio=1 orig_cpu=2 dest_cpu=3
                """);

        assertThat(reading.log().lines())
                .startsWith("capture", "kernel 6.1.0-57-amd64", "online 8", "configured 16", "clock NANOSECONDS");
    }

    @Test
    void anotherHeaderBeginsAnotherCapture() {
        String capture =
                "# captured on    : Mon Nov 30 20:02:11 2026\n            perf   514 [000]    50.344934:" + EVENT;

        assertThat(Reading.of(capture + "\n" + capture + "\n").log().count("capture"))
                .isEqualTo(2);
    }

    /** With option --show-mmap-events a file begins with records, some of which look like lines of ftrace. */
    @Test
    void recordsAreOfPerf() {
        Reading reading = Reading.of("""
                         swapper     0 [000]     0.000000: PERF_RECORD_MMAP -1/0: [0xff(0xe0) @ 0xff]: x [kernel.kallsyms]
                            a-12   514 [000]    50.344934: PERF_RECORD_COMM exec: a-12 [001] 1.000000:514/514
                             :-1    -1 [000]    50.344934: PERF_RECORD_SWITCH_CPU_WIDE OUT          next pid/tid:    0/0
                """);

        assertThat(reading.statistics().formatName()).isEqualTo("perf script text");
        assertThat(reading.statistics().events()).isZero();
        assertThat(reading.statistics().linesSkipped()).isZero();
    }

    @Test
    void lossIsTold() {
        Reading reading = Reading.of("""
                            perf   514 [000]    50.344934: PERF_RECORD_COMM: perf:514/514
                            perf   514 [002]    50.344934: PERF_RECORD_LOST lost 3
                PERF_RECORD_FINISHED_ROUND
                            perf   514 [002]    50.344934: PERF_RECORD_LOST_SAMPLES lost 5
                Warning:
                Processed 123 events and lost 4 chunks!
                """);

        assertThat(reading.statistics().lostEvents()).isEqualTo(8);
        assertThat(reading.log().lines()).contains("lost 2 3 at 2", "lost 2 5 at 4", "lost -1 -1 at 6");
        assertThat(reading.statistics().linesSkipped()).isOne();
        assertThat(reading.statistics().events()).isZero();
    }

    /** A cut line is an event of its name, though nobody knows what happened. */
    @Test
    void cutPayload() {
        Reading reading =
                Reading.of("            perf   514 [000]    50.344934: sched:sched_switch: prev_comm=bash prev");

        assertThat(reading.log().lines()).endsWith("other 'sched_switch'");
        assertThat(reading.statistics().linesSkipped()).isOne();
        assertThat(reading.statistics().eventsByName()).containsEntry("sched:sched_switch", 1L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "see 5 1.2: it works:",
                "at 12.345678: x: y",
                "Version 1.000000: new",
                "            perf   514 [000]    50.344934:",
                "            perf   514 [000]    50.344934: comm=a pid=2 prio=120"
            })
    void proseIsNoSample(String line) {
        assertThatThrownBy(() -> Reading.of(line + "\n")).isInstanceOf(UnreadableInput.class);
    }
}
