package dev.wqflush.cli.command;

/** Time between two files of a capture, in which nothing was recorded. */
record Pause(long fromNanos, long toNanos) {
    /** How much of it lies between two moments. */
    long nanosWithin(long from, long to) {
        return Math.max(0, Math.min(to, toNanos) - Math.max(from, fromNanos));
    }
}
