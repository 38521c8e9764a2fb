package dev.wqflush.parsers.perfscript;

import static dev.wqflush.parsers.input.Ascii.digitsBefore;
import static dev.wqflush.parsers.input.Ascii.isDigit;
import static dev.wqflush.parsers.input.Ascii.skipDigits;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.input.Ascii;

/**
 * Cuts a sample's line into its parts, each printed only if its field is on, in this order:
 *
 * <pre>
 * comm  [pid/]tid  [cpu]  misc  date-and-time  seconds:  period  event:  payload
 * </pre>
 *
 * <p>A name may hold blanks, brackets and digits, so the line is cut at the leftmost colon that has seconds before it
 * and an event behind it; task and CPU are then read from the seconds to the left, and the name takes what is left.
 */
final class SampleLineCutter {
    /** Digits that surely fit an int. */
    private static final int MOST_INT_DIGITS = 9;

    /** The kernel's limit is 15, but whoever writes perf's text by hand names more. Longer is prose. */
    private static final int LONGEST_COMM = 64;

    private static final int CPU_COLUMNS = 3;
    private static final int MOST_SECONDS_DIGITS = 10;
    private static final int LONGEST_EVENT = 511;
    private static final int MOST_MISC_LETTERS = 4;
    private static final byte[] MISC_LETTERS = Ascii.bytes("KUHGgMESp");
    private static final byte[] RECORD = Ascii.bytes("PERF_RECORD_");

    /** {@code 2026-01-31 12:59:59.123456}; digits stand for any digit. */
    private static final byte[] TIME_OF_DAY = Ascii.bytes("0000-00-00 00:00:00.000000");

    int commFrom;
    int commTo;
    /** The thread, {@link EventContext#UNKNOWN} if the line does not tell. */
    int tid;
    /** {@link EventContext#UNKNOWN} if the line does not tell, or tells a number that no kernel has. */
    int cpu;

    /** Whether the line tells a CPU. */
    boolean cpuShown;

    long timeNanos;
    int eventFrom;
    /** Behind the event's name, before its colon; equal to {@link #eventFrom} in front of a {@code PERF_RECORD_}. */
    int eventTo;

    int payloadFrom;

    /** Whether {@code b[lineFrom, to)} is the first line of a sample or a record; the fields then hold its parts. */
    boolean cut(byte[] b, int lineFrom, int to) {
        int from = skipSpace(b, lineFrom, to);
        for (int colon = Ascii.indexOf(b, from, to, (byte) ':');
                colon >= 0;
                colon = Ascii.indexOf(b, colon + 1, to, (byte) ':')) {
            if (colon > from && isDigit(b[colon - 1]) && cutAt(b, from, colon, to)) {
                return true;
            }
        }
        return false;
    }

    private boolean cutAt(byte[] b, int from, int colon, int to) {
        int decimals = digitsBefore(b, from, colon);
        int digits = colon - decimals;
        if (digits > 9 || decimals == from || b[decimals - 1] != '.') {
            return false;
        }
        int seconds = digitsBefore(b, from, decimals - 1);
        int secondsDigits = decimals - 1 - seconds;
        if (secondsDigits == 0 || secondsDigits > MOST_SECONDS_DIGITS || !isSpace(b, from, seconds - 1)) {
            return false;
        }
        if (!cutEvent(b, colon + 1, to)) {
            return false;
        }
        cutTask(b, from, seconds);
        long fraction = Ascii.decimal(b, decimals, colon);
        for (int i = digits; i < 9; i++) {
            fraction *= 10;
        }
        timeNanos = Ascii.decimal(b, seconds, decimals - 1) * 1_000_000_000L + fraction;
        return timeNanos >= 0 && commTo - commFrom <= LONGEST_COMM && isSurely(b, digits);
    }

    /** Prose can have a number with a point and a colon; perf prints six or nine decimals, and whose they are. */
    private boolean isSurely(byte[] b, int decimals) {
        boolean owned = tid != EventContext.UNKNOWN || isRecord() || isTracepoint(b);
        return cpuShown || ((decimals == 6 || decimals == 9) && owned);
    }

    /** Whether the line is of another record than a sample ({@code PERF_RECORD_..}). */
    boolean isRecord() {
        return eventTo == eventFrom;
    }

    /** Whether the event is named as {@code SYSTEM:EVENT}, or with modifiers ({@code cycles:u}). */
    boolean isTracepoint(byte[] b) {
        return Ascii.indexOf(b, eventFrom, eventTo, (byte) ':') >= 0;
    }

