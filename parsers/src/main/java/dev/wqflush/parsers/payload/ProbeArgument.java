package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.input.Ascii;

/** What an argument of a probe is, by the name that whoever set the probe gave it. */
public enum ProbeArgument {
    /** Address of the workqueue: {@code wq..}, and the first of nameless ones. */
    WORKQUEUE,
    /** {@code flush_col..}, and the second of nameless ones. */
    FLUSH_COLOUR,
    /** {@code work_col..}, and the third of nameless ones. */
    WORK_COLOUR,
    /** Anything else. */
    OTHER;

    private static final byte[] FLUSH_COLOUR_NAME = Ascii.bytes("flush_col");
    private static final byte[] WORK_COLOUR_NAME = Ascii.bytes("work_col");
    private static final byte[] WORKQUEUE_NAME = Ascii.bytes("wq");
    private static final byte[] NAMELESS = Ascii.bytes("arg");

    /** What the argument called {@code b[from, to)} is. */
    public static ProbeArgument named(byte[] b, int from, int to) {
        if (Ascii.startsWith(b, from, to, FLUSH_COLOUR_NAME)) {
            return FLUSH_COLOUR;
        }
        if (Ascii.startsWith(b, from, to, WORK_COLOUR_NAME)) {
            return WORK_COLOUR;
        }
        if (Ascii.startsWith(b, from, to, WORKQUEUE_NAME)) {
            return WORKQUEUE;
        }
        int number = from + NAMELESS.length;
        if (number >= to || !Ascii.startsWith(b, from, to, NAMELESS)) {
            return OTHER;
        }
        return switch (b[number]) {
            case '1' -> WORKQUEUE;
            case '2' -> FLUSH_COLOUR;
            case '3' -> WORK_COLOUR;
            default -> OTHER; // a flush has one argument, a walk three
        };
    }
}
