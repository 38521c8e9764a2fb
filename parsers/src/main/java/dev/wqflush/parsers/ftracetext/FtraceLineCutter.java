package dev.wqflush.parsers.ftracetext;

import static dev.wqflush.parsers.input.Ascii.digitsBefore;
import static dev.wqflush.parsers.input.Ascii.hexDigit;
import static dev.wqflush.parsers.input.Ascii.isDigit;
import static dev.wqflush.parsers.input.Ascii.skipBlanks;
import static dev.wqflush.parsers.input.Ascii.skipDigits;
import static dev.wqflush.parsers.input.Ascii.skipHex;
import static dev.wqflush.parsers.input.Ascii.startsWith;
import static dev.wqflush.parsers.input.Ascii.trimBlanks;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.input.Ascii;

/**
 * Cuts the context (task, CPU, flags, time) off a line; knows the grammar of lines and nothing of events.
 *
 * <p>A task may be called {@code a [001] b-12}, so the context is found by its right-hand part, which is too long to
 * hide in a name of 15 bytes: the leftmost place where CPU, flags, time and colon follow each other. The task's id and
 * name are then read from there to the left.
 *
 * <p>Every method tries one shape and says whether the line has it; the fields below then hold its parts.
 */
final class FtraceLineCutter {
    /** Digits that surely fit an int. */
    private static final int MOST_INT_DIGITS = 9;

    private static final int COMM_COLUMNS = 16;

    /** As /proc shows workers; the kernel's own limit is 15. Longer is prose that ends like a task. */
    private static final int LONGEST_COMM = 64;

    /** Seven columns, or {@code -0x1f} of {@code trace-cmd report -R}. */
    private static final int LONGEST_FLAGS = 12;

    private static final int LONGEST_DELTA = 40;

    private static final int MOST_TICK_DIGITS = 18;
    private static final byte[] MICROSECONDS = Ascii.bytes("us");
    private static final byte[] MILLISECONDS = Ascii.bytes("ms");
    private static final byte[] DELTA = Ascii.bytes(" (+");

    int commFrom;
    int commTo;
    int tid;
    int cpu;
    ExecutionContext execution = ExecutionContext.UNKNOWN;
    int preemptDepth;
    long time;
    /** Whether {@link #time} is nanoseconds; ticks of some length otherwise. */
    boolean nanoseconds;

    int bodyFrom;

    /** Where the CPU's bracket stands, of a line of the normal shape. */
    int bracket;

    /** Where the time begins. */
    int timeFrom;

    private int timeEnd;

    /** Tries one of the shapes that this class knows. */
    boolean cut(LineShape shape, byte[] b, int from, int to) {
        return switch (shape) {
            case NORMAL -> cutNormal(b, from, to);
            case LATENCY -> cutLatency(b, from, to);
            case VERBOSE -> cutVerbose(b, from, to);
            case GRAPH, BARE -> false;
        };
    }

    /** {@code comm-pid [(tgid)] [cpu] [flags] time: body}, of {@code trace} and of {@code trace-cmd report}. */
    private boolean cutNormal(byte[] b, int from, int to) {
        for (bracket = Ascii.indexOf(b, from, to, (byte) '[');
                bracket >= 0;
                bracket = Ascii.indexOf(b, bracket + 1, to, (byte) '[')) {
            int cpuEnd = skipDigits(b, bracket + 1, to);
            if (cpuEnd > bracket + 1
                    && cpuEnd < to
                    && b[cpuEnd] == ']'
                    && cutFlagsAndTime(b, cpuEnd + 1, to)
                    && cutTask(b, from, skipTgidBackwards(b, from, bracket))) {
                cpu = cpuNumber(b, bracket + 1, cpuEnd);
                return true;
            }
        }
        return false;
    }

    /** {@code comm-pid cpuflags time[us][mark]: body}, of option latency-format, console dumps, trace-cmd -l. */
    private boolean cutLatency(byte[] b, int from, int to) {
        for (int dash = Ascii.indexOf(b, from, to, (byte) '-');
                dash >= 0;
                dash = Ascii.indexOf(b, dash + 1, to, (byte) '-')) {
            int tidEnd = skipDigits(b, dash + 1, to);
            int cpuFrom = skipBlanks(b, tidEnd, to);
            int cpuEnd = skipDigits(b, cpuFrom, to);
            if (tidEnd > dash + 1
                    && cpuFrom > tidEnd
                    && cpuEnd > cpuFrom
                    && cpuEnd < to
                    && isFirstFlag(b[cpuEnd])
                    && cutFlagsAndTime(b, cpuEnd, to)
                    && cutTask(b, from, tidEnd)) {
                cpu = cpuNumber(b, cpuFrom, cpuEnd);
                return true;
            }
        }
        return false;
    }

