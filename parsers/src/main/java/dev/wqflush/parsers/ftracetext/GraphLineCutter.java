package dev.wqflush.parsers.ftracetext;

import static dev.wqflush.parsers.input.Ascii.digitsBefore;
import static dev.wqflush.parsers.input.Ascii.skipBlanks;
import static dev.wqflush.parsers.input.Ascii.skipDigits;
import static dev.wqflush.parsers.input.Ascii.startsWith;
import static dev.wqflush.parsers.input.Ascii.trimBlanks;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.payload.Fields;

/**
 * Cuts the columns off a line of the function_graph tracer. Each column is there or not by an option, so each is tried:
 *
 * <pre>
 *   TIME |   REL us |  CPU)  TASK-PID | FLAGS | MARK DURATION us | body
 * </pre>
 */
final class GraphLineCutter {
    private static final byte[] MICROSECONDS = Ascii.bytes(" us");
    private static final byte[] IRQ_ENTRY = Ascii.bytes("==========>");
    private static final byte[] IRQ_EXIT = Ascii.bytes("<==========");
    private static final byte[] SWITCH = Ascii.bytes(" => ");

    /** What a line of the tracer is. */
    enum Kind {
        /** A call, a return or an event: the body says which. */
        BODY,
        /** A hard interrupt begins on top of what the CPU executes. */
        IRQ_ENTRY,
        /** The hard interrupt ends. */
        IRQ_EXIT,
        /** The CPU goes on with another task. */
        TASK_SWITCH
    }

    private final FtraceLineCutter parts;

    Kind kind = Kind.BODY;
    boolean hasTime;
    int cpu;
    /** -1 if the line has no task column. */
    int tid;

    int flagsFrom;
    int flagsTo;
    long durationNanos;
    int depth;
    int bodyFrom;

    /** Puts time, task and flags into {@code parts}. */
    GraphLineCutter(FtraceLineCutter parts) {
        this.parts = parts;
    }

    boolean cut(byte[] b, int from, int to) {
        kind = Kind.BODY;
        cpu = EventContext.UNKNOWN;
        tid = EventContext.UNKNOWN;
        durationNanos = -1;
        flagsFrom = flagsTo = from;
        int p = skipBlanks(b, from, to);
        hasTime = parts.readTime(b, p, to) && parts.nanoseconds && isBar(b, skipBlanks(b, parts.timeEnd(), to), to);
        if (hasTime) {
            p = skipBlanks(b, skipBlanks(b, parts.timeEnd(), to) + 1, to);
        }
        p = skipRelativeTime(b, p, to);
        int cpuEnd = skipDigits(b, p, to);
        if (cpuEnd > p && cpuEnd < to && b[cpuEnd] == ')') {
            cpu = FtraceLineCutter.cpuNumber(b, p, cpuEnd);
            p = cpuEnd + 1;
            if (cutTaskSwitch(b, p, to)) {
                return true;
            }
        } else if (!hasTime) {
            return false;
        }
        if (cutDuration(b, p, to)) {
            return cutBody(b, bodyFrom, to);
        }
        p = cutFlags(b, cutTask(b, p, to), to);
        return cutBody(b, cutDuration(b, p, to) ? bodyFrom : p, to);
    }

    /** {@code [MARK] DURATION us |}, also without the column before it; of trace-cmd's payload too. */
    boolean cutDuration(byte[] b, int from, int to) {
        kind = Kind.BODY;
        int p = skipBlanks(b, from, to);
        if (startsWith(b, p, to, IRQ_ENTRY) || startsWith(b, p, to, IRQ_EXIT)) {
            kind = b[p] == '=' ? Kind.IRQ_ENTRY : Kind.IRQ_EXIT;
            bodyFrom = to;
            return true;
        }
        durationNanos = -1;
        if (p < to && isMark(b[p])) {
            p = skipBlanks(b, p + 1, to);
        }
        int digits = skipDigits(b, p, to);
        if (digits > p) {
            if (digits - p > 15) {
                return false;
            }
            long nanos = Ascii.decimal(b, p, digits) * 1_000;
            p = digits;
            if (p < to && b[p] == '.') {
                int end = skipDigits(b, p + 1, to);
                long fraction = Ascii.decimal(b, p + 1, Math.min(end, p + 4));
                for (int i = end - p - 1; i < 3; i++) {
                    fraction *= 10;
                }
                nanos += fraction;
                p = end;
            }
            if (!startsWith(b, p, to, MICROSECONDS)) {
                return false;
            }
            durationNanos = nanos;
            p += MICROSECONDS.length;
        }
        p = skipBlanks(b, p, to);
        if (!isBar(b, p, to)) {
            return false;
        }
        bodyFrom = p + 1;
        return true;
    }

    /** Sets depth and body from behind the last column. */
    boolean cutBody(byte[] b, int from, int to) {
        if (kind != Kind.BODY) {
            return true;
        }
        bodyFrom = skipBlanks(b, from, to);
        depth = Math.max(0, bodyFrom - from - 2) / 2;
        if (bodyFrom >= to) {
            return false;
        }
        return b[bodyFrom] == '/' || b[bodyFrom] == '}' || Ascii.indexOf(b, bodyFrom, to, (byte) '(') >= 0;
    }

    private static boolean isBar(byte[] b, int at, int to) {
        return at < to && b[at] == '|';
    }

    private static boolean isMark(byte c) {
        return c == '$' || c == '@' || c == '*' || c == '#' || c == '!' || c == '+';
    }

    private static int skipRelativeTime(byte[] b, int from, int to) {
        int digits = skipDigits(b, from, to);
        if (digits > from && startsWith(b, digits, to, MICROSECONDS)) {
            int bar = skipBlanks(b, digits + MICROSECONDS.length, to);
            return isBar(b, bar, to) ? skipBlanks(b, bar + 1, to) : from;
        }
        return from;
    }

    /** {@code comm-pid => comm-pid} in a block of its own; the next task counts. */
    private boolean cutTaskSwitch(byte[] b, int from, int to) {
        int arrow = Ascii.lastIndexOf(b, from, to, SWITCH);
        if (arrow < 0
                || Ascii.indexOf(b, from, to, (byte) '|') >= 0
                || !parts.cutTask(b, arrow + SWITCH.length, trimBlanks(b, from, to))) {
            return false;
        }
        tid = parts.tid;
        kind = Kind.TASK_SWITCH;
        return true;
    }

    /** The column {@code comm-pid |}; returns what follows it, or {@code from} if it is not there. */
    private int cutTask(byte[] b, int from, int to) {
        for (int bar = Ascii.indexOf(b, from, to, (byte) '|');
                bar >= 0;
                bar = Ascii.indexOf(b, bar + 1, to, (byte) '|')) {
            int end = trimBlanks(b, from, bar);
            int digits = digitsBefore(b, from, end);
            if (digits < end && parts.cutTask(b, from, end)) {
                tid = parts.tid;
                return bar + 1;
            }
        }
        return from;
    }

    private int cutFlags(byte[] b, int from, int to) {
        int p = skipBlanks(b, from, to);
        int end = Fields.wordEnd(b, p, to);
        int bar = skipBlanks(b, end, to);
        if (end - p >= 4 && end - p <= 7 && bar > end && isBar(b, bar, to) && !Ascii.isDigit(b[p])) {
            flagsFrom = p;
            flagsTo = end;
            return bar + 1;
        }
        return from;
    }
}
