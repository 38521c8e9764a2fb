package dev.wqflush.replay.partial;

/**
 * How long the walks of a capture waited for pool locks at most, if a table of lock contention covers the capture.
 *
 * @param file of the table, as the user called it
 * @param poolLockCycles of the walks at most, {@link #UNKNOWN_CYCLES} if they have no bound
 */
public record LockBound(String file, PoolLockWaits waits, long poolLockCycles) {
    /** Where the possible CPUs are not known, a walk may have taken more locks than are counted. */
    public static final long UNKNOWN_CYCLES = -1;

    /** Whether the number of lock cycles is what bounds the waiting, not the sum of the table. */
    public boolean isByCycles() {
        return poolLockCycles != UNKNOWN_CYCLES
                && waits.longestNanos() >= 0
                && (double) poolLockCycles * waits.longestNanos() < waits.totalNanos();
    }

    /** The bound in nanoseconds, summed over walks: a lock cycle waits once, never longer than the longest wait. */
    public long nanos() {
        return isByCycles() ? poolLockCycles * waits.longestNanos() : waits.totalNanos();
    }
}
