package dev.wqflush.parsers.evidence;

import java.util.List;

/**
 * What "Showing busy workqueues and worker pools" prints of one pwq.
 *
 * @param workqueue its name
 * @param memReclaim whether the workqueue has a rescuer (WQ_MEM_RECLAIM)
 * @param pool as printed: {@code cpus=3 node=0 flags=0x0 nice=0}
 * @param active items active, -1 if not told
 * @param maxActive its limit, -1 if not told (printed up to Linux 6.8)
 * @param mayday whether it waits for its rescuer
 * @param running what workers execute
 * @param pending functions of items that wait for a worker
 * @param inactive functions of items that wait for {@code max_active}
 * @param waiters tasks that wait in {@code flush_work}, with the function that they wait for
 */
public record BusyWorkqueue(
        String workqueue,
        boolean memReclaim,
        String pool,
        int active,
        int maxActive,
        boolean mayday,
        List<Running> running,
        List<String> pending,
        List<String> inactive,
        List<Waiter> waiters,
        long line) {
    /** Freezes the lists. */
    public BusyWorkqueue {
        running = List.copyOf(running);
        pending = List.copyOf(pending);
        inactive = List.copyOf(inactive);
        waiters = List.copyOf(waiters);
    }

    /**
     * An item that a worker executes.
     *
     * @param pid of the worker, -1 for a BH worker
     * @param seconds since when, -1 if not told (printed from Linux 7)
     */
    public record Running(int pid, boolean rescuer, String function, long seconds) {}

    /** A flush barrier: the task waits in {@code flush_work} for the item before it. */
    public record Waiter(int pid, String function) {}
}
