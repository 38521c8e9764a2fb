package dev.wqflush.parsers.input;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads text straight from bytes. Positions are indexes into the array; {@code to} is exclusive; a search that finds
 * nothing gives -1. Nothing here throws for any content.
 */
public final class Ascii {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long ZEROS = '0' * ONES;
    private static final long SIXES = 6 * ONES;
    private static final long HIGH_HALVES = 0xf0f0f0f0f0f0f0f0L;

    private Ascii() {}

    /** The bytes of a constant. */
    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Where {@code wanted} stands first in {@code [from, to)}; eight bytes at a time. */
    public static int indexOf(byte[] bytes, int from, int to, byte wanted) {
        long pattern = (wanted & 0xffL) * ONES;
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            long difference = (long) LONGS.get(bytes, i) ^ pattern;
            long zeros = (difference - ONES) & ~difference & HIGHS;
            if (zeros != 0) {
                return i + (Long.numberOfTrailingZeros(zeros) >> 3);
            }
        }
        for (; i < to; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    /** The eight bytes at {@code at}, the first in the lowest byte; at most {@code bytes.length - 8}. */
    public static long word(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** How many of the {@link #word}'s bytes, from the first, are decimal digits: 0 to 8. */
    public static int leadingDigits(long word) {
        // A digit is 0x30 to 0x39: the high half tells it from all but ':' to '?', and adding 6 tells those.
        long odd = ((word ^ ZEROS) | ((word ^ ZEROS) + SIXES)) & HIGH_HALVES;
        return odd == 0 ? Long.BYTES : Long.numberOfTrailingZeros(odd) >> 3;
    }

    /** The number in the first {@code digits} (1 to 8) bytes of a word. */
    public static int number(long word, int digits) {
        long padded = (word ^ ZEROS) << (Long.SIZE - digits * Byte.SIZE); // zeros are the first digits now
        long pairs = (padded * 10 + (padded >>> 8)) & 0x00ff00ff00ff00ffL;
        long fours = (pairs * 100 + (pairs >>> 16)) & 0x0000ffff0000ffffL;
        return (int) ((fours * 10_000 + (fours >>> 32)) & 0xffffffffL);
    }

    /** Whether {@code bytes} continue with {@code wanted} at {@code at}. */
    public static boolean startsWith(byte[] bytes, int at, int to, byte[] wanted) {
        if (at < 0 || to - at < wanted.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (bytes[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether {@code [from, to)} is {@code wanted}. */
    public static boolean equal(byte[] bytes, int from, int to, byte[] wanted) {
        return to - from == wanted.length && startsWith(bytes, from, to, wanted);
    }

    /** Where {@code wanted} begins first in {@code [from, to)}. */
    public static int indexOf(byte[] bytes, int from, int to, byte[] wanted) {
        int last = to - wanted.length;
        byte first = wanted[0];
        for (int i = from; i <= last; i++) {
            if (bytes[i] == first && startsWith(bytes, i, to, wanted)) {
                return i;
            }
        }
        return -1;
    }

    /** Where {@code wanted} begins last in {@code [from, to)}. */
    public static int lastIndexOf(byte[] bytes, int from, int to, byte[] wanted) {
        byte first = wanted[0];
        for (int i = to - wanted.length; i >= from; i--) {
            if (bytes[i] == first && startsWith(bytes, i, to, wanted)) {
                return i;
            }
        }
        return -1;
    }

    /** The first position from {@code from} that is no blank. */
    public static int skipBlanks(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] == ' ') {
            i++;
        }
        return i;
    }

    /** The end of {@code [from, to)} without the blanks before it. */
    public static int trimBlanks(byte[] bytes, int from, int to) {
        int i = to;
        while (i > from && bytes[i - 1] == ' ') {
            i--;
        }
        return i;
    }

    /** The end of the run of decimal digits at {@code from}. */
    public static int skipDigits(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && isDigit(bytes[i])) {
            i++;
        }
        return i;
    }

    /** Where the run of decimal digits that ends at {@code to} begins. */
    public static int digitsBefore(byte[] bytes, int from, int to) {
        int i = to;
        while (i > from && isDigit(bytes[i - 1])) {
            i--;
        }
        return i;
    }

    /** The end of the run of hexadecimal digits at {@code from}. */
    public static int skipHex(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && hexDigit(bytes[i]) >= 0) {
            i++;
        }
        return i;
    }

    /** The end of the C identifier at {@code from}. */
    public static int skipIdentifier(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && isIdentifier(bytes[i])) {
            i++;
        }
        return i;
    }

    /** Whether a byte is {@code 0} to {@code 9}. */
    public static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** Whether a byte can stand in a C identifier. */
    public static boolean isIdentifier(byte b) {
        return (b >= 'a' && b <= 'z') || b == '_' || (b >= '0' && b <= '9') || (b >= 'A' && b <= 'Z');
    }

    /** The value of a hexadecimal digit, -1 for another byte. */
    public static int hexDigit(byte b) {
        if (isDigit(b)) {
            return b - '0';
        }
        int lower = b | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /** The decimal digits at {@code from} as a number, modulo 2^64; 0 if there are none. */
    public static long decimal(byte[] bytes, int from, int to) {
        long value = 0;
        for (int i = from; i < to && isDigit(bytes[i]); i++) {
            value = value * 10 + (bytes[i] - '0');
        }
        return value;
    }

    /** The hexadecimal digits at {@code from} (without {@code 0x}) as a number, modulo 2^64; 0 if there are none. */
    public static long hex(byte[] bytes, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = hexDigit(bytes[i]);
            if (digit < 0) {
                break;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** The number at {@code from}: decimal with or without a sign, or hexadecimal with {@code 0x}; modulo 2^64. */
    public static long number(byte[] bytes, int from, int to) {
        if (from >= to) {
            return 0;
        }
        if (bytes[from] == '-') {
            return -decimal(bytes, from + 1, to);
        }
        if (bytes[from] == '0' && from + 1 < to && bytes[from + 1] == 'x') {
            return hex(bytes, from + 2, to);
        }
        return decimal(bytes, from, to);
    }
}
