package dev.wqflush.parsers.perftrace;

import static dev.wqflush.parsers.input.Ascii.isDigit;
import static dev.wqflush.parsers.input.Ascii.isIdentifier;
import static dev.wqflush.parsers.input.Ascii.skipBlanks;
import static dev.wqflush.parsers.input.Ascii.skipDigits;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.input.Ascii;

/**
 * Cuts a line of {@code perf trace}: milliseconds, the duration where system calls are traced too, the task where there
 * are several, the CPU where asked for, then the event with its fields or the system call.
 *
 * <pre>
 *      3.591 kworker/0:1-ev/17 workqueue:workqueue_execute_start(work: 0xffffffff82a62538, function: 0xffffffff8110b6b0)
 *      5.892 (47.684 ms): sleep/1579 execve(filename: 0x..) = 0
 *          ? (         ):  ... [continued]: read()) = 1
 * </pre>
 */
final class TraceLineCutter {
    /** Digits that surely fit an int. */
    private static final int MOST_INT_DIGITS = 9;

    /** Whole milliseconds that fit 64 bits of nanoseconds. */
    private static final int MOST_MILLISECOND_DIGITS = 12;

    private static final int LONGEST_COMM = 64;
    private static final int LONGEST_DURATION = 32;
    private static final int LONGEST_NAME = 511;

    int commFrom;
    int commTo;
    int tid;
    int cpu;
    long timeNanos;
    int eventFrom;
    int eventTo;
    /** Behind the opening parenthesis. */
    int fieldsFrom;

    private boolean timed;

    /** Whether a line is of an event ({@code SYSTEM:EVENT(}) or of a system call; the fields then hold its parts. */
    boolean cut(byte[] b, int from, int to) {
        int time = skipBlanks(b, from, to);
        int point = skipDigits(b, time, to);
        int end = skipDigits(b, Math.min(point + 1, to), to);
        if (point == time
                || point - time > MOST_MILLISECOND_DIGITS
                || end - point != 4
                || b[point] != '.'
                || end == to
                || b[end] != ' ') {
            return false;
        }
        timeNanos = Ascii.decimal(b, time, point) * 1_000_000 + Ascii.decimal(b, point + 1, end) * 1_000;
        int task = skipDuration(b, end + 1, to);
        return cutTaskAndEvent(b, skipCpu(b, task, to), to) && (timed || isTracepoint(b));
    }

    private boolean isTracepoint(byte[] b) {
        return Ascii.indexOf(b, eventFrom, eventTo, (byte) ':') >= 0;
    }

    /** {@code (47.684 ms): } or {@code ( ): }. */
    private int skipDuration(byte[] b, int from, int to) {
        timed = false;
        if (from < to && b[from] == '(') {
            int close = Ascii.indexOf(b, from, Math.min(to, from + LONGEST_DURATION), (byte) ')');
            if (close > 0 && close + 2 < to && b[close + 1] == ':' && b[close + 2] == ' ') {
                timed = true;
                return close + 3;
            }
        }
        return from;
    }

    /** {@code [003] }. */
    private int skipCpu(byte[] b, int from, int to) {
        int digits = from + 1;
        int end = from < to && b[from] == '[' ? skipDigits(b, digits, to) : digits;
        if (end == digits || end + 1 >= to || b[end] != ']' || end - digits > MOST_INT_DIGITS) {
            cpu = EventContext.UNKNOWN;
            return from;
        }
        cpu = (int) Ascii.decimal(b, digits, end);
        return skipBlanks(b, end + 1, to);
    }

    /** A name may hold {@code /1 a(}, but not within the 14 bytes that are shown. */
    private boolean cutTaskAndEvent(byte[] b, int from, int to) {
        tid = EventContext.UNKNOWN;
        commFrom = from;
        commTo = from;
        if (cutEvent(b, from, to)) {
            return true; // one task only
        }
        int last = Math.min(to, from + LONGEST_COMM);
        for (int slash = Ascii.indexOf(b, from, last, (byte) '/');
                slash >= 0;
                slash = Ascii.indexOf(b, slash + 1, last, (byte) '/')) {
            int end = skipDigits(b, slash + 1, to);
            if (end > slash + 1 && end < to && b[end] == ' ') {
                int knownCpu = cpu;
                int event = skipCpu(b, skipBlanks(b, end, to), to);
                cpu = cpu == EventContext.UNKNOWN ? knownCpu : cpu;
                if (cutEvent(b, event, to)) {
                    tid = end - slash - 1 > MOST_INT_DIGITS
                            ? EventContext.UNKNOWN
                            : (int) Ascii.decimal(b, slash + 1, end);
                    commTo = slash;
                    return true;
                }
            }
        }
        return false;
    }

    /** {@code SYSTEM:EVENT(} or {@code call(}. */
    private boolean cutEvent(byte[] b, int from, int to) {
        int p = from;
        int last = Math.min(to, from + LONGEST_NAME);
        while (p < last && (isIdentifier(b[p]) || b[p] == ':')) {
            p++;
        }
        eventFrom = from;
        eventTo = p;
        fieldsFrom = p + 1;
        return p > from && p < to && b[p] == '(' && !isDigit(b[from]);
    }
}