    /** {@code comm pid cpu flags preempt index [time] delta: body}, of options latency-format and verbose. */
    private boolean cutVerbose(byte[] b, int from, int to) {
        for (bracket = Ascii.indexOf(b, from, to, (byte) '[');
                bracket >= 0;
                bracket = Ascii.indexOf(b, bracket + 1, to, (byte) '[')) {
            int timeTo = skipHex(b, bracket + 1, to);
            if (timeTo - bracket > 8
                    && timeTo < to
                    && b[timeTo] == ']'
                    && cutDeltas(b, timeTo + 1, to)
                    && cutVerboseTask(b, from, bracket)) {
                time = Ascii.hex(b, bracket + 1, timeTo);
                return time >= 0 && (!nanoseconds || scaleMicroseconds());
            }
        }
        return false;
    }

    /** From behind the CPU: optional flags, time, colon; sets everything up to the body. */
    private boolean cutFlagsAndTime(byte[] b, int from, int to) {
        int p = skipBlanks(b, from, to);
        if (p < to && !isDigit(b[p])) {
            int flagsFrom = p;
            int last = Math.min(to, p + LONGEST_FLAGS); // bounded, or hostile lines take quadratic time
            while (p < last && b[p] != ' ') {
                p++;
            }
            readFlags(b, flagsFrom, p);
            p = skipBlanks(b, p, to);
        } else {
            execution = ExecutionContext.UNKNOWN;
            preemptDepth = EventContext.UNKNOWN;
        }
        timeFrom = p;
        if (!readTime(b, p, to)) {
            return false;
        }
        p = timeEnd;
        if (startsWith(b, p, to, MICROSECONDS)) {
            if (!scaleMicroseconds()) {
                return false;
            }
            p += 3; // and the mark of a long delay, or a blank
        }
        if (p >= to || b[p] != ':') {
            return false;
        }
        bodyFrom = skipDelta(b, skipBlanks(b, p + 1, to), to);
        return bodyFrom < to;
    }

    /** False if the time is beyond what nanoseconds can hold. */
    private boolean scaleMicroseconds() {
        boolean fits = time <= Long.MAX_VALUE / 1_000;
        time *= 1_000;
        nanoseconds = true;
        return fits;
    }

    /** {@code trace-cmd --ts-diff} puts {@code (+N)} between time and event. */
    private static int skipDelta(byte[] b, int at, int to) {
        if (to - at > 3 && b[at] == '(' && b[at + 1] == '+') {
            int digitsEnd = skipDigits(b, at + 2, to);
            if (digitsEnd < to && b[digitsEnd] == ')') {
                return skipBlanks(b, digitsEnd + 1, to);
            }
        }
        return at;
    }

    /** Seconds with a fraction, or ticks; at most 18 digits in all. */
    boolean readTime(byte[] b, int from, int to) {
        int p = skipDigits(b, from, to);
        if (p == from || p - from > MOST_TICK_DIGITS) {
            return false;
        }
        long whole = Ascii.decimal(b, from, p);
        nanoseconds = p < to && b[p] == '.';
        if (!nanoseconds) {
            time = whole;
            timeEnd = p;
            return true;
        }
        timeEnd = skipDigits(b, p + 1, to);
        int digits = timeEnd - p - 1;
        if (digits == 0 || digits > 9 || p - from > MOST_INT_DIGITS + 1) {
            return false;
        }
        long fraction = Ascii.decimal(b, p + 1, timeEnd);
        for (int i = digits; i < 9; i++) {
            fraction *= 10;
        }
        if (whole > (Long.MAX_VALUE - fraction) / 1_000_000_000L) {
            return false;
        }
        time = whole * 1_000_000_000L + fraction;
        return true;
    }

    /** Where the time ends that {@link #readTime} read. */
    int timeEnd() {
        return timeEnd;
    }

    private boolean cutDeltas(byte[] b, int from, int to) {
        int p = skipDigits(b, skipBlanks(b, from, to), to);
        if (p < to && b[p] == '.') {
            p = skipDigits(b, p + 1, to);
        }
        nanoseconds = startsWith(b, p, to, MILLISECONDS);
        if (nanoseconds) {
            p += MILLISECONDS.length;
        }
        if (!startsWith(b, p, to, DELTA)) {
            return false;
        }
        int close = Ascii.indexOf(b, p, Math.min(to, p + LONGEST_DELTA), (byte) ')');
        if (close < 0 || close + 2 >= to || b[close + 1] != ':') {
            return false;
        }
        bodyFrom = skipBlanks(b, close + 2, to);
        return bodyFrom < to;
    }

