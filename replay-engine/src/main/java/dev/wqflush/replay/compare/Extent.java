package dev.wqflush.replay.compare;

/**
 * A number with its bounds: equal where the capture decides it, an infinite {@code high} where only a lower bound is
 * known.
 */
public record Extent(double low, double high) {
    /** Nothing is known. */
    public static final Extent UNKNOWN = new Extent(Double.NaN, Double.NaN);

    /** A number that is decided. */
    public static Extent exactly(double value) {
        return new Extent(value, value);
    }

    /** Whether anything is known. */
    public boolean isKnown() {
        return !Double.isNaN(low);
    }

    /** Whether there is an upper bound too. */
    public boolean isBounded() {
        return Double.isFinite(low) && Double.isFinite(high);
    }

    /** The same with weight in a sum; nothing of an unknown share is nothing. */
    Extent times(double weight) {
        return new Extent(low * weight, high * weight);
    }

    /** Sum, bound by bound. */
    Extent plus(Extent other) {
        return new Extent(low + other.low, high + other.high);
    }

    /** All that the quotient of two numbers that are not negative can be. */
    Extent over(Extent other) {
        return new Extent(low / other.high, high / other.low);
    }

    /** All that the difference can be: this less the other. */
    public Extent minus(Extent other) {
        return new Extent(low - other.high, high - other.low);
    }
}
