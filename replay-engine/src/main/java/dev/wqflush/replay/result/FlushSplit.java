package dev.wqflush.replay.result;

/**
 * What a flush waited for, in nanoseconds. The parts add up to its length; a part that the capture cannot tell apart is
 * 0 and lies in {@code other}.
 *
 * @param mutexNanos waiting for {@code wq->mutex}
 * @param walkNanos in {@code flush_workqueue_prep_pwqs}, where probes or function_graph show it
 * @param itemsNanos from falling asleep until woken; of a flush that was woken before it could sleep, from its walk on
 * @param wakeupNanos from being woken to running
 * @param otherNanos the rest: entry, exit, the probes, and a walk that is not measured
 */
public record FlushSplit(long mutexNanos, long walkNanos, long itemsNanos, long wakeupNanos, long otherNanos) {
    /** Nothing. */
    public static final FlushSplit ZERO = new FlushSplit(0, 0, 0, 0, 0);

    /** Sum, part by part. */
    public FlushSplit plus(FlushSplit o) {
        return new FlushSplit(
                mutexNanos + o.mutexNanos,
                walkNanos + o.walkNanos,
                itemsNanos + o.itemsNanos,
                wakeupNanos + o.wakeupNanos,
                otherNanos + o.otherNanos);
    }

    /** Sum of the parts. */
    public long totalNanos() {
        return mutexNanos + walkNanos + itemsNanos + wakeupNanos + otherNanos;
    }
}
