package dev.wqflush.parsers.tracedat;

import dev.wqflush.parsers.input.SeekableBytes;
import java.io.EOFException;
import java.nio.charset.StandardCharsets;

/**
 * Reads what describes a capture, value by value, within {@code [position, end)}. Whatever would go beyond is an
 * {@link EOFException}, before anything is allocated for it.
 */
final class Cursor {
    private static final int LONGEST_STRING = 4096;
    private static final int BUFFER = 1 << 16;

    private final SeekableBytes source;
    private final boolean bigEndian;
    private final long end;
    private final byte[] buffer;
    private long position;
    private long bufferedFrom;
    private int buffered;

    Cursor(SeekableBytes source, long position, long end, boolean bigEndian) {
        this(source, position, end, bigEndian, BUFFER);
    }

    /** A cursor that reads {@code buffer} bytes ahead, for callers with many. */
    Cursor(SeekableBytes source, long position, long end, boolean bigEndian, int buffer) {
        this.buffer = new byte[(int) Math.max(Long.BYTES, Math.min(buffer, end - position))];
        this.source = source;
        this.bigEndian = bigEndian;
        this.end = Math.min(end, source.size());
        this.position = position;
    }

    /** Where the next value stands. */
    long position() {
        return position;
    }

    boolean isBigEndian() {
        return bigEndian;
    }

    /** How many bytes are left. */
    long remaining() {
        return end - position;
    }

    int u8() throws EOFException {
        int at = require(1);
        position++;
        return buffer[at] & 0xff;
    }

    int u16() throws EOFException {
        return (int) number(Short.BYTES);
    }

    long u32() throws EOFException {
        return number(Integer.BYTES);
    }

    /** An unsigned number; from 2^63 on it is negative here, and never a size that fits. */
    long u64() throws EOFException {
        return number(Long.BYTES);
    }

    private long number(int size) throws EOFException {
        int at = require(size);
        long value = 0;
        for (int i = 0; i < size; i++) {
            value = value << 8 | (buffer[at + (bigEndian ? i : size - 1 - i)] & 0xff);
        }
        position += size;
        return value;
    }

    /** Bytes up to a NUL, which is passed over. */
    String string() throws EOFException {
        StringBuilder text = new StringBuilder();
        for (int c = u8(); c != 0; c = u8()) {
            if (text.length() == LONGEST_STRING) {
                throw new EOFException("a name without an end");
            }
            text.append((char) c);
        }
        return text.toString();
    }

    /** That many bytes; the caller has bounded the number. */
    byte[] bytes(long length) throws EOFException {
        mustHave(length);
        byte[] bytes = new byte[(int) length];
        if (source.read(position, bytes, 0, bytes.length) < bytes.length) {
            throw new EOFException();
        }
        position += length;
        return bytes;
    }

    String text(long length) throws EOFException {
        return new String(bytes(length), StandardCharsets.ISO_8859_1);
    }

    void skip(long length) throws EOFException {
        mustHave(length);
        position += length;
    }

    /** A cursor over the next bytes, which are passed over here. */
    Cursor part(long length) throws EOFException {
        long from = position;
        skip(length);
        return new Cursor(source, from, position, bigEndian);
    }

    private void mustHave(long length) throws EOFException {
        if (length < 0 || length > remaining()) {
            throw new EOFException();
        }
    }

    private int require(int size) throws EOFException {
        mustHave(size);
        if (position < bufferedFrom || position + size > bufferedFrom + buffered) {
            buffered = source.read(position, buffer, 0, (int) Math.min(buffer.length, remaining()));
            bufferedFrom = position;
            if (buffered < size) {
                throw new EOFException();
            }
        }
        return (int) (position - bufferedFrom);
    }
}
