package dev.wqflush.parsers.tracedat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.parsers.Reading;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.ReadProblem.Kind;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.diag.WqflushException;
import dev.wqflush.parsers.input.TraceSource;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files laid out as trace-cmd does it, byte by byte, in every version, byte order, word size and compression. */
class TraceDatReaderTest {
    private static final int START = 153;
    private static final int SWITCH = 316;
    private static final long FUNCTION = 0xffffffff81000100L;

    private static final String EXECUTE_START =
            TraceDatWriter.format("workqueue_execute_start", START, "void * work,8,8,0", "void * function,16,8,0");
    private static final String SCHED_SWITCH = TraceDatWriter.format(
            "sched_switch",
            SWITCH,
            "char prev_comm[16],8,16,0",
            "pid_t prev_pid,24,4,1",
            "int prev_prio,28,4,1",
            "long prev_state,32,8,1",
            "char next_comm[16],40,16,0",
            "pid_t next_pid,56,4,1",
            "int next_prio,60,4,1");

    private static TraceDatWriter writer(int version, String order, int longSize, String compression) {
        return new TraceDatWriter(
                        version,
                        order.equals("big") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
                        longSize,
                        compression)
                .event(EXECUTE_START)
                .event(SCHED_SWITCH)
                .symbols("ffffffff81000100 t vmstat_update\nffffffff81000200 T next\t[module]\n")
                .tasks("12 kworker/0:1\n345 a b-c\n");
    }

    private static TraceDatWriter writer() {
        return writer(6, "little", 8, "none");
    }

    private static byte[] start(TraceDatWriter writer, long work) {
        return writer.record(START, 0, 0, 12).u64(work).u64(FUNCTION).bytes();
    }

    private static byte[] switched(TraceDatWriter writer) {
        return writer.record(SWITCH, 1, 0x12, 345)
                .comm("a b-c", 16)
                .u32(345)
                .u32(120)
                .u64(2)
                .comm("swapper/1", 16)
                .u32(0)
                .u32(120)
                .bytes();
    }

    /** Two CPUs, two instances, three sub-buffers of one CPU. */
    private static byte[] sample(int version, String order, int longSize, String compression) {
        TraceDatWriter writer = writer(version, order, longSize, compression)
                .option(4, "local [global] counter")
                .option(5, "Linux host 6.1.0-57-amd64 x86_64")
                .option(4711, "of another program");
        return writer.add(0, writer.page(1_000).record(10, start(writer, 1)).record(10, start(writer, 2)))
                .add(0, writer.page(2_000).record(0, start(writer, 3)))
                .add(0, writer.page(3_000).lost(7).longRecord(5, start(writer, 4)))
                .add(1, writer.page(1_005).longRecord(10, switched(writer)))
                .add("instance", 1, writer.page(1_500).record(0, start(writer, 5)))
                .bytes();
    }

    @ParameterizedTest
    @CsvSource({
        "6, little, 8, none", "6, little, 4, none", "6, big, 8, none", "6, big, 4, none", "7, little, 8, none",
        "7, little, 8, zstd", "7, little, 4, zlib", "7, big, 8, zlib", "7, big, 4, zstd", "7, big, 4, none"
    })
    void allLayoutsSayTheSame(int version, String order, int longSize, String compression) {
        Reading reading = Reading.of(sample(version, order, longSize, compression));

        assertThat(reading.log().lines().stream().map(line -> line.replaceAll(" at \\d+", "")))
                .containsExactly(
                        "capture",
                        "kernel 6.1.0-57-amd64",
                        "configured 2",
                        "clock NANOSECONDS",
                        "started 0x1 'vmstat_update'",
                        "switch 345 'a b-c' UNINTERRUPTIBLE 0 'swapper/1'",
                        "started 0x2 'vmstat_update'",
                        "started 0x5 'vmstat_update'",
                        "started 0x3 'vmstat_update'",
                        "lost 0 7",
                        "started 0x4 'vmstat_update'");
        assertThat(reading.log().contexts().stream().map(line -> line.replaceAll(" line \\d+", "")))
                .containsExactly(
                        "1010 cpu 0 'kworker/0:1'-12 TASK 0",
                        "1015 cpu 1 'a b-c'-345 TASK 2",
                        "1020 cpu 0 'kworker/0:1'-12 TASK 0",
                        "1500 cpu 1 'kworker/0:1'-12 TASK 0",
                        "2000 cpu 0 'kworker/0:1'-12 TASK 0",
                        "3005 cpu 0 'kworker/0:1'-12 TASK 0");
        assertThat(reading.statistics().lostEvents()).isEqualTo(7);
        assertThat(reading.statistics().problems().examples()).isEmpty();
    }

