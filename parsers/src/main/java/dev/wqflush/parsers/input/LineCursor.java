package dev.wqflush.parsers.input;

import dev.wqflush.parsers.diag.ReadProblem;

/**
 * Finds lines in a {@link ByteWindow}. A line ends before {@code \n} or {@code \r\n}; one longer than
 * {@link #LONGEST_LINE} is cut there, so that memory does not depend on the input.
 */
public final class LineCursor {
    /** Bytes of a line that are looked at. */
    public static final int LONGEST_LINE = 1 << 20;

    private static final byte[] UTF8_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final ByteWindow window;
    private int start;
    private int end;
    private long number;
    private boolean restPending;

    /** Starts at the window's first byte, or behind a UTF-8 byte order mark. */
    public LineCursor(ByteWindow window) {
        this.window = window;
        window.consumeTo(skipByteOrderMark(window.bytes(), window.from(), window.limit()));
    }

    /** Where the text begins: behind a UTF-8 byte order mark if there is one. */
    public static int skipByteOrderMark(byte[] b, int from, int to) {
        return Ascii.startsWith(b, from, to, UTF8_MARK) ? from + UTF8_MARK.length : from;
    }

    /**
     * Moves to the next line.
     *
     * @return false behind the last one
     */
    public boolean next() {
        return nextEndingFrom(window.from());
    }

    /**
     * Moves to the next line, which is known not to end before {@code searched}, a place between {@link #nextStart} and
     * {@link #bufferedTo}.
     *
     * @return false behind the last one
     */
    public boolean nextEndingFrom(int searched) {
        int scanned = searched - window.from();
        if (restPending) {
            if (!skipRest()) {
                return false;
            }
            scanned = 0;
        }
        byte[] bytes = window.bytes();
        while (true) {
            int from = window.from();
            int limit = window.limit();
            int newline = Ascii.indexOf(bytes, from + scanned, limit, (byte) '\n');
            if (newline >= 0 && newline - from <= LONGEST_LINE) {
                return found(from, newline, newline + 1);
            }
            if (newline >= 0 || limit - from > LONGEST_LINE) {
                restPending = true;
                window.problems()
                        .report(
                                ReadProblem.Kind.LONG_LINE,
                                number + 1,
                                () -> "a line of more than 1 MiB; its rest was left out.");
                return found(from, from + LONGEST_LINE, from + LONGEST_LINE);
            }
            scanned = limit - from;
            if (!window.refill()) {
                return scanned > 0 && found(window.from(), window.limit(), window.limit());
            }
        }
    }

    /** Where the next line begins in {@link #bytes}, as far as it is read; not to be relied on behind a cut line. */
    public int nextStart() {
        return window.from();
    }

    /** The array that holds the line. */
    public byte[] bytes() {
        return window.bytes();
    }

    /** Where the line begins. */
    public int start() {
        return start;
    }

    /** Where the line ends, exclusive. */
    public int end() {
        return end;
    }

    /** Number of the line, from 1. */
    public long number() {
        return number;
    }

    /** Where the bytes end that are at hand behind this line; they may end within a line. */
    public int bufferedTo() {
        return window.limit();
    }

    private boolean found(int from, int to, int next) {
        start = from;
        end = to > from && bytes()[to - 1] == '\r' ? to - 1 : to;
        number++;
        window.consumeTo(next);
        return true;
    }

    private boolean skipRest() {
        restPending = false;
        while (true) {
            int newline = Ascii.indexOf(bytes(), window.from(), window.limit(), (byte) '\n');
            if (newline >= 0) {
                window.consumeTo(newline + 1);
                return true;
            }
            window.consumeTo(window.limit());
            if (!window.refill()) {
                return false;
            }
        }
    }
}