    private boolean cutVerboseTask(byte[] b, int from, int to) {
        int indexEnd = trimBlanks(b, from, to);
        int preemptEnd = trimBlanks(b, from, hexBefore(b, from, indexEnd));
        int preemptFrom = hexBefore(b, from, preemptEnd);
        int flagsEnd = trimBlanks(b, from, preemptFrom);
        int flagsFrom = digitsBefore(b, from, flagsEnd);
        int cpuEnd = trimBlanks(b, from, flagsFrom);
        int cpuFrom = digitsBefore(b, from, cpuEnd);
        int tidEnd = trimBlanks(b, from, cpuFrom);
        int tidFrom = digitsBefore(b, from, tidEnd);
        if (preemptFrom == preemptEnd
                || flagsFrom == flagsEnd
                || cpuFrom == cpuEnd
                || tidFrom == tidEnd
                || tidEnd - tidFrom > MOST_INT_DIGITS) {
            return false;
        }
        commFrom = skipBlanks(b, from, tidFrom);
        commTo = Math.min(trimBlanks(b, commFrom, tidFrom), commFrom + LONGEST_COMM);
        tid = (int) Ascii.decimal(b, tidFrom, tidEnd);
        cpu = cpuNumber(b, cpuFrom, cpuEnd);
        execution = ExecutionContext.ofFlags((int) Ascii.decimal(b, flagsFrom, flagsEnd));
        preemptDepth = (int) Ascii.hex(b, preemptFrom, preemptEnd) & 15;
        return true;
    }

    private static int hexBefore(byte[] b, int from, int to) {
        int i = to;
        while (i > from && hexDigit(b[i - 1]) >= 0) {
            i--;
        }
        return i;
    }

    /** The end of {@code comm-pid} before the CPU's bracket, behind which a tgid may stand. */
    private static int skipTgidBackwards(byte[] b, int from, int bracket) {
        int end = trimBlanks(b, from, bracket);
        if (end > from && b[end - 1] == ')') {
            int p = end - 1;
            while (p > from && (isDigit(b[p - 1]) || b[p - 1] == '-' || b[p - 1] == ' ')) {
                p--;
            }
            if (p > from && b[p - 1] == '(') {
                return trimBlanks(b, from, p - 1);
            }
        }
        return end;
    }

    /** {@code comm-pid} that ends at {@code to}; blanks before the name are padding, blanks within it are not. */
    boolean cutTask(byte[] b, int from, int to) {
        int digits = digitsBefore(b, from, to);
        if (digits == to || digits - 1 < from || b[digits - 1] != '-' || to - digits > MOST_INT_DIGITS) {
            return false;
        }
        tid = (int) Ascii.decimal(b, digits, to);
        commTo = digits - 1;
        commFrom = skipBlanks(b, skipInstance(b, from, commTo), commTo);
        return commTo - commFrom <= LONGEST_COMM;
    }

    /** trace-cmd puts {@code instance: } before the 16 columns of the name when it recorded several. */
    private static int skipInstance(byte[] b, int from, int commTo) {
        int column = commTo - COMM_COLUMNS;
        return column - 2 >= from && b[column - 2] == ':' && b[column - 1] == ' ' ? column : from;
    }

    /** Third column: what the CPU executes; fourth: preemption depth. Six and more columns hold the lazy ones of RT. */
    void readFlags(byte[] b, int from, int to) {
        int columns = to - from;
        execution = ExecutionContext.UNKNOWN;
        preemptDepth = EventContext.UNKNOWN;
        if (columns < 4 || columns > 7) {
            return;
        }
        int lazy = columns > 5 ? 1 : 0;
        execution = switch (b[from + 2 + lazy]) {
            case 'Z', 'z' -> ExecutionContext.NMI;
            case 'H', 'h' -> ExecutionContext.HARDIRQ;
            case 's' -> ExecutionContext.SOFTIRQ;
            case '.' -> ExecutionContext.TASK;
            default -> ExecutionContext.UNKNOWN;
        };
        byte depth = b[from + 3 + lazy];
        preemptDepth = depth == '.' ? 0 : hexDigit(depth);
    }

    private static boolean isFirstFlag(byte c) {
        return c == '.' || c == 'd' || c == 'D' || c == 'b' || c == 'X';
    }

    /** A CPU's number, UNKNOWN beyond what Linux can have. */
    static int cpuNumber(byte[] b, int from, int to) {
        int number = to - from > 5 ? EventContext.MOST_CPUS : (int) Ascii.decimal(b, from, to);
        return number < EventContext.MOST_CPUS ? number : EventContext.UNKNOWN;
    }
}
