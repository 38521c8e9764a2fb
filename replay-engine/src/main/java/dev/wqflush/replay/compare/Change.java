package dev.wqflush.replay.compare;

/**
 * How a measure differs between the sides.
 *
 * @param difference after less before: within these bounds in 99 of 100 cases, by drawing whole flushes anew; unknown
 *     where that cannot be done
 * @param ratio after over before, likewise
 */
public record Change(
        Measure measure, Extent before, Extent after, Extent difference, Extent ratio, Direction direction) {
    /** Which way it goes. */
    public enum Direction {
        LESS,
        MORE,
        /** No way that the data can show. */
        NONE
    }

    /** Whether chance was told from change. */
    public boolean isTested() {
        return difference.isKnown();
    }

    /** After over before, by the middles of their bounds; not a finite number if that says nothing. */
    public double middleRatio() {
        return (after.low() + after.high()) / (before.low() + before.high());
    }
}
