package dev.wqflush.parsers.ftracetext;

import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.Ascii;

/**
 * Contexts of lines that were cut before, found again by their bytes: most lines of a capture begin, up to the time
 * stamp, like some earlier one, and comparing is several times as fast as cutting.
 *
 * <p>What is found is what {@link FtraceLineCutter} would find. It takes the leftmost place that looks like a context,
 * so only a context whose bracket is the line's first is kept: nothing behind the time stamp can change that. A line
 * that begins with a blank, as the kernel pads names, has nothing in front that had to be cut off.
 */
final class KnownContexts {
    /** Of a context in bytes: name, id, group, CPU and flags have 50 columns. */
    private static final int LONGEST = 64;

    private static final int WORDS = LONGEST / Long.BYTES;

    /** Odd, as {@link NameTable#HASH_FACTOR}. */
    private static final long FACTOR_2 = 0xc2b2ae3d27d4eb4fL;

    private static final long FACTOR_3 = 0x165667b19e3779f9L;

    /** Three words for the hash; a frame of a stack or a ruler is told by fewer. */
    private static final int SHORTEST = 3 * Long.BYTES;

    /** Blanks before the time, which has at least five columns for the seconds. */
    private static final int MOST_BLANKS = 16;

    /** What {@link #cut} looks at, so that it need not ask for every byte whether it is in the array. */
    private static final int LOOKED_AT = LONGEST + MOST_BLANKS + 32;

    private static final int NANO_DIGITS = 9;
    private static final int[] POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};

    /** Tasks that are busy at a time, on a few CPUs and with a few combinations of flags each. */
    private static final int SLOTS = 1 << 12;

    private final long[] words = new long[SLOTS * WORDS];
    private final int[] lengths = new int[SLOTS];
    private final int[] comms = new int[SLOTS];
    private final int[] tids = new int[SLOTS];
    private final int[] cpus = new int[SLOTS];
    private final int[] preemptDepths = new int[SLOTS];
    private final ExecutionContext[] executions = new ExecutionContext[SLOTS];

    /** Of the context found last: columns are mostly the same. */
    private int length;

    /** Bytes from the bracket to the end of the flags, of the context learned last. */
    private int tail;

    /** Name of the task of the context found last. */
    int comm;

    /**
     * Cuts a line with a known context and an ordinary time stamp; false, and nothing is to be used, for any other.
     *
     * @param to where the line ends, or any place behind that: up to the event's name no byte is taken that could end
     *     it
     */
    boolean cut(byte[] b, int from, int to, FtraceLineCutter cutter) {
        if (from + LOOKED_AT > b.length || from == to || b[from] != ' ') {
            return false;
        }
        int slot = find(b, from, from + length);
        if (slot < 0) {
            int bracket = Ascii.indexOf(b, from, Math.min(to, from + LONGEST), (byte) '[');
            slot = bracket < 0 ? -1 : find(b, from, bracket + tail);
        }
        if (slot < 0 || !cutTime(b, from + lengths[slot], to, cutter)) {
            return false;
        }
        length = lengths[slot];
        comm = comms[slot];
        cutter.tid = tids[slot];
        cutter.cpu = cpus[slot];
        cutter.preemptDepth = preemptDepths[slot];
        cutter.execution = executions[slot];
        return true;
    }

    /** The slot of a context, -1 if it is not known. */
    private int find(byte[] b, int from, int contextTo) {
        int itsLength = contextTo - from;
        if (itsLength < SHORTEST || itsLength > LONGEST || b[contextTo] != ' ') {
            return -1;
        }
        int slot = slot(b, contextTo);
        return lengths[slot] == itsLength && isSame(b, from, itsLength, slot) ? slot : -1;
    }

    /** Keeps the context that was just cut off the line that begins at {@code from}. */
    void learn(byte[] b, int from, FtraceLineCutter cutter, int itsComm) {
        int contextTo = Ascii.trimBlanks(b, from, cutter.timeFrom);
        int itsLength = contextTo - from;
        if (b[from] != ' '
                || itsLength < SHORTEST
                || itsLength > LONGEST
                || from + LOOKED_AT > b.length
                || Ascii.indexOf(b, from, contextTo, (byte) '[') != cutter.bracket) {
            return;
        }
        tail = contextTo - cutter.bracket;
        int slot = slot(b, contextTo);
        int entry = slot * WORDS;
        int last = itsLength - Long.BYTES;
        for (int i = 0; i < last; i += Long.BYTES) {
            words[entry++] = Ascii.word(b, from + i);
        }
        words[entry] = Ascii.word(b, from + last);
        lengths[slot] = itsLength;
        comms[slot] = itsComm;
        tids[slot] = cutter.tid;
        cpus[slot] = cutter.cpu;
        preemptDepths[slot] = cutter.preemptDepth;
        executions[slot] = cutter.execution;
    }

    /** Blanks, up to seven digits, a point, up to nine digits, a colon, and an event that is no time difference. */
    private static boolean cutTime(byte[] b, int from, int to, FtraceLineCutter cutter) {
        int p = from;
        while (p < from + MOST_BLANKS && b[p] == ' ') {
            p++;
        }
        long seconds = Ascii.word(b, p);
        int secondDigits = Ascii.leadingDigits(seconds);
        int point = p + secondDigits;
        if (secondDigits == 0 || secondDigits == Long.BYTES || b[point] != '.') {
            return false;
        }
        long fraction = Ascii.word(b, point + 1);
        int digits = Ascii.leadingDigits(fraction);
        if (digits == 0) {
            return false;
        }
        long nanos = Ascii.number(fraction, digits);
        int colon = point + 1 + digits;
        if (digits == Long.BYTES && Ascii.isDigit(b[colon])) {
            nanos = nanos * 10 + (b[colon] - '0');
            digits++;
            colon++;
        }
        if (b[colon] != ':') {
            return false;
        }
        int body = Ascii.skipBlanks(b, colon + 1, to);
        if (body >= to || b[body] == '(') {
            return false;
        }
        cutter.time = Ascii.number(seconds, secondDigits) * 1_000_000_000L
                + (digits == NANO_DIGITS ? nanos : nanos * POWERS[NANO_DIGITS - digits]);
        cutter.nanoseconds = true;
        cutter.bodyFrom = body;
        return true;
    }

    /** Compares full words, the last of them ending where the context does. */
    private boolean isSame(byte[] b, int from, int itsLength, int slot) {
        int entry = slot * WORDS;
        int last = itsLength - Long.BYTES;
        for (int i = 0; i < last; i += Long.BYTES) {
            if (words[entry++] != Ascii.word(b, from + i)) {
                return false;
            }
        }
        return words[entry] == Ascii.word(b, from + last);
    }

    /** By what differs most: the id, the CPU and the flags are in the last three words. */
    private static int slot(byte[] b, int contextTo) {
        long hash = Ascii.word(b, contextTo - Long.BYTES) * NameTable.HASH_FACTOR
                ^ Ascii.word(b, contextTo - 2 * Long.BYTES) * FACTOR_2
                ^ Ascii.word(b, contextTo - 3 * Long.BYTES) * FACTOR_3;
        return (int) (hash >>> 40) & (SLOTS - 1);
    }
}
