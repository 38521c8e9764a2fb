package dev.wqflush.parsers.perfdata;

import static dev.wqflush.parsers.perfdata.PerfDataWriter.USUAL;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.wqflush.parsers.Reading;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.input.TraceSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files made for one question each, in the layout that docs of the format give. */
class PerfDataReaderTest {
    private static final List<ByteOrder> ORDERS = List.of(LITTLE_ENDIAN, BIG_ENDIAN);

    /** The same recording in both byte orders and modes. */
    @Test
    void fileAndPipeSayTheSameInBothByteOrders() {
        for (ByteOrder order : ORDERS) {
            for (byte[] content : modes(usual(order))) {
                Reading reading = Reading.of(content);

                assertThat(reading.log().lines())
                        .as("%s", order)
                        .containsExactly(
                                "capture",
                                "kernel 6.1.0-57-amd64",
                                "configured 16",
                                "online 8",
                                "clock NANOSECONDS",
                                "started 0xff11 '0xffffffff81000010'",
                                "walk 0x0 ? 3 -1 by PROBE",
                                "other 'cycles:HG'");
                assertThat(reading.log().contexts().get(0)).startsWith("1000 cpu 4 'kworker/4:1'-77 TASK 2 line ");
                assertThat(reading.log().contexts().get(1)).startsWith("2000 cpu 5 'kworker/4:1'-78 TASK 0 line ");
                assertThat(reading.statistics().eventsByName())
                        .containsEntry("workqueue:workqueue_execute_start", 1L)
                        .containsEntry("wqf:walk", 1L)
                        .containsEntry("cycles:HG", 1L)
                        .hasSize(3);
                assertThat(reading.statistics().problems().examples()).isEmpty();
            }
        }
    }

    private static PerfDataWriter usual(ByteOrder order) {
        PerfDataWriter writer = described(order, USUAL);
        return writer.comm(77, "kworker/4:1", 0)
                .fork(77, 78, 500)
                .started(12, 1000, 4, 77, 0xff11)
                .walk(21, 2000, 5, 78, 3, -1)
                .sample(31, 3000, 5, 78, new byte[4])
                .round();
    }

    private static PerfDataWriter described(ByteOrder order, long sampleType) {
        PerfDataWriter writer = new PerfDataWriter(order, sampleType).usualEvents();
        return writer.feature(1, writer.tracingData())
                .feature(4, writer.string("6.1.0-57-amd64"))
                .feature(7, writer.bytes(8).putInt(16).putInt(8).array());
    }

    private static List<byte[]> modes(PerfDataWriter writer) {
        return List.of(writer.file(), writer.pipe());
    }

    @Test
    void namesOfEventsAreThoseThatTheFileGives() {
        PerfDataWriter file = usual(LITTLE_ENDIAN);
        file.feature(12, file.eventDescriptions("workqueue:workqueue_execute_start", "wqf:walk", "cpu-cycles"));
        PerfDataWriter pipe =
                described(LITTLE_ENDIAN, USUAL).eventUpdate(31, "cpu-cycles").sample(31, 3000, 5, 78, new byte[4]);

        assertThat(Reading.of(file.file()).log().lines()).contains("other 'cpu-cycles'");
        assertThat(Reading.of(pipe.pipe()).log().lines()).contains("other 'cpu-cycles'");
    }

    /** perf refuses attributes that are larger than its own; all that matters stands in front. */
    @ParameterizedTest
    @ValueSource(ints = {64, 96, 136, 152, 1024})
    void attributesOfAnySize(int size) {
        for (ByteOrder order : ORDERS) {
            PerfDataWriter writer = usual(order);
            writer.attributeSize = size;

            for (byte[] content : modes(writer)) {
                assertThat(Reading.of(content).log().count("walk")).isOne();
            }
        }
    }

