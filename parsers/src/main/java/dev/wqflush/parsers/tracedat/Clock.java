package dev.wqflush.parsers.tracedat;

import dev.wqflush.parsers.event.TraceClock;

/**
 * What the time stamps of a capture count, and how they become nanoseconds: cycles by the recorder's multiplier and
 * shift if it gave them, then moved by its offset (to wall time).
 */
record Clock(String name, long multiplier, int shift, long offsetNanos) {
    /** A clock that is as it is. */
    static final Clock UNNAMED = new Clock("", 0, 0, 0);

    /** Of the text of {@code trace_clock}, where brackets mark the one in use, or of a bare name. */
    private static String nameIn(String text) {
        int open = text.indexOf('[');
        int close = text.indexOf(']', open + 1);
        return (open >= 0 && close > open ? text.substring(open + 1, close) : text.replace("\0", "")).strip();
    }

    Clock named(String text) {
        return new Clock(nameIn(text), multiplier, shift, offsetNanos);
    }

    Clock scaledBy(long newMultiplier, int newShift) {
        boolean sane = newShift >= 0 && newShift < Long.SIZE;
        return new Clock(name, sane ? newMultiplier : 0, sane ? newShift : 0, offsetNanos);
    }

    Clock movedBy(long nanos) {
        return new Clock(name, multiplier, shift, offsetNanos + nanos);
    }

    TraceClock kind() {
        return switch (name) {
            case "counter" -> TraceClock.COUNTER;
            case "uptime", "x86-tsc", "ppc-tb" -> multiplier == 0 ? TraceClock.TICKS : TraceClock.NANOSECONDS;
            default -> TraceClock.NANOSECONDS;
        };
    }

    /** A time stamp of a record in nanoseconds, or in the ticks that the clock has. */
    long time(long stamp) {
        return (multiplier == 0 ? stamp : scaled(stamp)) + offsetNanos;
    }

    private long scaled(long stamp) {
        long low = stamp * multiplier;
        return shift == 0 ? low : Math.multiplyHigh(stamp, multiplier) << (64 - shift) | low >>> shift;
    }
}
