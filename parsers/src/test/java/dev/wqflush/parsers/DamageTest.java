package dev.wqflush.parsers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.WqflushException;
import dev.wqflush.parsers.input.TraceSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to the bytes on their way, the outcome is a reading or one sentence. */
class DamageTest {
    private static final String SAMPLE = """
            # tracer: nop
            #
            # entries-in-buffer/entries-written: 9/9   #P:8
            #           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION
                      <idle>-0       [000] d..2.    86.000001: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 \
            prev_state=R ==> next_comm=w next_pid=3 next_prio=120
                    wqload/0-633     [004] d..2.    86.436676: workqueue_queue_work: work struct=000000008e4f24f4 \
            function=f [m] workqueue=w req_cpu=512 cpu=4
                    wqload/0-633     [004] d..2.    86.436757: workqueue_activate_work: work struct 8e4f24f4 function=f\s
                    wqload/0-633     [004] .....    86.436760: fe: (__flush_workqueue+0x4/0x580) wq=0xff11 name="w"
                    wqload/0-633     [004] .....    86.436770: wk: (flush_workqueue_prep_pwqs+0x0/0x710) flush_color=0 \
            work_color=-1
                    wqload/0-633     [004] .....    86.436780: wr: (__flush_workqueue+0x2ee/0x580 <- \
            flush_workqueue_prep_pwqs) ret=1
            CPU:3 [LOST 12 EVENTS]
                    wqload/0-633     [004] .....    86.436790: contention_begin: 00000000f433eb50 (flags=SPIN|MUTEX)
                    wqload/0-633     [004] .....    86.436795: <stack trace>
             => schedule
               81.867624 |    5)  wqload/-607   |               |  __flush_workqueue() {
               81.867634 |    5)  wqload/-607   | ! 733.165 us  |  } /* x ret=0x1 */
             ------------------------------------------
              5)  wqload/-607   =>   kworker-74 \s
              sh-98         2d..2. 123456us : sched_waking: comm=a pid=2 prio=120 target_cpu=003
                      <idle>       0   1 17 00000003 00000003 [04638562] 72.175ms (+0.119ms): sched_wakeup: a:2 [1] CPU:003
            """;

    private static final byte[] BYTES = SAMPLE.getBytes(StandardCharsets.ISO_8859_1);

    @Test
    void sampleIsUnderstood() {
        Reading reading = Reading.of(BYTES);

        assertThat(reading.statistics().firstSkippedText()).isNull();
        assertThat(reading.log().contexts()).hasSize(11);
    }

    /** Cut anywhere, the whole lines before the cut say what they said. */
    @Test
    void cutAtEveryByte() {
        List<String> whole = Reading.of(BYTES).log().lines();
        for (int length = 1; length <= BYTES.length; length++) {
            List<String> cut = read(TraceSource.bytes(Arrays.copyOf(BYTES, length), "cut"));

            int same = Math.max(0, cut.size() - 1);
            assertThat(cut.subList(0, same)).as("cut at %d", length).isEqualTo(whole.subList(0, same));
        }
    }

    @Test
    void byteByByte() {
        assertThat(read(Reading.trickle(BYTES)))
                .isEqualTo(Reading.of(BYTES).log().lines());
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void changedBytes(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 700; round++) {
            byte[] changed = BYTES.clone();
            for (int i = random.nextInt(20); i >= 0; i--) {
                int at = random.nextInt(changed.length);
                changed[at] = (byte) (random.nextBoolean() ? random.nextInt() : changed[at] ^ 1 << random.nextInt(8));
            }
            assertThat(read(TraceSource.bytes(changed, "changed")))
                    .as("seed %d", seed)
                    .hasSizeLessThan(100);
        }
    }