    @Test
    void eventsAreToldByIdWhereThereIsNoIdentifier() {
        PerfDataWriter writer = described(LITTLE_ENDIAN, (USUAL & ~PerfDataWriter.IDENTIFIER) | PerfDataWriter.ID);
        writer.comm(77, "w", 5)
                .started(11, 1000, 4, 77, 1)
                .walk(21, 2000, 5, 77, 3, -1)
                .started(99, 1, 1, 1, 1);

        Reading reading = Reading.of(writer.file());

        assertThat(reading.log().lines()).contains("started 0x1 '0xffffffff81000010'", "walk 0x0 ? 3 -1 by PROBE");
        assertThat(reading.log().contexts().get(0)).contains("'w'-77");
        assertThat(sentences(reading))
                .containsExactly("a SAMPLE record of an event that the file does not describe; left out.");
    }

    @Test
    void oneEventNeedsNoIds() {
        PerfDataWriter writer = new PerfDataWriter(LITTLE_ENDIAN, PerfDataWriter.TID | PerfDataWriter.RAW);
        writer.attribute(2, PerfDataWriter.EXECUTE_START).feature(1, writer.tracingData());
        writer.started(0, 0, 0, 77, 7).started(0, 0, 0, 78, 8);

        assertThat(Reading.of(writer.file()).log().lines())
                .containsExactly(
                        "capture",
                        "clock NONE",
                        "started 0x7 '0xffffffff81000010'",
                        "started 0x8 '0xffffffff81000010'");
    }

    @Test
    void countersAndCallChainsAreSteppedOver() {
        PerfDataWriter writer = described(LITTLE_ENDIAN, USUAL | PerfDataWriter.READ | PerfDataWriter.CALLCHAIN);
        writer.readFormat = 1 | 2 | 4 | 8 | 16;
        writer.started(11, 1000, 4, 77, 0xabc);

        assertThat(Reading.of(writer.file()).log().lines()).contains("started 0xabc '0xffffffff81000010'");
    }

    /** Two rounds of three CPUs; the last of a CPU's buffer lies beyond the first of the next CPU's. */
    @Test
    void roundsAreBroughtIntoOrder() {
        PerfDataWriter writer = described(LITTLE_ENDIAN, USUAL);
        writer.started(11, 100, 0, 1, 1).started(11, 300, 0, 1, 3);
        writer.started(12, 200, 1, 2, 2).started(12, 320, 1, 2, 4).round();
        writer.started(11, 400, 0, 1, 6).started(11, 600, 0, 1, 8);
        writer.started(12, 330, 1, 2, 5).started(12, 500, 1, 2, 7).round();
        writer.started(11, 50, 0, 1, 9);

        Reading reading = Reading.of(writer.file());

        assertThat(reading.log().lines().stream().filter(line -> line.startsWith("started")))
                .extracting(line -> line.substring("started 0x".length(), "started 0x".length() + 1))
                .containsExactly("1", "2", "3", "4", "9", "5", "6", "7", "8");
        assertThat(reading.statistics().problems().count(ReadProblem.Kind.LATE_RECORDS))
                .isOne();
    }

    @Test
    void lossIsToldWhereItHappened() {
        PerfDataWriter writer = described(LITTLE_ENDIAN, USUAL);
        writer.started(11, 100, 3, 1, 1).started(11, 300, 3, 1, 3).lost(12, 200, 3);
        writer.record(13, 0, writer.bytes(8).putLong(15).array()); // of which the kernel told 12
        writer.record(13, 1 << 15, writer.bytes(8).putLong(1000).array()); // dropped by a filter

        Reading reading = Reading.of(writer.file());

        assertThat(reading.log().lines().subList(5, 9))
                .extracting(line -> line.replaceAll(" at .*", ""))
                .containsExactly(
                        "started 0x1 '0xffffffff81000010'",
                        "lost 3 12",
                        "started 0x3 '0xffffffff81000010'",
                        "lost -1 3");
        assertThat(reading.statistics().lostEvents()).isEqualTo(15);
    }

