package dev.wqflush.parsers.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.diag.ReadProblem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Bytes behind the head come from another thread, and are the same. */
class ReadAheadTest {
    private static final byte[] CONTENT = new byte[9 * ByteWindow.BLOCK + 12_345];

    static {
        new Random(1).nextBytes(CONTENT);
    }

    @Test
    void allBytesComeInOrderHoweverTheyArrive() throws Exception {
        InputStream uneven = new ByteArrayInputStream(CONTENT) {
            private final Random random = new Random(2);

            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, 1 + random.nextInt(300_000)));
            }
        };
        try (ByteWindow window = TraceSource.stream(uneven, "x").digested().open()) {
            assertThat(rest(window)).isEqualTo(CONTENT);
            assertThat(window.storedBytes()).isEqualTo(CONTENT.length);
            assertThat(window.digest())
                    .isEqualTo(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(CONTENT)));
        }
    }

    @Test
    void aFailureComesWhereItTookPlace() throws Exception {
        int good = 3 * ByteWindow.BLOCK + 77;
        InputStream failing = new FilterInputStream(new ByteArrayInputStream(CONTENT, 0, good)) {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                int read = super.read(target, offset, length);
                if (read < 0) {
                    throw new IOException("cable");
                }
                return read;
            }
        };
        try (ByteWindow window = TraceSource.stream(failing, "x").open()) {
            assertThat(rest(window)).isEqualTo(Arrays.copyOf(CONTENT, good));
            assertThat(window.problems().count(ReadProblem.Kind.BROKEN_OFF)).isEqualTo(1);
            assertThat(window.problems().examples().get(0).sentence())
                    .startsWith("the data is damaged or cannot be read (cable) after 3,145,805 bytes");
            assertThat(window.refill()).isFalse();
        }
    }

    @Test
    void theStreamIsClosedAtTheEndAndBeforeIt() throws Exception {
        for (int blocks : new int[] {1, 3, 100}) {
            CountDownLatch closed = new CountDownLatch(1);
            InputStream stream = new ByteArrayInputStream(CONTENT) {
                @Override
                public void close() {
                    closed.countDown();
                }
            };
            ByteWindow window = TraceSource.stream(stream, "x").open();
            for (int i = 0; i < blocks; i++) {
                window.consumeTo(window.limit());
                window.refill();
            }
            window.close();

            assertThat(closed.await(1, TimeUnit.MINUTES))
                    .as("%d blocks", blocks)
                    .isTrue();
        }
    }

    private static byte[] rest(ByteWindow window) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        do {
            all.write(window.bytes(), window.from(), window.limit() - window.from());
            window.consumeTo(window.limit());
        } while (window.refill());
        return all.toByteArray();
    }
}
