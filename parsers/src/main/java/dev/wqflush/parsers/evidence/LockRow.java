package dev.wqflush.parsers.evidence;

import java.util.Set;

/**
 * One row of a lock table. Times in nanoseconds; -1 for what the table does not tell.
 *
 * @param lock name of the lock or its class, empty if the table is by caller
 * @param type as perf prints it ({@code spinlock}, {@code mutex}, {@code rwsem:R}...), empty if not told
 * @param place the function that waited, with offset; or the task or owner; empty if not told
 * @param contended how often somebody waited
 * @param line where the row stands
 */
public record LockRow(
        String lock,
        String type,
        String place,
        long contended,
        long totalWaitNanos,
        long maxWaitNanos,
        long avgWaitNanos,
        long line) {
    /**
     * Functions of kernel/workqueue.c that take a pool's lock themselves and hold no other raw spinlock: a spinlock
     * they wait for is a pool's. Others, such as {@code kick_pool}, also wait for run queues.
     */
    private static final Set<String> TAKE_POOL_LOCK = Set.of(
            "__queue_work",
            "process_one_work",
            "worker_thread",
            "flush_workqueue_prep_pwqs",
            "__flush_workqueue",
            "__flush_work",
            "start_flush_work",
            "try_to_grab_pending",
            "wq_worker_sleeping",
            "wq_worker_tick",
            "pool_mayday_timeout",
            "idle_worker_timeout",
            "create_worker",
            "manage_workers",
            "drain_workqueue");

    private static final Set<String> TAKE_FLUSH_MUTEX =
            Set.of("__flush_workqueue", "flush_workqueue", "drain_workqueue", "destroy_workqueue");

    /** Functions that walk, or that a compiler may have put the walk into. */
    private static final Set<String> WALK =
            Set.of("flush_workqueue_prep_pwqs", "__flush_workqueue", "flush_workqueue", "drain_workqueue");

    /** Whether the row is of a function that waited, of whichever lock. */
    public boolean hasCaller() {
        return lock.isEmpty() && !type.isEmpty() && !place.isEmpty();
    }

    /** Whether the row is of a lock or its class, of whoever waited; its name may be unknown. */
    public boolean isByLock() {
        return !lock.isEmpty() || (!type.isEmpty() && place.isEmpty());
    }

    /**
     * Whether a walk may have waited here: a walk's function, any pool lock, or what has no name and may be either.
     * Only rows of tables that name callers or locks can tell.
     */
    public boolean mayBeInWalk() {
        boolean spins = type.equals("spinlock") || type.equals("unknown");
        if (hasCaller()) {
            return spins && (WALK.contains(function()) || place.startsWith("0x"));
        }
        return lock.isEmpty() ? spins : isPoolLock();
    }

    /** Whether the lock is one of a worker pool: by its name, or as a spinlock that only such code takes there. */
    public boolean isPoolLock() {
        boolean named =
                lock.equals("&pool->lock") || lock.startsWith("&pool->lock#") || lock.startsWith("&pool->lock/");
        return named || (lock.isEmpty() && type.equals("spinlock") && TAKE_POOL_LOCK.contains(function()));
    }

    /** Whether it is the mutex of a workqueue, which flushers hold while they walk. */
    public boolean isFlushMutex() {
        return lock.equals("&wq->mutex")
                || (lock.isEmpty() && type.startsWith("mutex") && TAKE_FLUSH_MUTEX.contains(function()));
    }

    /** The function of {@link #place()}, without offset and compiler's suffix. */
    public String function() {
        int plus = place.indexOf('+');
        String name = plus < 0 ? place : place.substring(0, plus);
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
