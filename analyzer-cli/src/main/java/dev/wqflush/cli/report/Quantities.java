package dev.wqflush.cli.report;

import dev.wqflush.replay.verdict.Words;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers of tables and files, besides those that {@link Words} prints. */
public final class Quantities {
    private static final int NANO_DIGITS = 9;
    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
    private static final double ALL = 99.95;

    private Quantities() {}

    /** A time; 0 has no unit. */
    static String time(long nanos) {
        return nanos == 0 ? "0" : Words.PLAIN.time(nanos);
    }

    /** A part of a whole, such as {@code 7.7 %}; a dash where the whole is nothing. */
    static String share(long part, long whole) {
        return whole <= 0 ? "-" : Words.PLAIN.percent((double) part / whole);
    }

    /** A part of a whole with three digits, such as {@code 99.3 %}: savings differ in the third. */
    public static String preciseShare(long part, long whole) {
        if (whole <= 0) {
            return "-";
        }
        double percent = 100.0 * part / whole;
        boolean round = part == 0 || Math.abs(percent) >= ALL;
        return String.format(Locale.ROOT, round ? "%.0f %%" : "%.1f %%", percent);
    }

    /** Three digits, none beyond the second decimal: {@code 9.5}, {@code 1,240}. */
    public static String number(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).round(THREE_DIGITS);
        return String.format(
                Locale.ROOT,
                "%,." + Math.max(0, Math.min(2, rounded.stripTrailingZeros().scale())) + "f",
                rounded);
    }

    /** Seconds in full to the nanosecond, such as {@code 71.395475250}. */
    public static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, NANO_DIGITS).toPlainString();
    }
}
