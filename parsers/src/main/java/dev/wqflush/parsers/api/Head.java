package dev.wqflush.parsers.api;

import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.LineCursor;

/** The first bytes of an input, decompressed, by which its format is known; at least 64 KiB if there are as many. */
public final class Head {
    /** How surely a line is of a format: 0 not at all, 100 certainly. */
    @FunctionalInterface
    public interface LineTest {
        /** Looks at {@code b[from, to)}, which has no line end. */
        int recognise(byte[] b, int from, int to);
    }

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

    /** What the test says of the first line that it recognises; 0 if there is none. */
    public int firstRecognised(LineTest test) {
        int next;
        for (int line = LineCursor.skipByteOrderMark(bytes, from, to); line < to; line = next) {
            int newline = Ascii.indexOf(bytes, line, to, (byte) '\n');
            int end = newline < 0 ? to : newline;
            next = end + 1;
            int sure = test.recognise(bytes, line, end);
            if (sure > 0) {
                return sure;
            }
        }
        return 0;
    }
}
