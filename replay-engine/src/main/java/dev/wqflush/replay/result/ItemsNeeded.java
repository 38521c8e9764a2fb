package dev.wqflush.replay.result;

/**
 * The items that were queued before a flush: it may not return before the last of them has ended (kernel-model 1.4).
 *
 * @param untilNanos when the last one ended, no earlier than the flush began and no later than it ended
 * @param cpu where that one ran, -1 if not seen
 * @param queuedNanos when that one was queued
 * @param startNanos when that one began to run; {@code queuedNanos} if not seen
 */
public record ItemsNeeded(long untilNanos, int cpu, long queuedNanos, long startNanos) {
    /** Until when, and no more is known. */
    public static ItemsNeeded until(long nanos) {
        return new ItemsNeeded(nanos, -1, nanos, nanos);
    }

    /** The earliest moment at which they can have ended, had the last one run at once. */
    public long earliestNanos() {
        return untilNanos - (startNanos - queuedNanos);
    }
}
