package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.TaskState;
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
    long barrierSinceNanos;

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

    /** The last event of it that no flush holds; 0 if none was seen. */
    long outsideSince;

    /** The end of the item that it ran last; 0 if none was seen. */
    long idleSince;

    /** Whether it sleeps so that only a wakeup ends it. */
    boolean asleep;

    /** Whether it sleeps as flushers do. */
    boolean deepAsleep;

    /** When the release of an item woke it before anything else was seen of it: it was in a flush, if it ever is. */
    long releasedFirst;

    /** Since when it is {@link #asleep}. */
    long asleepSince;

    /** The CPU that it is seen to run on. */
    int runsOn = EventContext.UNKNOWN;

    /** Whether it was woken since it ran last: that can come before it leaves the CPU. */
    boolean awake;

    long wokenNanos = -1;
    boolean wokenWithIdleCpu;

    /** The log force that it makes, if it does. */
    LogForces.@Nullable Force logForce;

    TaskTrack(int tid) {
        this.tid = tid;
    }

    /** It runs from now on. */
    void run(int cpu) {
        asleep = false;
        deepAsleep = false;
        awake = false;
        runsOn = cpu;
    }

    /** It leaves the CPU. */
    void fallAsleep(TaskState state, long moment) {
        runsOn = EventContext.UNKNOWN;
        boolean deaf = state == TaskState.UNINTERRUPTIBLE || state == TaskState.IDLE;
        asleep = deaf && !awake;
        deepAsleep = asleep && state == TaskState.UNINTERRUPTIBLE;
        asleepSince = moment;
    }

    /** Whether it is a worker that has ended an item and does nothing else yet. */
    boolean hasReleased() {
        return item == null && lastItem != null && !inBarrier;
    }

    /** Somebody wakes it. */
    void wake() {
        asleep = false;
        deepAsleep = false;
        awake = true;
    }
}
