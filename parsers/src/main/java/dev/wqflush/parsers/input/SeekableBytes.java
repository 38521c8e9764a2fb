package dev.wqflush.parsers.input;

import java.io.Closeable;

/** Bytes that can be read at any place, for formats that do not tell a capture from front to back. */
public interface SeekableBytes extends Closeable {
    /** How many bytes there are. */
    long size();

    /**
     * Reads {@code length} bytes into {@code target} at {@code offset}.
     *
     * @return how many were read: fewer at the end, or where the storage fails, which is reported as a problem
     */
    int read(long position, byte[] target, int offset, int length);

    @Override
    void close();
}
