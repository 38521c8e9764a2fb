package dev.wqflush.replay.verdict;

/**
 * Where one class or flag begins. Shares are of 1, times in nanoseconds.
 *
 * @param walkShare share of flush time in walks from which flushes are walk-bound
 * @param lockShare pool lock waiting, as a share of it and of flush time together, from which walks are lock-bound
 * @param quietSpanShare share of the span up to which waiting of any task does not matter
 * @param shortFlushNanos p99 of a workqueue's flushes below which they do not matter; or p50, where most of their time
 *     is none of the waits that a whole capture shows
 * @param walkingSpanShare share of the span in walks of one task from which even short flushes matter: a loop of idle
 *     flushes
 * @param stuckNanos wait of a flush without end above which it is stuck in any capture
 * @param stuckSpanShare share of the span above which a flush without end is stuck
 * @param stuckLeastNanos but only if it waited longer than this
 * @param deepQueue flushes open on a workqueue at entry, above which its queue is deep
 * @param possiblePerOnline possible CPUs for each online one, above which there are many more
 * @param lateWakeupNanos delay from waking to running above which a wakeup is late
 * @param longItemNanos run time of an awaited item above which it is long
 */
public record Thresholds(
        double walkShare,
        double lockShare,
        double quietSpanShare,
        long shortFlushNanos,
        double walkingSpanShare,
        long stuckNanos,
        double stuckSpanShare,
        long stuckLeastNanos,
        int deepQueue,
        int possiblePerOnline,
        long lateWakeupNanos,
        long longItemNanos) {
    /**
     * The contract's: walk-bound from 30 % of flush time, lock-bound from 20 %; healthy up to 1 % of the span in any
     * task or with a p99 below 200 us, unless a task spends 10 % of the span in walks; stuck above 10 s, or above half
     * of the span and 1 s; deep above 4 flushers; much larger above 2 possible CPUs for each online one; late above 5
     * ms, as no run queue of a machine that is not overloaded holds a task so long; long above 100 ms, as items are
     * meant to take milliseconds.
     */
    public static final Thresholds DEFAULT = new Thresholds(
            0.30, 0.20, 0.01, 200_000, 0.10, 10_000_000_000L, 0.5, 1_000_000_000, 4, 2, 5_000_000, 100_000_000);
}