    /** Pieces of one stream, cut within records, with rounds between them. */
    @ParameterizedTest
    @ValueSource(ints = {81, 83})
    void compressedRecords(int type) throws IOException {
        for (ByteOrder order : ORDERS) {
            PerfDataWriter inner = usual(order);
            PerfDataWriter writer = described(order, USUAL);
            byte[] plain = inner.records();
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            try (ZstdOutputStream zstd = new ZstdOutputStream(stream)) {
                for (int from = 0; from < plain.length; from += 100) {
                    zstd.write(plain, from, Math.min(100, plain.length - from));
                    zstd.flush();
                    addCompressed(writer, type, stream.toByteArray());
                    stream.reset();
                }
            }

            assertThat(Reading.of(writer.file()).log().lines())
                    .isEqualTo(Reading.of(inner.file()).log().lines());
            assertThat(Reading.of(writer.pipe()).log().lines())
                    .isEqualTo(Reading.of(inner.file()).log().lines());
        }
    }

    private static void addCompressed(PerfDataWriter writer, int type, byte[] piece) {
        byte[] body = piece;
        if (type == 83) {
            body = writer.bytes(8 + (piece.length + 7) / 8 * 8)
                    .putLong(piece.length)
                    .put(piece)
                    .array();
        }
        writer.record(type, 0, body);
    }

    @Test
    void compressedRecordsThatExpandWithoutBoundAreLeft() throws IOException {
        PerfDataWriter writer = described(LITTLE_ENDIAN, USUAL);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        byte[] unknown = new PerfDataWriter(LITTLE_ENDIAN, 0)
                .record(100, 0, new byte[65520])
                .records();
        try (ZstdOutputStream zstd = new ZstdOutputStream(stream)) {
            for (int i = 0; i < 4200; i++) {
                zstd.write(unknown);
            }
        }
        addCompressed(writer, 81, stream.toByteArray());

        assertThat(sentences(Reading.of(writer.file())))
                .containsExactly("a COMPRESSED record cannot be decompressed (it expands beyond 256 MiB); analysed what"
                        + " came before.");
    }

    @Test
    void bytesBehindRecordsBelongToThem() {
        PerfDataWriter writer = usual(LITTLE_ENDIAN);
        writer.record(71, 0, writer.bytes(40).putLong(1000).array()).raw(new byte[1000]);
        writer.started(11, 4000, 4, 77, 0xd00d);

        for (byte[] content : modes(writer)) {
            assertThat(Reading.of(content).log().lines()).contains("started 0xd00d '0xffffffff81000010'");
        }
    }

    @Test
    void damagedRecordsArePassedOver() {
        PerfDataWriter writer = usual(LITTLE_ENDIAN);
        int place = writer.file().length;
        writer.raw(writer.bytes(8)
                .putInt(9)
                .putShort((short) 0)
                .putShort((short) 0)
                .array());
        writer.raw(new byte[40]).started(11, 4000, 4, 77, 0xd00d).round();
        writer.record(1000, 0, new byte[16]).started(11, 5000, 4, 77, 0xd11d);

        Reading reading = Reading.of(writer.file());

        assertThat(reading.log().lines())
                .contains("started 0xd00d '0xffffffff81000010'", "started 0xd11d '0xffffffff81000010'");
        assertThat(sentences(reading))
                .containsExactly("a record SAMPLE of size 0, which cannot be, 48 bytes are left out.");
        assertThat(reading.statistics().problems().examples().get(0).line()).isLessThan(place);
    }

    /** What perf says on the terminal gets into a pipe's file easily. */
    @Test
    void messagesBehindAndWithinThePipe() {
        byte[] message = "[ perf record: Woken up 1 times to write data ]\n".getBytes(StandardCharsets.ISO_8859_1);
        PerfDataWriter writer = usual(LITTLE_ENDIAN);
        writer.raw(message).started(11, 4000, 4, 77, 0xd00d).round().raw(message);

        Reading reading = Reading.of(writer.pipe());

        assertThat(reading.log().lines()).contains("started 0xd00d '0xffffffff81000010'");
        assertThat(sentences(reading))
                .containsExactly(
                        "text where a record was expected ([ perf record: Woken up 1 times to write data ]\\x0a\\x09"
                                + "\\x00\\x00\\x00\\x01\\x00X\\x00\\x0b\\x00\\x00\\x00), 48 bytes are left out.",
                        "text where a record was expected ([ perf record: Woken up 1 times to write data ]\\x0a), the"
                                + " last 48 bytes are left out.");
    }

