package dev.wqflush.parsers.api;

import dev.wqflush.parsers.input.ByteWindow;

/** The first bytes of an input, decompressed, by which its format is known; at least 64 KiB if there are as many. */
public final class Head {
    private final byte[] bytes;
    private final int from;
    private final int to;

    /** A head is {@code bytes[from, to)}. */
    public Head(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
    }

    /** What a window holds when its source was opened. */
    public static Head of(ByteWindow window) {
        return new Head(window.bytes(), window.from(), window.limit());
    }

    /** The array; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the head begins. */
    public int from() {
        return from;
    }

    /** Where the head ends, exclusive. */
    public int to() {
        return to;
    }
}