    @Test
    void theTimesOfASubBuffer() {
        TraceDatWriter writer = writer();
        writer.add(
                0,
                writer.page(1_000)
                        .extend(1L << 40)
                        .record(1, start(writer, 1))
                        .discarded(100, 16)
                        .record(1, start(writer, 2))
                        .stamp(1L << 50)
                        .record(2, start(writer, 3))
                        .unused());

        assertThat(times(writer)).containsExactly(1_000 + (1L << 40) + 1, 1_000 + (1L << 40) + 102, (1L << 50) + 2);
    }

    /** An absolute time has 59 bits; what is above them is that of the time before, and one more if it passed over. */
    @Test
    void theUpperBitsOfAnAbsoluteTime() {
        TraceDatWriter writer = writer();
        long upper = 3L << 59;
        writer.add(
                0,
                writer.page(upper + 1_000)
                        .stamp(2_000)
                        .record(0, start(writer, 1))
                        .stamp(1_500)
                        .record(0, start(writer, 2)));

        assertThat(times(writer)).containsExactly(upper + 2_000, upper + (1L << 59) + 1_500);
    }

    private static List<Long> times(TraceDatWriter writer) {
        return Reading.of(writer.bytes()).log().contexts().stream()
                .map(context -> Long.valueOf(context.substring(0, context.indexOf(' '))))
                .toList();
    }

    @Test
    void equalTimesGoByCpu() {
        TraceDatWriter writer = writer().cpus(9);
        for (int cpu = 8; cpu >= 0; cpu--) {
            writer.add(cpu, writer.page(5).record(0, start(writer, cpu)).record(0, start(writer, cpu)));
        }

        assertThat(Reading.of(writer.bytes()).log().contexts())
                .extracting(context -> context.charAt("5 cpu ".length()) - '0')
                .isSorted()
                .hasSize(18);
    }

    @Test
    void lossWithoutANumber() {
        TraceDatWriter writer = writer();
        writer.add(1, writer.page(5).lost(-1).record(0, start(writer, 1)));

        Reading reading = Reading.of(writer.bytes());

        assertThat(reading.log().lines()).anyMatch(line -> line.startsWith("lost 1 -1 at "));
        assertThat(reading.statistics().lossMarks()).isOne();
    }

    @Test
    void clocks() {
        assertThat(clockLines("local global [counter]\n")).contains("clock COUNTER");
        assertThat(clockLines("local [x86-tsc]")).contains("clock TICKS");
        assertThat(clockLines("uptime")).contains("clock TICKS");
        assertThat(clockLines("mono")).contains("clock NANOSECONDS");
    }

    private static List<String> clockLines(String text) {
        return Reading.of(writer().option(4, text).bytes()).log().lines();
    }

    @Test
    void cyclesBecomeNanosecondsAndMoveToWallTime() {
        TraceDatWriter writer = writer().option(4, "[x86-tsc]")
                .option(
                        14,
                        new Bytes(ByteOrder.LITTLE_ENDIAN).u32(3).u32(1).u64(99).bytes())
                .option(7, "-5")
                .option(1, "0x2");
        writer.add(0, writer.page(1L << 60).record(0, start(writer, 1)));

        Reading reading = Reading.of(writer.bytes());

        assertThat(reading.log().lines()).contains("clock NANOSECONDS");
        assertThat(reading.log().contexts()).singleElement().asString().startsWith((3L << 59) + 1_995 + " cpu");
    }

    /** What cannot be is left out to the end of its sub-buffer, with the place; what follows is read. */
    @ParameterizedTest
    @CsvSource({
        "0x0000001c, a record is longer than what is left of its sub-buffer",
        "0x00000000, a record is cut by the end of its sub-buffer"
    })
    void damagedRecords(String word, String sentence) {
        TraceDatWriter writer = writer();
        writer.add(0, writer.page(1).record(0, start(writer, 1)).garbage(Long.decode(word)))
                .add(0, writer.page(2).record(0, start(writer, 2)));

        damaged(writer, sentence);
    }

