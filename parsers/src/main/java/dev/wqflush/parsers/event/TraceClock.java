package dev.wqflush.parsers.event;

/** What the time stamps of a capture count. */
public enum TraceClock {
    /** Nanoseconds of an unnamed clock of the kernel (local, global, perf, mono, boot...). */
    NANOSECONDS,
    /** One tick an event: order without time. */
    COUNTER,
    /** Ticks of unknown length (jiffies, processor cycles): order and proportion without a unit. */
    TICKS,
    /** The capture has no time stamps; the reader numbers the events. */
    NONE
}
