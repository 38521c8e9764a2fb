package dev.wqflush.replay.simulate;

import org.jspecify.annotations.Nullable;

/**
 * What the threads of a run do, and how long what they wait for takes that is neither a walk nor a lock; all times are
 * nanoseconds. A thread goes round: it queues items, flushes, and pauses.
 */
interface Threads {
    /** How many. */
    int count();

    /** All CPUs of threads are below; workers of unbound pools are numbered from here on. */
    int cpus();

    /** When a thread begins its first round. */
    long begins(int thread);

    /** Where a thread runs in this round. */
    int cpu(int thread);

    /** What a thread queues next, null if it flushes. */
    @Nullable
    Queued next(int thread);

    /**
     * A thread has queued what was next.
     *
     * @return how long until it does what is next now
     */
    long queued(int thread);

    /** From the queueing of an item, which held the pool lock for so long, to its start. */
    long startNanos(Queued queued, long hold);

    /** From the start of an item, whose worker held the pool lock for so long, to its end; null where pwqs are busy. */
    long runNanos(@Nullable Queued queued, long hold);

    /** From the waking of a thread, which took its waker so long, until it runs. */
    long wakeNanos(int thread, long wake);

    /**
     * The flush of a thread has returned.
     *
     * @return how long until its next round
     */
    long returned(int thread);
}
