package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.replay.protocol.FlushPath;
import java.util.ArrayList;
import java.util.Comparator;
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

    /** It waited for a mutex, as lock events tell, or else a first sleep of two. */
    record MutexWait(Moment from, Moment to, boolean told) {}

    /** A flusher wakes another one; waking ends at {@code done}, which a contended run queue can delay. */
    static final class CascadeWake {
        final Moment moment;
        final FlushCall target;
        Moment done;

        /** What the waker does when the waking is over. */
        final Sequel after;

        CascadeWake(Moment moment, FlushCall target) {
            this.moment = moment;
            this.target = target;
            this.done = moment;
            this.after = new Sequel(moment);
        }
    }

    /** The first wait of a flush, taken for that for its completion. */
    private record FirstWait(
            Moment slept,
            Moment woken,
            WokenBy wokenBy,
            @Nullable FlushCall flusher,
            @Nullable CascadeWake wake,
            @Nullable WorkItem awaited,
            Moment resumed,
            Moment mutexGranted,
            Sequel afterAcquisition,
            Sequel afterResumption) {}

    final int tid;
    final int comm;
    final int cpu;
    final Moment entered;
    final long position;
    long pointer;
    int name;
    int number;

    /** Index of its workqueue in the result. */
    int workqueue;

    /** Walks that its task made in it. */
    int walksMade;

    boolean entrySeen = true;

    /** The item that its task runs: a flush from within an item. */
    @Nullable
    WorkItem inItem;

    /**
     * The workqueue's name, if no probe shows it: that of the item that ended the wait, or of what its task queued
     * last.
     */
    int likelyName;

    final EvidenceSource source;
    int flushersAtEntry;

    /** When it held the mutex first, {@link Moment#NEVER} if it did not have to wait. */
    Moment mutexGranted = Moment.NEVER;

    /** Whether it waits for the mutex, and did when the capture ended if it still does then. */
    boolean mutexPending;

    /** What the task does after it held the mutex: its walk lies before. */
    Sequel afterAcquisition;

    /** What the task does after it ran, or held the mutex, again. */
    Sequel afterResumption;

    /** Its waits for a mutex. */
    final List<MutexWait> mutexWaits = new ArrayList<>(0);

    /** When it fell asleep for its completion. */
    Moment slept = Moment.NEVER;

    Moment woken = Moment.NEVER;
    WokenBy wokenBy = WokenBy.NOBODY;

    @Nullable
    FlushCall wokenByFlusher;

    @Nullable
    WorkItem awaited;

    /** Woken by a flusher that was not through itself: perhaps only handed the mutex, late. */
    boolean wokenEarly;

    /** When it ran again after that. */
    Moment resumed = Moment.NEVER;

    /**
     * When it fell asleep once more: the first wait was for the mutex, or this one is for something after the flush.
     */
    Moment sleptAgain = Moment.NEVER;

    /** What was known before its second sleep was read as a capture without lock events has to be. */
    private @Nullable FirstWait firstWait;

    /** When it held the mutex again, if it had to wait for it. */
    Moment mutexGrantedAgain = Moment.NEVER;

    /** Waits for spin locks inside the call; those inside a walk are for pool locks. */
    final List<WalkSighting.LockWait> lockWaits = new ArrayList<>(0);

    final List<CascadeWake> cascadeWakes = new ArrayList<>(0);
    final List<WalkSighting> walks = new ArrayList<>(2);

    Moment ended = Moment.NEVER;
    boolean endSeen;

    /** The last event of the task inside the call. */
    Moment lastOwn;

    FlushPath path = FlushPath.UNKNOWN;
    int colour = -1;

    /** Whether events may be missing while it went on. */
    boolean inDoubt;

    /** Whether the workqueue had other pwqs by then than its attributes tell. */
    boolean afterChange;

    long lateWakeupNanos;

    /** Of the items that were queued before it, the last one to end. */
    @Nullable
    WorkItem needed;

    FlushCall(EventContext at, Moment moment, long pointer, int name) {
        this.tid = at.tid();
        this.comm = at.comm();
        this.cpu = at.cpu();
        this.entered = moment;
        this.position = at.position();
        this.pointer = pointer;
        this.name = name;
        this.lastOwn = moment;
        this.source = at.source();
        this.afterAcquisition = new Sequel(moment);
        this.afterResumption = new Sequel(moment);
    }

    /** It had left before it slept: nothing was there that a cancel could have taken away. */
    void waitsNoMore() {
        ended = slept.isKnown() ? slept : woken;
        endSeen = false;
        slept = Moment.NEVER;
        woken = Moment.NEVER;
        wokenBy = WokenBy.NOBODY;
        resumed = Moment.NEVER;
    }

    /** It sleeps once more; what that is for shows who wakes it. */
    void sleepAgain(Moment when) {
        sleptAgain = when;
        if (firstWait == null && !wokenEarly) {
            CascadeWake wake = wokenByFlusher == null ? null : wokenByFlusher.wakeOf(this);
            firstWait = new FirstWait(
                    slept,
                    woken,
                    wokenBy,
                    wokenByFlusher,
                    wake,
                    awaited,
                    resumed,
                    mutexGranted,
                    afterAcquisition,
                    afterResumption);
        }
    }

    private @Nullable CascadeWake wakeOf(FlushCall other) {
        for (CascadeWake wake : cascadeWakes) {
            if (wake.target == other) {
                return wake;
            }
        }
        return null;
    }

    /** The capture has lock events, so a sleep without one was not for the mutex: the first wait was the only one. */
    void trustLockEvents() {
        FirstWait first = firstWait;
        if (first == null) {
            return;
        }
        sleptAgain = Moment.NEVER;
        slept = first.slept;
        resumed = first.resumed;
        if (!mutexGrantedAgain.isKnown()) {
            afterResumption = first.afterResumption;
        }
        if (woken.equals(first.woken)) {
            return;
        }
        if (wokenByFlusher != null) {
            wokenByFlusher.cascadeWakes.removeIf(wake -> wake.target == this);
        }
        woken = first.woken;
        wokenBy = first.wokenBy;
        awaited = first.awaited;
        wokenByFlusher = first.flusher;
        wokenEarly = false;
        if (first.flusher != null && first.wake != null) {
            first.flusher.cascadeWakes.add(first.wake);
            first.flusher.cascadeWakes.sort(Comparator.comparingLong(wake -> wake.moment.ordinal()));
        }
        if (mutexGranted.equals(first.resumed)) {
            mutexGranted = first.mutexGranted;
            mutexWaits.removeIf(wait -> !wait.told);
            afterAcquisition = first.afterAcquisition;
        }
    }

    /** The second sleep of a first flusher is for the mutex, which it needs for its cascade. */
    void waitForMutexAgain() {
        sleptAgain = Moment.NEVER;
        resumed = Moment.NEVER;
    }

    /** The second sleep is the wait for completion, so what seemed that was one for the mutex. */
    void takeFirstWaitForMutex() {
        if (!mutexGranted.isKnown()) {
            mutexGranted = resumed;
            mutexWaits.add(new MutexWait(slept, resumed, false));
            afterAcquisition = afterResumption;
        }
        if (wokenByFlusher != null) {
            wokenByFlusher.cascadeWakes.removeIf(wake -> wake.target == this);
            wokenByFlusher = null;
        }
        slept = sleptAgain;
        sleptAgain = Moment.NEVER;
        wokenEarly = false;
        awaited = null;
        resumed = Moment.NEVER;
    }

    /** The task runs again. */
    void runs(Moment when) {
        lastOwn = when;
        afterAcquisition.resume(when);
        if (!woken.isKnown()) {
            return;
        }
        if (resumed.isKnown()) {
            afterResumption.resume(when);
        } else {
            resumed = when;
            afterResumption = new Sequel(when);
        }
    }

    /**
     * The task does something.
     *
     * @param passing whether it can still be in the middle of what it did before
     * @param waking whether this can be part of a wakeup that it began
     */
    void act(Moment when, boolean passing, boolean waking) {
        lastOwn = when;
        afterAcquisition.see(when, passing);
        if (resumed.isKnown()) {
            afterResumption.see(when, passing);
        }
        if (!cascadeWakes.isEmpty()) {
            CascadeWake last = cascadeWakes.get(cascadeWakes.size() - 1);
            if (waking && !last.after.next.isKnown()) {
                last.done = when;
            } else if (!waking) {
                last.after.see(when, passing);
            }
        }
    }

    long mutexNanos() {
        long sum = 0;
        for (MutexWait wait : mutexWaits) {
            sum += wait.to.nanos() - wait.from.nanos();
        }
        return sum;
    }

    boolean isOpen() {
        return !ended.isKnown();
    }

    /** Whether it waited for its completion: asleep outside a mutex wait, or woken before it could sleep. */
    boolean waited() {
        return slept.isKnown() || woken.isKnown();
    }
}
