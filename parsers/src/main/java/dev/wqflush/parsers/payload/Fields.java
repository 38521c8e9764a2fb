package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.Ascii;

/**
 * Values as ftrace prints them. The kernel's own formats give {@code 12}, {@code -1}, {@code 0xff},
 * {@code 00000000c8a1b2f3}; option {@code fields} gives {@code 0xc (12)} and {@code symbol+0x1/0x2 (-2128778064)}.
 */
public final class Fields {
    private static final byte[] HEX = Ascii.bytes("0x");
    private static final byte[] PARENTHESIS = Ascii.bytes(" (");

    private Fields() {}

    /** The end of the word at {@code from}: the next blank. */
    public static int wordEnd(byte[] b, int from, int to) {
        int blank = Ascii.indexOf(b, from, to, (byte) ' ');
        return blank < 0 ? to : blank;
    }

    /** An int of any notation; unsigned 4294967295 comes back as -1. */
    static int intAt(byte[] b, int from, int to) {
        return (int) longAt(b, from, to);
    }

    /** A number of any notation; of {@code 'c'(99)} and {@code (1)} the decimal one. */
    static long longAt(byte[] b, int from, int to) {
        int p = from;
        if (p < to && (b[p] == '\'' || b[p] == '(')) {
            int open = Ascii.indexOf(b, p, to, (byte) '(');
            p = open < 0 ? to : open + 1;
        }
        return Ascii.number(b, p, to);
    }

    /** Whether a number of any notation stands at {@code from}. */
    static boolean isNumber(byte[] b, int from, int to) {
        int p = from < to && (b[from] == '-' || b[from] == '(') ? from + 1 : from;
        return p < to && (Ascii.isDigit(b[p]) || b[from] == '\'');
    }

    /**
     * An address or its hash in {@code [from, to)}: {@code 0x..}, bare hexadecimal digits, or a symbol with the address
     * as a decimal number in parentheses. 0 if there is none ({@code (____ptrval____)}).
     */
    static long pointer(byte[] b, int from, int to) {
        if (Ascii.startsWith(b, from, to, HEX)) {
            return Ascii.hex(b, from + HEX.length, to);
        }
        int wordEnd = wordEnd(b, from, to);
        if (Ascii.skipHex(b, from, wordEnd) == wordEnd) {
            return Ascii.hex(b, from, wordEnd);
        }
        int open = Ascii.indexOf(b, from, to, PARENTHESIS);
        return open < 0 ? 0 : Ascii.number(b, open + PARENTHESIS.length, to);
    }

    /** The function named at {@code from}, without offset and {@code [module]}, so that it is equal everywhere. */
    static int function(byte[] b, int from, int to, NameTable names) {
        int end = wordEnd(b, from, to);
        int plus = Ascii.indexOf(b, from, end, (byte) '+');
        return names.intern(b, from, plus < 0 ? end : plus);
    }
}
