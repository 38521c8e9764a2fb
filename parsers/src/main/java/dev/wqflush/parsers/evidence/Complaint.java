package dev.wqflush.parsers.evidence;

/**
 * One line in which the kernel complains of workqueues or CPUs, repeated ones counted.
 *
 * @param subject function, pool, CPU or lock that it is about
 * @param workqueue empty if none is named
 * @param amount the largest number in it: seconds, tries, microseconds; see {@link Kind}
 * @param count how often it was printed; the kernel prints most of them less and less often
 */
public record Complaint(Kind kind, String subject, String workqueue, long amount, long count, long line) {
    /** What is complained of. */
    public enum Kind {
        /** {@code FUNC hogged CPU for >Nus N times}; the amount is how many times, as the kernel counts. */
        HOGGED_CPU,
        /** {@code BUG: workqueue lockup - pool ... stuck for Ns}. */
        POOL_STUCK,
        /** {@code drain_workqueue() isn't complete after N tries}. */
        DRAIN_INCOMPLETE,
        /** {@code cannot queue FUNC on wq NAME}: something queues on a workqueue that is being drained. */
        DRAIN_QUEUEING,
        /** A reclaim worker flushes a workqueue without a rescuer: a warning of flags, not of time. */
        RECLAIM_FLUSH,
        /** Soft or hard lockup of a CPU, in seconds; 0 if not told. */
        CPU_STUCK,
        /** A dependency cycle that lockdep sees through a workqueue. */
        LOCKDEP,
        /** Held locks show that an item of this workqueue runs. */
        ITEM_RUNS,
        /** Rows of a CPU profile name flushes. */
        PROFILE
    }
}
