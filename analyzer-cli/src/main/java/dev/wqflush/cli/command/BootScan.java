package dev.wqflush.cli.command;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;
import org.jspecify.annotations.Nullable;

/** Notes from when to when a capture goes, and of which boot it can be. */
final class BootScan implements EventSink {
    private @Nullable String release;
    private TraceClock clock = TraceClock.NONE;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    /** Whether both can be of one boot: no contradiction, and one ends before the other begins. */
    boolean goesBefore(BootScan later) {
        boolean sameKernel = release == null || later.release == null || release.equals(later.release);
        return sameKernel
                && clock == TraceClock.NANOSECONDS
                && later.clock == TraceClock.NANOSECONDS
                && lastNanos <= later.firstNanos;
    }

    /** The time of the first event. */
    long firstNanos() {
        return firstNanos;
    }

    /** The time from its last event to the first of a later one. */
    Pause until(BootScan later) {
        return new Pause(lastNanos, later.firstNanos);
    }

    private void seen(EventContext at) {
        firstNanos = Math.min(firstNanos, at.timeNanos());
        lastNanos = Math.max(lastNanos, at.timeNanos());
    }

    @Override
    public void kernelRelease(String newRelease) {
        release = newRelease;
    }

    @Override
    public void clock(TraceClock newClock) {
        clock = newClock;
    }

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        seen(at);
    }

    @Override
    public void workActivated(EventContext at, long work) {
        seen(at);
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        seen(at);
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        seen(at);
    }

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        seen(at);
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        seen(at);
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        seen(at);
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        seen(at);
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        seen(at);
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        seen(at);
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        seen(at);
    }

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        seen(at);
    }

    @Override
    public void flushReturned(EventContext at) {
        seen(at);
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        seen(at);
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        seen(at);
    }

    @Override
    public void poolLockCycled(EventContext at) {
        seen(at);
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        seen(at);
    }

    @Override
    public void otherEvent(EventContext at, int eventName) {
        seen(at);
    }
}
