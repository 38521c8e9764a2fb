package dev.wqflush.replay.cost;

/** What one act costs, in nanoseconds: {@code 0 <= low <= base <= high}, all finite. */
public record Cost(double low, double base, double high) {
    /** Checks the order of the bounds. */
    public Cost {
        if (!(0 <= low && low <= base && base <= high && high < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("not a cost: " + low + ".." + base + ".." + high);
        }
    }

    /** A cost without a band. */
    public static Cost exactly(double nanos) {
        return new Cost(nanos, nanos, nanos);
    }

    /** So many times the cost; {@code factor} is not negative. */
    public Cost times(double factor) {
        return new Cost(low * factor, base * factor, high * factor);
    }

    /** Cost of both acts. */
    public Cost plus(Cost other) {
        return new Cost(low + other.low, base + other.base, high + other.high);
    }
}
