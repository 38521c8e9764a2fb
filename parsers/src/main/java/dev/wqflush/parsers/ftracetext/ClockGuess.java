package dev.wqflush.parsers.ftracetext;

import dev.wqflush.parsers.event.TraceClock;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.LineCursor;
import dev.wqflush.parsers.input.LinePrefix;

/** Tells what time stamps count, which no header says. */
final class ClockGuess {
    /** Lines that are looked at; jiffies repeat and cycles leap long before. */
    private static final int MOST_LINES = 256;

    /** A counter misses the events that filters dropped, but no more in a row. */
    private static final int LARGEST_STEP = 1000;

    private ClockGuess() {}

    /** Goes by the first line, which is cut, and by those behind it that are at hand. */
    static TraceClock of(FtraceLineCutter first, LineShape shape, LineCursor lines) {
        if (first.nanoseconds) {
            return TraceClock.NANOSECONDS;
        }
        byte[] b = lines.bytes();
        FtraceLineCutter ahead = new FtraceLineCutter();
        long previous = first.time;
        int steps = 0;
        int from = lines.end() + 1;
        while (steps < MOST_LINES) {
            int to = Ascii.indexOf(b, from, lines.bufferedTo(), (byte) '\n');
            if (to < 0) {
                break;
            }
            if (ahead.cut(shape, b, LinePrefix.skip(b, from, to), to)) {
                if (ahead.time <= previous || ahead.time > previous + LARGEST_STEP) {
                    return TraceClock.TICKS;
                }
                previous = ahead.time;
                steps++;
            }
            from = to + 1;
        }
        return steps > 1 ? TraceClock.COUNTER : TraceClock.TICKS;
    }
}