    @Test
    void recordingThatWasKilledHasNoSizeAndNoDescriptions() {
        byte[] file = usual(LITTLE_ENDIAN).file();
        Arrays.fill(file, 48, 56, (byte) 0); // the size of the data
        int dataEnd = Math.toIntExact(longAt(file, 40)) + usual(LITTLE_ENDIAN).records().length;

        Reading reading = Reading.of(Arrays.copyOf(file, dataEnd - 4));

        assertThat(reading.statistics().eventsByName())
                .containsOnlyKeys("tracepoint-101", "tracepoint-102", "cycles:HG");
        assertThat(sentences(reading))
                .singleElement()
                .asString()
                .startsWith("the file has no size of its data in the header: the recording was cut off");
    }

    @Test
    void fileThatIsCutOffSaysByHowMuch() {
        PerfDataWriter writer = usual(LITTLE_ENDIAN);
        byte[] file = writer.file();
        int dataEnd = Math.toIntExact(longAt(file, 40)) + writer.records().length;

        for (int missing : new int[] {8, 20}) { // at a record's end, and within one
            assertThat(sentences(Reading.of(Arrays.copyOf(file, dataEnd - missing))))
                    .singleElement()
                    .asString()
                    .startsWith("the file ends " + missing + " bytes before the end of its data; the descriptions");
        }
        byte[] pipe = writer.pipe();
        assertThat(sentences(Reading.of(Arrays.copyOf(pipe, pipe.length - 20))))
                .containsExactly("the file ends within a record; analysed what is there.");
    }

    @Test
    void absurdHeadersAreRefusedWithTheirNumbers() {
        refused(16, 6, "f: a perf.data file with 6 bytes an event (at offset 16); expected 80 to 65536.");
        refused(
                8,
                40,
                "f: a perf.data file with a header of 40 bytes (at offset 8); expected 104, or 16 for pipe mode.");
        refused(32, 1L << 40, "f: a perf.data file whose header claims 7,635,497,415 attributes, limit 65,536");
        assertThatThrownBy(() -> Reading.of(
                        TraceSource.bytes(Arrays.copyOf(usual(BIG_ENDIAN).file(), 50), "f")))
                .isInstanceOf(UnreadableInput.class)
                .hasMessageStartingWith("f: a perf.data file cut off within its header, after 50 bytes;");
    }