    /** {@code [period] name: payload} or {@code PERF_RECORD_..}. */
    private boolean cutEvent(byte[] b, int from, int to) {
        int word = skipSpace(b, from, to);
        int digits = skipDigits(b, word, to);
        if (digits > word && digits < to && isSpace(b[digits])) {
            word = skipSpace(b, digits, to);
        }
        eventFrom = word;
        if (Ascii.startsWith(b, word, to, RECORD)) {
            eventTo = word;
            payloadFrom = word;
            return true;
        }
        int end = word;
        int last = Math.min(to, word + LONGEST_EVENT);
        while (end < last && !isSpace(b[end])) {
            end++;
        }
        eventTo = end - 1;
        payloadFrom = skipSpace(b, end, to);
        return eventTo > word && b[eventTo] == ':' && (end == to || isSpace(b[end])) && !isDigit(b[word]);
    }

    private void cutTask(byte[] b, int from, int seconds) {
        int end = trimSpace(b, from, seconds);
        end = trimSpace(b, from, end - timeOfDayLength(b, from, end));
        end = trimSpace(b, from, end - miscLength(b, from, end));
        cpu = EventContext.UNKNOWN;
        cpuShown = false;
        if (end > from && b[end - 1] == ']') {
            int digits = digitsBefore(b, from, end - 1);
            if (digits > from && digits < end - 1 && b[digits - 1] == '[') {
                cpu = number(b, digits, end - 1, EventContext.MOST_CPUS);
                cpuShown = true;
                end = trimSpace(b, from, digits - 1);
            }
        }
        if (!cpuShown) {
            end = cutBareCpu(b, from, end);
        }
        int task = tidBefore(b, from, end);
        tid = EventContext.UNKNOWN;
        if (task < end) {
            int digits = digitsBefore(b, task, end);
            tid = digits == task || b[digits - 1] == '/' ? number(b, digits, end, Integer.MAX_VALUE) : tid;
        }
        commFrom = skipSpace(b, from, task);
        commTo = trimSpace(b, commFrom, task);
    }

    /**
     * With option {@code --Latency} the CPU has no brackets: it is a number of three columns behind the thread's, which
     * has five or seven.
     */
    private int cutBareCpu(byte[] b, int from, int end) {
        int digits = digitsBefore(b, from, end);
        int before = trimSpace(b, from, digits);
        int columns = end - before - 1;
        if (digits == end
                || before == from
                || before == digits
                || !isDigit(b[before - 1])
                || columns != Math.max(CPU_COLUMNS, end - digits)
                || end - digits > CPU_COLUMNS + 1) {
            return end;
        }
        cpu = number(b, digits, end, EventContext.MOST_CPUS);
        cpuShown = true;
        return before;
    }

    /** Where {@code pid/tid} or {@code tid} begins that ends at {@code to}; {@code to} if it is not there. */
    private static int tidBefore(byte[] b, int from, int to) {
        int tid = signedDigitsBefore(b, from, to);
        if (tid > from && tid < to && b[tid - 1] == '/') {
            int pid = signedDigitsBefore(b, from, tid - 1);
            tid = pid < tid - 1 ? pid : tid;
        }
        return tid == from || isSpace(b[tid - 1]) ? tid : to;
    }

    private static int signedDigitsBefore(byte[] b, int from, int to) {
        int digits = digitsBefore(b, from, to);
        return digits < to && digits > from && b[digits - 1] == '-' ? digits - 1 : digits;
    }

    private static int timeOfDayLength(byte[] b, int from, int to) {
        int length = TIME_OF_DAY.length;
        if (to - from < length) {
            return 0;
        }
        for (int i = 0; i < length; i++) {
            byte wanted = TIME_OF_DAY[i];
            byte found = b[to - length + i];
            if (wanted == '0' ? !isDigit(found) : found != wanted) {
                return 0;
            }
        }
        return length;
    }

    /** Letters of field misc, which only a CPU or a thread has before it; a name could look the same. */
    private static int miscLength(byte[] b, int from, int to) {
        int p = to;
        while (p > from
                && to - p <= MOST_MISC_LETTERS
                && Ascii.indexOf(MISC_LETTERS, 0, MISC_LETTERS.length, b[p - 1]) >= 0) {
            p--;
        }
        int before = trimSpace(b, from, p);
        boolean apart = before > from && before < p && (b[before - 1] == ']' || isDigit(b[before - 1]));
        return apart && to - p <= MOST_MISC_LETTERS ? to - p : 0;
    }

    private static int number(byte[] b, int from, int to, int limit) {
        if (to - from > MOST_INT_DIGITS) {
            return EventContext.UNKNOWN;
        }
        int number = (int) Ascii.decimal(b, from, to);
        return number < limit ? number : EventContext.UNKNOWN;
    }

    static boolean isSpace(byte c) {
        return c == ' ' || c == '\t';
    }

    private static boolean isSpace(byte[] b, int from, int at) {
        return at < from || isSpace(b[at]);
    }

    private static int skipSpace(byte[] b, int from, int to) {
        int p = from;
        while (p < to && isSpace(b[p])) {
            p++;
        }
        return p;
    }

    private static int trimSpace(byte[] b, int from, int to) {
        int p = to;
        while (p > from && isSpace(b[p - 1])) {
            p--;
        }
        return p;
    }
}