    @Test
    void lengthsThatCannotBe() {
        for (long length : new long[] {0, 3, 200, 0x7ffffffe, 0x7fffffff, 0x80000000L, 0xffffffffL}) {
            TraceDatWriter writer = writer();
            writer.add(0, writer.page(1).record(0, start(writer, 1)).garbage(0).garbage(length))
                    .add(0, writer.page(2).record(0, start(writer, 2)));

            damaged(writer, "a record has an impossible length");
        }
    }

    @Test
    void headersOfSubBuffersThatCannotBe() {
        for (Page page : new Page[] {
            writer().page(1).claiming(TraceDatWriter.SUB_BUFFER - 15),
            writer().page(1).claiming(0x3fffffff),
            writer().page(-1).record(0, start(writer(), 9))
        }) {
            TraceDatWriter writer = writer();
            writer.add(0, writer.page(1).record(0, start(writer, 1)))
                    .add(0, page)
                    .add(0, writer.page(2).record(0, start(writer, 2)));

            damaged(writer, "the header of a sub-buffer cannot be");
        }
    }

    @Test
    void timesBeyondAnyClock() {
        TraceDatWriter writer = writer();
        Page page = writer.page(1).record(0, start(writer, 1));
        for (int i = 0; i < 17; i++) {
            page.extend(-1);
        }
        writer.add(0, page).add(0, writer.page(2).record(0, start(writer, 2)));

        damaged(writer, "a time stamp is beyond what a clock can be");
    }

