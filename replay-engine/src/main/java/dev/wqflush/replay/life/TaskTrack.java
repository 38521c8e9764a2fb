package dev.wqflush.replay.life;

import org.jspecify.annotations.Nullable;

/** What a task (or the BH worker of a CPU) is doing. */
final class TaskTrack {
    final int tid;
    int comm;

    @Nullable
    FlushCall flush;

    /** The flush it returned from last, for a return probe that comes late. */
    @Nullable
    FlushCall lastFlush;

    @Nullable
    WalkSighting walk;

    /** The item it runs. */
    @Nullable
    WorkItem item;

    boolean inBarrier;

    /** The item it ran last; a barrier prolongs it. */
    @Nullable
    WorkItem lastItem;

    /** The item whose release is not bounded yet: the next own event bounds it. */
    @Nullable
    WorkItem releasing;

    long mutex;
    long mutexSince;
    long mutexSinceNanos;
    long spinLock;
    long spinSince;
    long spinSinceNanos;
    boolean spinAfterItem;
    int lastQueuedName;
    long wokenNanos = -1;
    boolean wokenWithIdleCpu;

    TaskTrack(int tid) {
        this.tid = tid;
    }
}
