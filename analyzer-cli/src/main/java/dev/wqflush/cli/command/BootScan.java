package dev.wqflush.cli.command;

import dev.wqflush.parsers.event.EachEvent;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.TraceClock;
import org.jspecify.annotations.Nullable;

/** Notes from when to when a capture goes, and of which boot it can be. */
final class BootScan extends EachEvent {
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

    @Override
    protected void event(EventContext at) {
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
}
