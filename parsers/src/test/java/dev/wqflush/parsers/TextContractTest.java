package dev.wqflush.parsers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.wqflush.parsers.diag.WqflushException;
import dev.wqflush.parsers.input.TraceSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every reader of text has to stand, whatever happens to the bytes on their way. */
class TextContractTest {
    /** A small sample of a format, of which every line is understood. */
    enum Sample {
        PERF_SCRIPT("""
                # ========
                # captured on    : Mon Nov 30 20:02:11 2026
                # os release : 6.1.0-57-amd64
                # ========
                #
                            perf   514 [000]    50.344934:                sched:sched_switch: prev_comm=perf prev_pid=514 \
                prev_prio=120 prev_state=R+ ==> next_comm=w next_pid=3 next_prio=0
                        wqload/0   517/518 [001]    50.422859:          1       wqf:flush_enter: (ffffffff810c40a0) wq=0xff11 \
                name="wql"
                \tffffffff810c4a6c __queue_work+0x3c0 ([kernel.kallsyms])
                \t    7f3a1c0e5a1d write+0x4d (/usr/lib/libc.so.6)

                        wqload/0   517 [001]    50.423700:                      wqf:walk_ret: (ffffffff810c2110 <- \
                ffffffff810c4260) ret=0
                            perf   514 [002]    50.434934: PERF_RECORD_LOST lost 3
                """),
        PERF_TRACE("""
                     0.000 :0/0 workqueue:workqueue_queue_work(work: 0xff82a62538, function: 0xf6b0, workqueue: "events", \
                req_cpu: 8192)
                     3.591 kworker/0:1-ev/17 workqueue:workqueue_execute_start(work: 0xff82a62538, function: 0xf6b0)
                     5.892 (47.684 ms): sleep/1579 execve(filename: 0x1) = 0
                         ? (         ):  ... [continued]: read()) = 1
                LOST 3 events!
                """),
        PERF_JSON("""
                {
                \t"linux-perf-json-version": 1,
                \t"headers": {"os-release": "6.1", "nrcpus-online": 8, "cmdline": ["perf"]},
                \t"samples": [
                \t\t{"timestamp": 100123456789, "pid": 41, "tid": 41, "cpu": 0, "comm": "k\\u0041\\uffffff80",
                \t\t "callchain": [{"ip": "0xff"}], "work": "0x10", "function": "f", "workqueue": "e", "req_cpu": 1, "cpu": 2},
                \t\t{"timestamp": 100123456999, "pid": 41, "tid": 41, "cpu": 0, "comm": "k", "callchain": [],
                \t\t "lock_addr": "0x10", "flags": 1}
                \t]
                }
                """),
        SYSTRACE("""
                <!DOCTYPE html>
                <script>var linuxPerfData = "\\
                # tracer: nop\\n\\
                          <idle>-0     (-----) [000] d..2    86.000001: sched_wakeup: comm=a pid=1 prio=1 target_cpu=000\\n\\
                ";</script>
                <script class="trace-data" type="application/text">
                          <idle>-0     (-----) [000] d..2    86.000002: sched_wakeup: comm=a pid=1 prio=1 target_cpu=000
                </script>
                {"systemTraceEvents": "# tracer: nop\\n  sh-98 [000] 86.000003: sched_wakeup: comm=a pid=1 prio=1 target_cpu=0\\n"}
                """);

        private final String text;

        Sample(String text) {
            this.text = text;
        }

        byte[] bytes() {
            return latin1(text);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sampleIsUnderstood(Sample sample) {
        Reading reading = Reading.of(sample.bytes());

        assertThat(reading.statistics().firstSkippedText()).isNull();
        assertThat(reading.statistics().events()).isBetween(2L, 3L);
        assertThat(reading.statistics().truncated()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void byteByByte(Sample sample) {
        assertThat(read(Reading.trickle(sample.bytes())))
                .isEqualTo(Reading.of(sample.bytes()).log().lines());
    }

    /** Cut anywhere, what stands before the cut says what it said. */
    @ParameterizedTest
    @EnumSource
    void cutAtEveryByte(Sample sample) {
        List<String> whole = Reading.of(sample.bytes()).log().lines();
        for (int length = 1; length <= sample.text.length(); length++) {
            List<String> cut = read(TraceSource.bytes(Arrays.copyOf(sample.bytes(), length), "cut"));

            int same = Math.max(0, cut.size() - 1);
            assertThat(cut.subList(0, same)).as("cut at %d", length).isEqualTo(whole.subList(0, same));
        }
    }

    @ParameterizedTest
    @EnumSource
    void changedBytes(Sample sample) {
        Random random = new Random(sample.text.length());
        for (int round = 0; round < 300; round++) {
            byte[] changed = sample.bytes();
            for (int i = random.nextInt(20); i >= 0; i--) {
                int at = random.nextInt(changed.length);
                changed[at] = (byte) (random.nextBoolean() ? random.nextInt() : changed[at] ^ 1 << random.nextInt(8));
            }
            assertThat(read(TraceSource.bytes(changed, "changed")))
                    .as("round %d", round)
                    .hasSizeLessThan(100);
        }
    }

    /** Lines made of beginnings take time in proportion to their length, not to its square. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                " 1.000000:",
                " 1.000000: a",
                " 1.000000: 1 ",
                "1 [1] 1.000000:",
                "/1 ",
                "1/1 a:b(",
                "a: 1, ",
                ", ",
                "\"",
                "\", a: ",
                "(",
                "\\",
                "class=\"trace-data\">",
                "\"systemTraceEvents\":\"",
                "</script",
                " ",
                "{",
                "TRACE:\n"
            })
    void hostileLines(String piece) {
        String line = piece.repeat(200_000 / piece.length());
        assertTimeout(Duration.ofSeconds(20), () -> {
            for (Sample sample : Sample.values()) {
                String text = sample.text;
                String fields = "     3.591 a/1 b:c(" + line + ")\n";
                read(TraceSource.bytes(latin1(text + line + "\n" + text + fields), "hostile"));
                read(TraceSource.bytes(latin1(text.replace("86.0000", line)), "hostile"));
            }
        });
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static List<String> read(TraceSource source) {
        try {
            return Reading.of(source).log().lines();
        } catch (WqflushException e) {
            assertThat(e).hasMessageStartingWith(source.name() + ": ");
            return List.of();
        }
    }
}