    private static void damaged(TraceDatWriter writer, String sentence) {
        byte[] bytes = writer.bytes();
        Reading reading = Reading.of(bytes);

        assertThat(reading.log().lines()).endsWith("started 0x1 'vmstat_update'", "started 0x2 'vmstat_update'");
        List<ReadProblem> problems = reading.statistics().problems().examples();
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.kind()).isEqualTo(Kind.DAMAGED_PART);
            assertThat(problem.sentence()).isEqualTo(sentence + " (CPU 0); the rest of the sub-buffer was left out.");
            assertThat(problem.line()).isBetween(bytes.length - 3L * TraceDatWriter.SUB_BUFFER, (long) bytes.length);
        });
    }

    @Test
    void recordsThatTheFileDoesNotDescribeAndShortOnes() {
        TraceDatWriter writer = writer();
        writer.add(
                0,
                writer.page(1)
                        .record(0, writer.record(999, 0, 0, 1).bytes())
                        .record(0, writer.record(START, 0, 0, 1).u64(1).bytes())
                        .record(0, start(writer, 1)));

        Reading reading = Reading.of(writer.bytes());

        assertThat(reading.log().lines()).endsWith("started 0x1 'vmstat_update'");
        assertThat(reading.statistics().problems().examples())
                .extracting(ReadProblem::sentence)
                .containsExactly(
                        "records of event number 999, which the file does not describe; they were left out.",
                        "a record of workqueue_execute_start is too short; it was left out.");
        assertThat(reading.statistics().events()).isOne();
        assertThat(reading.statistics().linesRead()).isEqualTo(3);
    }

    /** Fields are read by their places; how the kernel would print them does not matter. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\"%pX %\", __no_such(REC->work, {{", "\"%s\", ((((", "REC"})
    void waysToPrintThatNobodyKnows(String print) {
        TraceDatWriter writer = new TraceDatWriter(6, ByteOrder.LITTLE_ENDIAN, 8, "none")
                .event(EXECUTE_START.replace("print fmt: \"\"", "print fmt: " + print))
                .symbols("ffffffff81000100 t vmstat_update\n");
        writer.add(0, writer.page(1).record(0, start(writer, 1)));

        Reading reading = Reading.of(writer.bytes());

        assertThat(reading.log().lines()).endsWith("started 0x1 'vmstat_update'");
        assertThat(reading.statistics().problems().examples()).isEmpty();
    }

    /** The same records for every CPU of a table would be read as often. */
    @Test
    void partsThatLieOverEachOther() {
        TraceDatWriter writer = writer();
        writer.add(0, writer.page(1).record(0, start(writer, 1)));
        byte[] bytes = writer.bytes();
        int table = indexOf(bytes, "flyrecord\0") + 10;
        System.arraycopy(bytes, table, bytes, table + 16, 16);
        byte[] all = new Bytes(ByteOrder.LITTLE_ENDIAN).u64(0).u64(bytes.length).bytes();
        System.arraycopy(all, 0, bytes, table, 16);

        Reading reading = Reading.of(bytes);

        assertThat(reading.statistics().problems().examples())
                .extracting(ReadProblem::sentence)
                .contains("records of CPU 1 cannot stand where the file says; they were left out.");
    }

    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    }

    @Test
    void unknownVersionsAndCompressions() {
        assertThatThrownBy(() -> Reading.of(writer(8, "little", 8, "none").bytes()))
                .isInstanceOf(UnreadableInput.class)
                .hasMessageStartingWith("test.txt: a trace.dat file of version 8; expected 6 or 7. Convert it: ");
        assertThatThrownBy(() -> Reading.of(writer(7, "little", 8, "lz9").bytes()))
                .isInstanceOf(UnreadableInput.class)
                .hasMessageStartingWith(
                        "test.txt: a trace.dat file compressed with lz9; expected zstd, zlib or none. Convert it: ");
    }

    /** Cut anywhere, what is read is the beginning of what the whole file says, CPU by CPU, and one sentence tells. */
    @ParameterizedTest
    @CsvSource({"6, none", "7, zlib"})
    void cutAtEveryByte(int version, String compression) {
        byte[] whole = sample(version, "little", 8, compression);
        List<String> all = Reading.of(whole).log().lines();
        int most = 0;
        for (int length = 10; length < whole.length; length++) {
            try {
                Reading cut = Reading.of(Arrays.copyOf(whole, length));
                List<String> said = cut.log().lines();
                assertThat(all)
                        .as("cut at %d", length)
                        .containsAll(said.stream()
                                .filter(line -> line.startsWith("started") && line.contains("vmstat"))
                                .toList());
                assertThat(cut.statistics().problems().count(Kind.BROKEN_OFF)
                                + cut.statistics().problems().count(Kind.DAMAGED_PART))
                        .as("cut at %d", length)
                        .isPositive();
                most = Math.max(most, cut.log().count("started"));
            } catch (WqflushException e) {
                assertThat(length).isLessThan(40);
            }
        }
        assertThat(most).isGreaterThanOrEqualTo(version == 6 ? 4 : 0);
    }

    @Test
    void byteByByte() {
        byte[] bytes = sample(7, "little", 8, "zstd");
        assertThat(Reading.of(Reading.trickle(bytes)).log().lines())
                .isEqualTo(Reading.of(bytes).log().lines());
    }

    @Test
    void aFileIsReadWhereItLies(@TempDir Path folder) throws IOException {
        byte[] bytes = sample(6, "little", 8, "none");
        Path file = Files.write(folder.resolve("a.dat"), bytes);

        Reading plain = Reading.of(TraceSource.file(file));
        Reading digested = Reading.of(TraceSource.file(file).digested());

        assertThat(plain.log().lines()).isEqualTo(Reading.of(bytes).log().lines());
        assertThat(plain.statistics().bytes()).isEqualTo(bytes.length);
        assertThat(plain.statistics().sha256()).isNull();
        assertThat(digested.statistics().bytes()).isEqualTo(bytes.length);
        assertThat(digested.statistics().sha256())
                .isEqualTo(Reading.of(TraceSource.bytes(bytes, "b").digested())
                        .statistics()
                        .sha256());
    }

    @ParameterizedTest
    @CsvSource({"6, none, 1", "7, none, 2", "7, zlib, 3", "7, zstd, 4"})
    void changedBytes(int version, String compression, long seed) {
        byte[] whole = sample(version, "little", 8, compression);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            byte[] changed = whole.clone();
            for (int i = random.nextInt(8); i >= 0; i--) {
                int at = 10 + random.nextInt(changed.length - 10);
                changed[at] = (byte) (random.nextBoolean() ? random.nextInt() : changed[at] ^ 1 << random.nextInt(8));
            }
            try {
                assertThat(Reading.of(changed).log().lines())
                        .as("seed %d", seed)
                        .hasSizeLessThan(500);
            } catch (WqflushException e) {
                assertThat(e).hasMessageStartingWith("test.txt: ");
            }
        }
    }
}
