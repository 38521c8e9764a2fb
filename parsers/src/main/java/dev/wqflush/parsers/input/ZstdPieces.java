package dev.wqflush.parsers.input;

import com.github.luben.zstd.ZstdInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** One zstd stream that arrives in pieces, other data between them: each piece is decompressed as far as it goes. */
public final class ZstdPieces implements Closeable {
    private final Piece piece = new Piece();
    private final ZstdInputStream inflater;

    /** Begins a stream. */
    public ZstdPieces() {
        try {
            inflater = new ZstdInputStream(piece).setContinuous(true);
        } catch (IOException e) {
            throw new IllegalStateException("nothing was read yet", e);
        }
    }

    /** The next piece is {@code b[from, to)}, which must stay until {@link #read} gave -1. */
    public void add(byte[] b, int from, int to) {
        piece.bytes = b;
        piece.from = from;
        piece.to = to;
    }

    /**
     * Decompresses into {@code target[from, to)}.
     *
     * @return how many bytes, -1 if the piece has no more
     * @throws IOException if it is no zstd data; nothing more can be had of the stream then
     */
    public int read(byte[] target, int from, int to) throws IOException {
        return inflater.read(target, from, to - from);
    }

    @Override
    public void close() {
        try {
            inflater.close();
        } catch (IOException e) {
            // all that was wanted of it is read
        }
    }

    private static final class Piece extends InputStream {
        private byte[] bytes = new byte[0];
        private int from;
        private int to;

        @Override
        public int read() {
            return from < to ? bytes[from++] & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (from == to) {
                return -1;
            }
            int count = Math.min(length, to - from);
            System.arraycopy(bytes, from, target, offset, count);
            from += count;
            return count;
        }

        @Override
        public int available() {
            return to - from;
        }
    }
}