    /** Lines put together from pieces of others reach combinations that no kernel prints. */
    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void shuffledPieces(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 700; round++) {
            ByteArrayOutputStream shuffled = new ByteArrayOutputStream();
            shuffled.writeBytes(random.nextBoolean() ? "# tracer: nop\n".getBytes(StandardCharsets.ISO_8859_1) : BYTES);
            for (int piece = 0; piece < 40; piece++) {
                int from = random.nextInt(BYTES.length);
                shuffled.write(BYTES, from, random.nextInt(Math.min(60, BYTES.length - from)));
            }
            assertThat(read(TraceSource.bytes(shuffled.toByteArray(), "shuffled")))
                    .as("seed %d", seed)
                    .hasSizeLessThan(300);
        }
    }

    @Test
    void gzipSaysTheSame() throws IOException {
        byte[] twice = gzip(BYTES, BYTES);
        byte[] plain = (SAMPLE + SAMPLE).getBytes(StandardCharsets.ISO_8859_1);

        assertThat(Reading.of(twice).log().lines())
                .isEqualTo(Reading.of(plain).log().lines());
        assertThat(Reading.of(twice).log().contexts())
                .isEqualTo(Reading.of(plain).log().contexts());
    }

    @Test
    void cutGzipIsReadAsFarAsItGoes() throws IOException {
        byte[] whole = gzip(BYTES);
        List<String> lines = Reading.of(BYTES).log().lines();
        for (int length = 1; length < whole.length; length++) {
            try {
                Reading reading = Reading.of(Arrays.copyOf(whole, length));
                int same = Math.max(0, reading.log().lines().size() - 1);
                assertThat(reading.log().lines().subList(0, same)).isEqualTo(lines.subList(0, same));
                assertThat(reading.statistics().truncated()).isTrue();
                assertThat(reading.statistics().problems().count(ReadProblem.Kind.BROKEN_OFF))
                        .isOne();
            } catch (WqflushException e) {
                assertThat(length).isLessThan(whole.length / 2);
            }
        }
    }

    @Test
    void sizeDigestAndProgressAreOfTheFileAsStored() throws IOException {
        byte[] stored = gzip(BYTES);
        long[] progress = new long[1];
        Reading reading =
                Reading.of(TraceSource.bytes(stored, "stored").digested().onProgress(count -> progress[0] = count));

        assertThat(reading.statistics().bytes()).isEqualTo(stored.length).isEqualTo(progress[0]);
        assertThat(reading.statistics().sha256()).hasSize(64);
        assertThat(Reading.of(stored).statistics().sha256()).isNull();
    }

    /** Lines made of beginnings of a context take time in proportion to their length, not to its square. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1]",
                "[1] ",
                "[00000000] 1ms (+",
                "-1 2",
                "-1 ",
                "|",
                "a-1 |",
                "=> ",
                "\"",
                "\" a=\"",
                "(",
                " <- ",
                "1",
                " ",
                "x-1 [1] 1.0: ",
                "(-1) [1] 1.0:",
                "CPU:",
                " cpu=",
                "> ",
                "[1.1]",
                "\u0000"
            })
    void hostileLines(String piece) {
        String line = piece.repeat(200_000 / piece.length()) + "\n";
        String context = "              sh-98      [005] d..2.    50.312800: ";
        String text = "# tracer: nop\n#\n" + line + context + "e: (" + line + context + "f: (__flush_workqueue+0x0/1)"
                + line
                + context + "sched_switch: prev_comm=" + line + context + "workqueue_queue_work: work struct=1" + line
                + " 1)               |  " + line;

        assertTimeout(Duration.ofSeconds(5), () -> Reading.of(text));
    }

    /** Names cannot fill the memory. */
    @Test
    void longNamesAreNoNames() {
        String name = "a".repeat(100_000);
        Reading reading =
                Reading.of("# tracer: nop\n#\n" + name + ": x\n" + name + "-1 [000] 1.000001: " + name + ": x\n");

        assertThat(reading.statistics().linesSkipped()).isEqualTo(2);
    }

    private static byte[] gzip(byte[]... members) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] member : members) {
            try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
                gzip.write(member);
            }
        }
        return bytes.toByteArray();
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
