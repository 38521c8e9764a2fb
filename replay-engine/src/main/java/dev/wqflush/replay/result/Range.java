package dev.wqflush.replay.result;

/** A count with its bounds: {@code low <= value <= high}. Equal bounds mean that the capture decides it. */
public record Range(long low, long value, long high) {
    /** Nothing. */
    public static final Range ZERO = exactly(0);

    /** Checks the order of the bounds. */
    public Range {
        if (low > value || value > high) {
            throw new IllegalArgumentException("not in order: " + low + ".." + value + ".." + high);
        }
    }

    /** A count that the capture decides. */
    public static Range exactly(long value) {
        return new Range(value, value, value);
    }

    /** The count {@code value} with bounds stretched to hold it and the two others. */
    public static Range of(long value, long oneEnd, long otherEnd) {
        return new Range(
                Math.min(value, Math.min(oneEnd, otherEnd)), value, Math.max(value, Math.max(oneEnd, otherEnd)));
    }

    /** Sum, bound by bound. */
    public Range plus(Range other) {
        return new Range(low + other.low, value + other.value, high + other.high);
    }

    /** Difference of two counts that know nothing of each other: the widest bounds that both allow; may be negative. */
    public Range minus(Range other) {
        return new Range(low - other.high, value - other.value, high - other.low);
    }

    /** Whether the bounds agree. */
    public boolean isExact() {
        return low == high;
    }
}
