package dev.wqflush.cli.report.chart;

import dev.wqflush.replay.result.FlushResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Capture time with its long pauses cut out: parts that share one scale, side by side, each with its own zero.
 *
 * @param parts in order of time
 * @param pauses lengths of what was cut, in nanoseconds
 * @param percentPerNano the scale
 */
record TimeCuts(List<Stretch> parts, List<Long> pauses, double percentPerNano) {
    /** A stretch without a long pause, and where it is drawn. */
    record Stretch(long startNanos, long endNanos, double from, double width) {
        long nanos() {
            return endNanos - startNanos;
        }
    }

    /** A pause longer than this is cut, if it is among the longest. */
    static final long LONGEST_PAUSE_NANOS = 1_000_000_000;

    /** With more parts, too few columns would be left for each. */
    static final int MOST_CUTS = 12;

    private static final double GAP_PERCENT = 1.2;
    /** Gaps, and the room that very short parts get, take at most this each. */
    private static final double SPENT_AT_MOST_PERCENT = 20;

    static TimeCuts of(List<FlushResult> flushes) {
        List<long[]> stretches = stretches(flushes);
        List<Long> pauses = new ArrayList<>();
        long busy = 0;
        for (int i = 0; i < stretches.size(); i++) {
            busy += stretches.get(i)[1] - stretches.get(i)[0];
            if (i > 0) {
                pauses.add(stretches.get(i)[0] - stretches.get(i - 1)[1]);
            }
        }
        int count = stretches.size();
        double shortest = Math.max(1, busy) * SPENT_AT_MOST_PERCENT / 100 / count;
        double drawn = 0;
        for (long[] stretch : stretches) {
            drawn += Math.max(shortest, (double) (stretch[1] - stretch[0]));
        }
        double gap = count == 1 ? 0 : Math.min(GAP_PERCENT, SPENT_AT_MOST_PERCENT / (count - 1));
        double scale = (100 - gap * (count - 1)) / drawn;
        List<Stretch> parts = new ArrayList<>();
        double from = 0;
        for (long[] stretch : stretches) {
            double width = Math.max(shortest, (double) (stretch[1] - stretch[0])) * scale;
            parts.add(new Stretch(stretch[0], stretch[1], from, width));
            from += width + gap;
        }
        return new TimeCuts(parts, pauses, scale);
    }

    /** Start and end of each stretch between two cuts. */
    private static List<long[]> stretches(List<FlushResult> flushes) {
        List<FlushResult> byStart = new ArrayList<>(flushes);
        byStart.sort(Comparator.comparingLong(FlushResult::startNanos));
        long uncut = longestUncut(byStart);
        List<long[]> stretches = new ArrayList<>();
        long[] last = {byStart.get(0).startNanos(), byStart.get(0).endNanos()};
        stretches.add(last);
        for (FlushResult flush : byStart) {
            if (flush.startNanos() - last[1] > uncut) {
                last = new long[] {flush.startNanos(), flush.endNanos()};
                stretches.add(last);
            } else {
                last[1] = Math.max(last[1], flush.endNanos());
            }
        }
        return stretches;
    }

    /** The longest pause that is not cut: only so many longer ones are. */
    private static long longestUncut(List<FlushResult> byStart) {
        List<Long> pauses = new ArrayList<>();
        long end = byStart.get(0).endNanos();
        for (FlushResult flush : byStart) {
            if (flush.startNanos() - end > LONGEST_PAUSE_NANOS) {
                pauses.add(flush.startNanos() - end);
            }
            end = Math.max(end, flush.endNanos());
        }
        pauses.sort(Comparator.reverseOrder());
        return pauses.size() > MOST_CUTS ? pauses.get(MOST_CUTS) : LONGEST_PAUSE_NANOS;
    }

    /** Index of the part that holds a moment of some flush. */
    int partOf(long nanos) {
        int part = parts.size() - 1;
        while (part > 0 && parts.get(part).startNanos() > nanos) {
            part--;
        }
        return part;
    }

    /** Where a moment of some flush is drawn, in per cent. */
    double at(long nanos) {
        Stretch part = parts.get(partOf(nanos));
        return part.from + (nanos - part.startNanos) * percentPerNano;
    }
}
