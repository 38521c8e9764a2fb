package dev.wqflush.parsers.tracedat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Bytes put together value by value, in one byte order. */
final class Bytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteOrder order;

    Bytes(ByteOrder order) {
        this.order = order;
    }

    Bytes u8(int value) {
        out.write(value);
        return this;
    }

    Bytes u16(int value) {
        return raw(buffer(2).putShort((short) value).array());
    }

    Bytes u32(long value) {
        return raw(buffer(4).putInt((int) value).array());
    }

    Bytes u64(long value) {
        return raw(buffer(8).putLong(value).array());
    }

    /** A {@code long} of a kernel with 4 or 8 bytes in it. */
    Bytes number(int size, long value) {
        return size == 4 ? u32(value) : u64(value);
    }

    /** Characters without an end. */
    Bytes text(String text) {
        return raw(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Characters and a NUL. */
    Bytes string(String text) {
        return text(text).u8(0);
    }

    /** Characters in a field of that many bytes. */
    Bytes comm(String text, int size) {
        return text(text).raw(new byte[size - text.length()]);
    }

    Bytes raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    int size() {
        return out.size();
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(order);
    }
}
