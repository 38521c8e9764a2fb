package dev.wqflush.parsers.event;

/** Bits of {@code contention_begin}'s flags (include/trace/events/lock.h). */
public final class LockFlags {
    /** A spinlock, or with {@link #MUTEX} the optimistic spin of a mutex. */
    public static final int SPIN = 1;

    /** A reader. */
    public static final int READ = 2;

    /** A writer. */
    public static final int WRITE = 4;

    /** An rt-mutex. */
    public static final int RT = 8;

    /** A per-cpu rwsem. */
    public static final int PERCPU = 16;

    /** A mutex. */
    public static final int MUTEX = 32;

    private LockFlags() {}
}
