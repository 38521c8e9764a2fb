package dev.wqflush.parsers.perfjson;

import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.ByteWindow;

/**
 * Cuts JSON into tokens, of which perf does not write quite the valid kind: keys come twice, bytes above 0x7f stand in
 * any encoding and as {@code \\uffffff80}. What is no token is passed over. A string longer than {@link #LONGEST_TEXT}
 * is cut.
 */
final class JsonTokens {
    private static final int LONGEST_TEXT = 4096;

    /** Beyond this the brackets of damaged input are not told apart. */
    private static final int DEEPEST = 63;

    /** A token; commas, and colons behind keys, are none. */
    enum Token {
        KEY,
        TEXT,
        NUMBER,
        BEGIN_OBJECT,
        END_OBJECT,
        BEGIN_LIST,
        END_LIST,
        END
    }

    private final ByteWindow window;
    private final byte[] text = new byte[LONGEST_TEXT];
    private int length;
    private long line = 1;
    private int depth;
    /** A bit for each open bracket: whether it is of an object. */
    private long objects;

    private boolean valueExpected;

    JsonTokens(ByteWindow window) {
        this.window = window;
    }

    /** The next token. */
    Token next() {
        while (true) {
            int c = read();
            switch (c) {
                case -1 -> {
                    return Token.END;
                }
                case '{', '[' -> {
                    open(c == '{');
                    return c == '{' ? Token.BEGIN_OBJECT : Token.BEGIN_LIST;
                }
                case '}', ']' -> {
                    depth = Math.max(0, depth - 1);
                    valueExpected = false;
                    return c == '}' ? Token.END_OBJECT : Token.END_LIST;
                }
                case '"' -> {
                    readText();
                    boolean key = inObject() && !valueExpected;
                    valueExpected = false;
                    return key ? Token.KEY : Token.TEXT;
                }
                case ':' -> valueExpected = true;
                case ',' -> valueExpected = false;
                default -> {
                    if (c == '-' || Ascii.isIdentifier((byte) c)) {
                        readWord(c);
                        return Token.NUMBER;
                    }
                }
            }
        }
    }

    /** The bytes of the last key, text or number, without quotes and escapes; valid until the next token. */
    byte[] text() {
        return text;
    }

    /** How many of them there are. */
    int length() {
        return length;
    }

    /** Whether the last key, text or number is this. */
    boolean is(byte[] wanted) {
        return Ascii.equal(text, 0, length, wanted);
    }

    /** The last number. */
    long number() {
        return Ascii.number(text, 0, length);
    }

    /** Brackets that are open. */
    int depth() {
        return depth;
    }

    /** Number of the line, from 1. */
    long line() {
        return line;
    }

    private void open(boolean object) {
        depth++;
        valueExpected = false;
        if (depth <= DEEPEST) {
            objects = object ? objects | 1L << depth : objects & ~(1L << depth);
        }
    }

    private boolean inObject() {
        return depth <= DEEPEST && (objects & 1L << depth) != 0;
    }

    private void readText() {
        length = 0;
        for (int c = read(); c >= 0 && c != '"'; c = read()) {
            if (c != '\\') {
                keep(c);
                continue;
            }
            c = read();
            switch (c) {
                case 'n' -> keep('\n');
                case 't' -> keep('\t');
                case 'r' -> keep('\r');
                case 'b' -> keep('\b');
                case 'f' -> keep('\f');
                case 'u' -> readCode();
                case -1 -> {
                    return;
                }
                default -> keep(c);
            }
        }
    }

    /** Four hexadecimal digits, or eight where perf took a byte for a negative number. */
    private void readCode() {
        int value = 0;
        int digits = 0;
        while (digits < 8) {
            int digit = window.from() < window.limit() || window.refill()
                    ? Ascii.hexDigit(window.bytes()[window.from()])
                    : -1;
            if (digit < 0 || (digits == 4 && value != 0xffff)) {
                break;
            }
            value = value << 4 | digit;
            digits++;
            window.consumeTo(window.from() + 1);
        }
        keep(value);
    }

    private void readWord(int first) {
        length = 0;
        keep(first);
        while (window.from() < window.limit() || window.refill()) {
            byte b = window.bytes()[window.from()];
            if (!Ascii.isIdentifier(b) && b != '.' && b != '-' && b != '+') {
                return;
            }
            keep(b);
            window.consumeTo(window.from() + 1);
        }
    }

    private void keep(int c) {
        if (length < LONGEST_TEXT) {
            text[length++] = (byte) c;
        }
    }

    private int read() {
        if (window.from() == window.limit() && !refilled()) {
            return -1;
        }
        byte b = window.bytes()[window.from()];
        window.consumeTo(window.from() + 1);
        if (b == '\n') {
            line++;
        }
        return b & 0xff;
    }

    private boolean refilled() {
        while (window.refill()) {
            if (window.from() < window.limit()) {
                return true;
            }
        }
        return false;
    }
}
