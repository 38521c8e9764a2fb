package dev.wqflush.replay.cost;

/** A time with its bounds, in nanoseconds: {@code low <= base <= high}; negative where a change costs time. */
public record Band(long lowNanos, long baseNanos, long highNanos, TimeKind kind) {
    /** Checks the order of the bounds. */
    public Band {
        if (lowNanos > baseNanos || baseNanos > highNanos) {
            throw new IllegalArgumentException("not in order: " + lowNanos + ".." + baseNanos + ".." + highNanos);
        }
    }

    /** No time. */
    public static Band zero(TimeKind kind) {
        return new Band(0, 0, 0, kind);
    }

    /** Sum, bound by bound; its kind is the less sure of the two. */
    public Band plus(Band other) {
        return new Band(
                lowNanos + other.lowNanos,
                baseNanos + other.baseNanos,
                highNanos + other.highNanos,
                kind.compareTo(other.kind) >= 0 ? kind : other.kind);
    }

    /** The same band with no bound above {@code nanos}: nothing saves more time than there was. */
    public Band atMost(long nanos) {
        return new Band(Math.min(lowNanos, nanos), Math.min(baseNanos, nanos), Math.min(highNanos, nanos), kind);
    }

    /** What is saved, as what it costs. */
    public Band negated() {
        return new Band(-highNanos, -baseNanos, -lowNanos, kind);
    }

    /** The mean of {@code count} equal shares, rounded to nanoseconds; {@code count} is at least 1. */
    public Band dividedBy(long count) {
        return new Band(
                Math.round((double) lowNanos / count),
                Math.round((double) baseNanos / count),
                Math.round((double) highNanos / count),
                kind);
    }
}
