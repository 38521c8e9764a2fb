package dev.wqflush.replay.simulate;

/**
 * What a run came to, without its first fifth.
 *
 * @param flushes how many returned
 * @param nanos how long that took
 * @param flushNanos sum over them from entry to return
 * @param walks how many began
 * @param visits of these walks
 * @param walkNanos time in them
 * @param mutexNanos time for which {@code wq->mutex} was held
 */
public record Outcome(
        long flushes, long nanos, long flushNanos, long walks, long visits, long walkNanos, long mutexNanos) {
    /** Flushes a second, of all threads together. */
    public double rate() {
        return flushes == 0 ? 0 : flushes * 1e9 / nanos;
    }

    /** Mean nanoseconds from entry to return. */
    public double meanFlushNanos() {
        return (double) flushNanos / flushes;
    }

    /** Walks for each flush. */
    public double walksPerFlush() {
        return (double) walks / flushes;
    }

    /** pwqs for each walk. */
    public double visitsPerWalk() {
        return walks == 0 ? 0 : (double) visits / walks;
    }

    /** Mean nanoseconds of a walk. */
    public double meanWalkNanos() {
        return walks == 0 ? 0 : (double) walkNanos / walks;
    }

    /** Share of the time for which the mutex was held, 0 to 1. */
    public double mutexBusy() {
        return (double) mutexNanos / nanos;
    }
}
