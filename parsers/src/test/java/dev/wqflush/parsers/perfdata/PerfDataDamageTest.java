package dev.wqflush.parsers.perfdata;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.wqflush.parsers.Reading;
import dev.wqflush.parsers.diag.WqflushException;
import dev.wqflush.parsers.input.TraceSource;
import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to the bytes on their way, the outcome is a reading or one sentence. */
class PerfDataDamageTest {
    private static final List<byte[]> SAMPLES = List.of(
            sample(LITTLE_ENDIAN).file(),
            sample(LITTLE_ENDIAN).pipe(),
            sample(BIG_ENDIAN).file(),
            sample(BIG_ENDIAN).pipe());

    private static PerfDataWriter sample(ByteOrder order) {
        PerfDataWriter writer =
                new PerfDataWriter(order, PerfDataWriter.USUAL | PerfDataWriter.CALLCHAIN).usualEvents();
        writer.feature(1, writer.tracingData()).feature(4, writer.string("6.1.0"));
        writer.feature(7, writer.bytes(8).putInt(16).putInt(8).array());
        writer.feature(12, writer.eventDescriptions("workqueue:workqueue_execute_start", "wqf:walk", "cycles"));
        writer.comm(77, "kworker/4:1", 0).fork(77, 78, 500).lost(3, 600, 4);
        for (int i = 0; i < 4; i++) {
            writer.started(12, 1050 + 100L * i, 4, 77, 0xff11)
                    .walk(21, 1000 + 100L * i, 5, 78, 3, -1)
                    .round();
        }
        PerfDataWriter inner = new PerfDataWriter(order, writer.sampleType).started(11, 3000, 1, 77, 0xee);
        return writer.record(81, 0, Zstd.compress(inner.records())).sample(31, 4000, 5, 78, new byte[4]);
    }

    @Test
    void samplesAreUnderstood() {
        for (byte[] sample : SAMPLES) {
            Reading reading = Reading.of(sample);

            assertThat(reading.log().contexts()).hasSize(10);
            assertThat(reading.statistics().problems().examples()).isEmpty();
        }
    }

    /** In pipe mode what stands before the cut says what it said. */
    @Test
    void cutAtEveryByte() {
        for (byte[] sample : SAMPLES) {
            List<String> whole = Reading.of(sample).log().lines();
            boolean pipe = sample[8] == 16 || sample[15] == 16;
            for (int length = 1; length < sample.length; length++) {
                List<String> cut = read(TraceSource.bytes(Arrays.copyOf(sample, length), "cut"));
                if (pipe) {
                    assertThat(whole).as("cut at %d", length).containsAll(cut);
                }
            }
        }
    }

    @Test
    void byteByByte() {
        for (byte[] sample : SAMPLES) {
            assertThat(read(Reading.trickle(sample)))
                    .isEqualTo(Reading.of(sample).log().lines());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33})
    void changedBytes(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            byte[] changed = SAMPLES.get(random.nextInt(SAMPLES.size())).clone();
            for (int i = random.nextInt(8); i >= 0; i--) {
                int at = random.nextInt(changed.length);
                changed[at] = (byte) (random.nextBoolean() ? random.nextInt() : changed[at] ^ 1 << random.nextInt(8));
            }
            assertThat(read(TraceSource.bytes(changed, "changed")))
                    .as("seed %d", seed)
                    .hasSizeLessThan(100);
        }
    }

    /** Behind a right header, pieces of files in any order. */
    @ParameterizedTest
    @ValueSource(longs = {41, 42, 43})
    void shuffledPieces(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 700; round++) {
            byte[] sample = SAMPLES.get(random.nextInt(SAMPLES.size()));
            ByteArrayOutputStream shuffled = new ByteArrayOutputStream();
            shuffled.write(sample, 0, 16 + random.nextInt(sample.length - 16));
            for (int piece = 0; piece < 40; piece++) {
                int from = random.nextInt(sample.length) & -8;
                shuffled.write(sample, from, random.nextInt(Math.min(200, sample.length - from)) & -8);
            }
            assertThat(read(TraceSource.bytes(shuffled.toByteArray(), "shuffled")))
                    .as("seed %d", seed)
                    .hasSizeLessThan(1000);
        }
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
