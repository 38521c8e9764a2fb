package dev.wqflush.replay.life;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A point of the capture: its place in the order of events and its time stamp. Events of equal time stamps still have
 * an order, so moments are compared by ordinal.
 *
 * @param ordinal counts events in steps of {@link LifeTracker#MOMENT_STEP}
 */
record Moment(long ordinal, long nanos) {
    /** What the capture does not show; later than everything. */
    static final Moment NEVER = new Moment(Long.MAX_VALUE, -1);

    /** Number of the event of this moment, or of the last one before it; from 1, 0 before the first. */
    static long event(long ordinal) {
        return ordinal / LifeTracker.MOMENT_STEP;
    }

    boolean isKnown() {
        return ordinal != NEVER.ordinal;
    }

    boolean isBefore(Moment other) {
        return ordinal < other.ordinal;
    }

    static Moment latest(Moment a, Moment b) {
        return a.isBefore(b) ? b : a;
    }

    /**
     * Index of the first that comes after a moment; their number if none does.
     *
     * @param sorted by {@code ordinal}
     */
    static <T> int firstAfter(List<T> sorted, ToLongFunction<T> ordinal, long moment) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ordinal.applyAsLong(sorted.get(middle)) > moment) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
