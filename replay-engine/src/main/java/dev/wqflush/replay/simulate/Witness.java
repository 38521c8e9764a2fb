package dev.wqflush.replay.simulate;

import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.WalkKind;

/**
 * Sees what takes place in a run, in order of time; times are nanoseconds since its begin. A thread is told by its
 * number, which is also its CPU; a worker by the CPU or pool that it serves.
 */
public interface Witness {
    /** An item was queued on a pwq, by a thread or, with -1, by somebody else. */
    default void queued(long time, int thread, int item, int pwq) {}

    /** A worker begins an item. */
    default void started(long time, int item, int pwq) {}

    /** The item's function returned. */
    default void ended(long time, int item, int pwq) {}

    /** A thread enters the flush. */
    default void entered(long time, int thread) {}

    /** A thread finds the mutex taken and spins. */
    default void spins(long time, int thread) {}

    /** The thread that spun has the mutex. */
    default void spun(long time, int thread) {}

    /** A thread begins a walk; colours as in {@code flush_workqueue_prep_pwqs}. */
    default void walkBegan(long time, int thread, WalkKind kind, int flushColour, int workColour) {}

    /** The walk is over. */
    default void walkEnded(long time, int thread, WalkKind kind, int visits, int poolLocks, int armed) {}

    /** A thread waits for its completion. */
    default void sleeps(long time, int thread) {}

    /** A sleeping thread is woken, by the worker that released an item, or with -1 by another thread. */
    default void woken(long time, int thread, int item, int byThread) {}

    /** A thread that was woken runs. */
    default void resumes(long time, int thread) {}

    /** The flush returns. */
    default void returned(long time, int thread, FlushPath path) {}
}
