package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.replay.protocol.FlushPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One call of {@code __flush_workqueue} and what its task did in it. Moments are event ordinals. */
final class FlushCall {
    /** Who ended the wait of a flusher (rule R8). */
    enum WokenBy {
        /** Not woken, or not seen. */
        NOBODY,
        /** A worker after its item ended: the last armed item is gone, so this flusher was first. */
        RELEASE,
        /** Another task, not a flusher of this workqueue: it cancelled the last armed item. */
        CANCEL,
        /** A flusher of the same workqueue: completed by its cascade. */
        FLUSHER
    }

    /** A flusher wakes another one. */
    record CascadeWake(long moment, FlushCall target) {}

    static final long NEVER = WorkItem.NEVER;

    final int tid;
    final int comm;
    final int cpu;
    final long entered;
    final long enteredNanos;
    final long position;
    long pointer;
    int name;
    int number;
    boolean entrySeen = true;
    boolean nameInferred;
    final EvidenceSource source;
    int flushersAtEntry;

    /** When it held the mutex first, {@link #NEVER} if it did not have to wait. */
    long mutexGranted = NEVER;

    long mutexNanos;

    /** When it fell asleep for its completion. */
    long slept = NEVER;

    long sleptNanos = -1;
    long woken = NEVER;
    long wokenNanos = -1;
    WokenBy wokenBy = WokenBy.NOBODY;

    @Nullable
    FlushCall wokenByFlusher;

    @Nullable
    WorkItem wokenByItem;

    /** When it ran again after that. */
    long resumed = NEVER;

    long resumedNanos = -1;

    /** When it held the mutex again, if it had to wait for it. */
    long mutexGrantedAgain = NEVER;

    /** Waits for spin locks inside the call; those inside a walk are for pool locks. */
    final List<WalkSighting.LockWait> lockWaits = new ArrayList<>(0);

    final List<CascadeWake> cascadeWakes = new ArrayList<>(0);
    final List<WalkSighting> walks = new ArrayList<>(2);

    long ended = NEVER;
    long endedNanos = -1;
    boolean endSeen;

    /** Time of the last event of the task inside the call. */
    long lastOwnNanos;

    FlushPath path = FlushPath.UNKNOWN;
    int colour = -1;
    int lossMarks;
    long lateWakeupNanos;

    FlushCall(EventContext at, long moment, long pointer, int name) {
        this.tid = at.tid();
        this.comm = at.comm();
        this.cpu = at.cpu();
        this.entered = moment;
        this.enteredNanos = at.timeNanos();
        this.position = at.position();
        this.pointer = pointer;
        this.name = name;
        this.lastOwnNanos = enteredNanos;
        this.source = at.source();
    }

    /** What seemed the wait for completion was one for the mutex: forgets it. */
    void forgetWait() {
        woken = NEVER;
        wokenNanos = -1;
        wokenBy = WokenBy.NOBODY;
        wokenByFlusher = null;
        wokenByItem = null;
        resumed = NEVER;
        resumedNanos = -1;
    }

    boolean isOpen() {
        return ended == NEVER;
    }

    /** Whether it waited for its completion: asleep outside a mutex wait, or woken before it could sleep. */
    boolean waited() {
        return slept != NEVER || woken != NEVER;
    }
}