    /** Found by fuzzing: the place was what the file claims, beyond its end. */
    @Test
    void whatLiesOutsideTheFileIsReportedWhereTheFileSaysSo() {
        byte[] file = usual(LITTLE_ENDIAN).file();
        int ids = (int) (longAt(file, 24) + longAt(file, 16)) - 16;
        ByteBuffer.wrap(file).order(LITTLE_ENDIAN).putLong(ids, 1L << 40);

        assertThat(Reading.of(file).statistics().problems().examples())
                .anySatisfy(problem -> assertThat(problem.line()).isEqualTo(ids));

        byte[] elsewhere = changed(24, 1L << 40);
        assertThat(Reading.of(elsewhere).statistics().problems().examples())
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.line()).isLessThanOrEqualTo(elsewhere.length));
    }

    private static void refused(int offset, long value, String sentence) {
        assertThatThrownBy(() -> Reading.of(TraceSource.bytes(changed(offset, value), "f")))
                .isInstanceOf(UnreadableInput.class)
                .hasMessageStartingWith(sentence);
    }

    private static byte[] changed(int offset, long value) {
        byte[] file = usual(LITTLE_ENDIAN).file();
        ByteBuffer.wrap(file).order(LITTLE_ENDIAN).putLong(offset, value);
        return file;
    }

    private static long longAt(byte[] b, int at) {
        return ByteBuffer.wrap(b).order(LITTLE_ENDIAN).getLong(at);
    }

    @Test
    void featuresThatAreNotThereOrDoNotFitAreLeftOut() {
        PerfDataWriter writer = usual(LITTLE_ENDIAN);
        writer.feature(4, writer.bytes(64).putInt(Integer.MAX_VALUE).array()); // a release of 2 GiB
        writer.feature(7, writer.bytes(8).putInt(4).putInt(9).array()); // more CPUs online than there are
        byte[] file = writer.file();
        file[72 + 1] |= 1; // feature 8, which nobody wrote, takes the place of what follows

        Reading reading = Reading.of(file);

        assertThat(reading.log().lines()).noneMatch(line -> line.startsWith("kernel ") || line.startsWith("online "));
        assertThat(reading.log().count("walk")).isOne();
        assertThat(sentences(reading))
                .contains("feature 4 has a content that does not fit its size; left out.")
                .anyMatch(sentence -> sentence.startsWith("feature 8 is announced, but lies outside the file"));
    }

    /** Topologies, bitmaps and maps of threads: what they claim to hold can do no harm. */
    @ParameterizedTest
    @ValueSource(longs = {-1, 0x7fffffffffffffffL, 1L << 31, 1L << 24})
    void countsLargerThanWhatHoldsThem(long count) {
        for (ByteOrder order : ORDERS) {
            PerfDataWriter writer = usual(order);
            byte[] claim = writer.bytes(24).putLong(count).putLong(count).array();
            for (int feature : new int[] {13, 14, 22, 25, 28, 29, 33}) {
                writer.feature(feature, claim);
            }
            for (int type : new int[] {16, 73, 74, 76, 77, 80}) {
                writer.record(type, 0, claim);
            }
            writer.started(11, 4000, 4, 77, 0xd00d);

            for (byte[] content : modes(writer)) {
                Reading reading = Reading.of(content);
                assertThat(reading.log().lines()).contains("started 0xd00d '0xffffffff81000010'");
                assertThat(sentences(reading))
                        .allMatch("a record HEADER_FEATURE whose content does not fit its size; left out."::equals);
            }
        }
    }

    @Test
    void textsWithoutAnEndAreCutWhereTheirFieldEnds() {
        PerfDataWriter writer = usual(LITTLE_ENDIAN);
        writer.feature(4, "\4\0\0\0006.1.next".getBytes(StandardCharsets.ISO_8859_1));

        Reading reading = Reading.of(writer.file());

        assertThat(reading.log().lines()).contains("kernel 6.1.");
        assertThat(sentences(reading)).isEmpty();
    }

    @Test
    void impossibleCpusCountAsUnknown() {
        PerfDataWriter writer = described(LITTLE_ENDIAN, USUAL);
        writer.started(11, 1000, -2, 77, 1).started(11, 1001, 16, 77, 1);
        PerfDataWriter untold = new PerfDataWriter(LITTLE_ENDIAN, USUAL).usualEvents();
        untold.started(11, 1000, 16, 77, 1).started(11, 1001, 70_000, 77, 1);

        Reading reading = Reading.of(writer.file());

        assertThat(reading.log().contexts()).hasSize(2).allMatch(context -> context.contains(" cpu -1 "));
        assertThat(sentences(reading))
                .containsExactly(
                        "a record of CPU 4294967294 where there are at most 16; its CPU counts as not known.",
                        "a record of CPU 16 where there are at most 16; its CPU counts as not known.");
        assertThat(Reading.of(untold.file()).log().contexts())
                .satisfiesExactly(
                        context -> assertThat(context).contains(" cpu 16 "),
                        context -> assertThat(context).contains(" cpu -1 "));
    }

    private static List<String> sentences(Reading reading) {
        return reading.statistics().problems().examples().stream()
                .map(ReadProblem::sentence)
                .toList();
    }
}
