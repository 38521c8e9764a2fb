package dev.wqflush.replay.simulate;

/**
 * What the threads do, each on a CPU of its own.
 *
 * @param threads how many flush
 * @param queues whether each queues its own item before it flushes
 * @param dense whether every pwq always has an item in flight, queued by others
 * @param itemNanos how long an item runs
 * @param thinkNanos mean pause of a thread between two flushes, exponential; 0 for none
 */
public record Load(int threads, boolean queues, boolean dense, long itemNanos, long thinkNanos) {
    /** Checks the ranges. */
    public Load {
        if (threads < 1 || itemNanos < 0 || thinkNanos < 0) {
            throw new IllegalArgumentException("a load needs at least a thread, and no time is negative");
        }
    }

    /** Threads that flush a workqueue on which nothing is ever queued. */
    public static Load idle(int threads) {
        return new Load(threads, false, false, 0, 0);
    }

    /** Threads that queue a short item each and flush, without a pause. */
    public static Load queueAndFlush(int threads) {
        return new Load(threads, true, false, 400, 0);
    }

    /** Threads that flush while every pwq is busy with items of a length. */
    public static Load dense(int threads, long itemNanos) {
        return new Load(threads, false, true, itemNanos, 0);
    }

    /** Threads that write and fsync: each pushes the log, flushes, and does something else for a while. */
    public static Load fsync(int threads) {
        return new Load(threads, true, false, 20_000, 100_000);
    }
}
