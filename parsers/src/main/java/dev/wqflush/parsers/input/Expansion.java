package dev.wqflush.parsers.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Decompressed data that ends in an error once it is {@link #MOST_TIMES} times as large as what is stored: no trace
 * compresses like that, a file made to fill disks does. The first {@link #FREE} bytes are not looked at.
 */
final class Expansion extends BlockStream {
    private static final long MOST_TIMES = 10_000;
    private static final long FREE = 256 << 20;

    private final Source source;
    private long count;

    Expansion(InputStream content, Source source) {
        super(content);
        this.source = source;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = in.read(target, offset, length);
        count += Math.max(read, 0);
        if (count > FREE && count / MOST_TIMES > source.count) {
            throw new IOException("it expands to more than 10,000 times its size");
        }
        return read;
    }

    @Override
    public long skip(long n) throws IOException {
        throw new IOException("skipped bytes would not be counted");
    }

    @Override
    public boolean markSupported() {
        return false; // going back would be counted twice
    }

    /** Counts what is stored. */
    static final class Source extends FilterInputStream {
        private long count;

        Source(InputStream stored) {
            super(stored);
        }

        @Override
        public int read() throws IOException {
            int b = in.read();
            count += b < 0 ? 0 : 1;
            return b;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = in.read(target, offset, length);
            count += Math.max(read, 0);
            return read;
        }
    }
}
