package dev.wqflush.replay.result;

/**
 * The item whose end completed a flush, or that a flush without end still waits for.
 *
 * @param function its function
 * @param cpu where it ran, -1 if not seen
 * @param queuedNanos when it was queued, {@link Long#MIN_VALUE} if before the capture
 * @param startNanos when it began to run, -1 if never
 * @param endNanos when it ended, -1 if never
 * @param position line or offset of its start, or of its queueing if it never started
 */
public record AwaitedItem(String function, int cpu, long queuedNanos, long startNanos, long endNanos, long position) {}
