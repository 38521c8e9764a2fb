package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.EventContext;

/** What is wrong with the time stamps of a capture, in the order of the file. */
final class ClockDisorder {
    /** Stamps that are all multiples of more than this come from a clock that stands still meanwhile. */
    private static final long COARSE_NANOS = 10_000;

    /** Where one neighbour in this many on another CPU has the same tick, ticks are too long to tell their order. */
    private static final long NEIGHBOURS_PER_TIE = 20;

    private long first = Long.MIN_VALUE;
    private long last;
    private int lastCpu;
    private long backwards;
    private long repaired;
    private long grain;
    private long neighbours;
    private long ties;

    /** The next event of the file. */
    void see(EventContext at) {
        long nanos = at.timeNanos();
        if (first == Long.MIN_VALUE) {
            first = nanos;
            last = nanos;
            lastCpu = at.cpu();
            return;
        }
        if (grain == 0 || grain > COARSE_NANOS) {
            grain = greatestCommonDivisor(Math.abs(nanos - first), grain);
        }
        if (nanos < last) {
            backwards++;
        } else if (at.cpu() != lastCpu) {
            neighbours++;
            ties += nanos == last ? 1 : 0;
        }
        lastCpu = at.cpu();
        last = nanos;
    }

    private static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    /** An event was put behind what caused it. */
    void repair() {
        repaired++;
    }

    /** How often a stamp is earlier than the one before. */
    long backwards() {
        return backwards;
    }

    /** Events put behind what caused them. */
    long repaired() {
        return repaired;
    }

    /**
     * Whether the clock itself ticks too seldom to tell the order of what happens on different CPUs. Ties alone say
     * nothing of a clock with a unit, for text cuts it to microseconds and the kernel merged by the whole stamp.
     */
    boolean isCoarse(boolean timed) {
        boolean ticksSeldom = !timed || grain > COARSE_NANOS;
        return ticksSeldom && ties * NEIGHBOURS_PER_TIE > neighbours;
    }
}
