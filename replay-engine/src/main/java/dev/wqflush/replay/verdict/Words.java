package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.result.Range;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/**
 * Numbers as the reports print them: the same number gives the same text everywhere. Counts in full with commas, times
 * and shares with two or three digits, bands with one unit for all their ends.
 */
public enum Words {
    /** For the prompt and for tickets: {@code 13.5 us}. */
    PLAIN("us", ' '),
    /** For HTML: {@code 13.5 µs}, with a space that does not break. */
    TYPOGRAPHIC("\u00b5s", '\u00a0');

    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
    private static final int LONGEST_NAME = 60;
    private static final String ELLIPSIS = "...";

    private final String micro;
    private final char space;

    Words(String micro, char space) {
        this.micro = micro;
        this.space = space;
    }

    /** A count: {@code 23,636}. */
    public String count(long n) {
        return String.format(Locale.ROOT, "%,d", n);
    }

    /** A count with bounds: {@code 23,636} or {@code 3..5}. */
    public String range(Range range) {
        return range.isExact() ? count(range.value()) : count(range.low()) + ".." + count(range.high());
    }

    /** A number of things: {@code 1 flush}, {@code 40 flushes}. */
    public String things(long n, String one, String many) {
        return count(n) + " " + (n == 1 ? one : many);
    }

    /** A time with its unit: {@code 234 us}, {@code 13.5 us}, {@code 2.45 s}. */
    public String time(long nanos) {
        Unit unit = Unit.of(nanos);
        return unit.number(nanos) + space + name(unit);
    }

    /** A band under a heading that names its kind: {@code 13.5 us (8.4..49.6)}, one unit for all three numbers. */
    public String band(Band band) {
        return band(band, "", "");
    }

    /** A band that stands alone: {@code 13.5 us (8.4..49.6, modelled)}. */
    public String bandWithKind(Band band) {
        return bandWithKind(band, "");
    }

    /** A band of something repeated: {@code 13.5 us per flush (8.4..49.6, modelled)} with {@code " per flush"}. */
    public String bandWithKind(Band band, String perWhat) {
        return band(band, perWhat, ", " + band.kind().word());
    }

    private String band(Band band, String perWhat, String kind) {
        Unit unit = unit(band);
        return unit.number(band.baseNanos()) + space + name(unit) + perWhat + " (" + ends(band, unit) + kind + ")";
    }

    /** The ends of a band where a table has no room for more: {@code 8.4..49.6 us}, or one time if they are equal. */
    public String ends(Band band) {
        if (band.lowNanos() == band.highNanos()) {
            return time(band.lowNanos());
        }
        Unit unit = unit(band);
        return ends(band, unit) + space + name(unit);
    }

    private static String ends(Band band, Unit unit) {
        return unit.number(band.lowNanos()) + ".." + unit.number(band.highNanos());
    }

    /** The unit of the base, or of the larger end where the base is 0. */
    private static Unit unit(Band band) {
        long largerEnd = Math.max(Math.abs(band.lowNanos()), Math.abs(band.highNanos()));
        return Unit.of(band.baseNanos() != 0 ? band.baseNanos() : largerEnd);
    }

    /** A share of one as a percentage: {@code 49 %}, {@code 7.7 %}, {@code <0.1 %}, {@code 0 %}. */
    public String percent(double share) {
        BigDecimal percent = BigDecimal.valueOf(share * 100);
        BigDecimal tenths = percent.setScale(1, RoundingMode.HALF_UP);
        if (tenths.signum() == 0) {
            return (share > 0 ? "<0.1" : "0") + space + "%";
        }
        boolean whole = tenths.abs().compareTo(BigDecimal.TEN) >= 0;
        return (whole ? percent.setScale(0, RoundingMode.HALF_UP) : tenths).toPlainString() + space + "%";
    }

    /** Names in a sentence: {@code a}, {@code a and b}, {@code a, b and c}. */
    public String list(List<String> names) {
        int last = names.size() - 1;
        return last < 1
                ? String.join("", names)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    /**
     * A name from the capture, safe to print: control and direction characters as {@code \x1B}, cut at 60 characters.
     */
    public String name(String text) {
        StringBuilder safe = new StringBuilder();
        int end = text.codePointCount(0, text.length()) > LONGEST_NAME
                ? text.offsetByCodePoints(0, LONGEST_NAME - ELLIPSIS.length())
                : text.length();
        text.substring(0, end).codePoints().forEach(c -> {
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                safe.append(String.format(Locale.ROOT, "\\x%02X", c));
            } else {
                safe.appendCodePoint(c);
            }
        });
        return end < text.length() ? safe.append(ELLIPSIS).toString() : safe.toString();
    }

    private String name(Unit unit) {
        return switch (unit) {
            case MICROS -> micro;
            case MILLIS -> "ms";
            case SECONDS -> "s";
        };
    }

    /** A unit of time by its power of ten in nanoseconds. */
    private enum Unit {
        MICROS(3),
        MILLIS(6),
        SECONDS(9);

        private final int power;

        Unit(int power) {
            this.power = power;
        }

        /** The unit in which the time, rounded to three digits, is at least 1; microseconds below that. */
        static Unit of(long nanos) {
            BigDecimal rounded = BigDecimal.valueOf(nanos).abs().round(THREE_DIGITS);
            Unit unit = MICROS;
            for (Unit larger : values()) {
                if (rounded.compareTo(BigDecimal.ONE.scaleByPowerOfTen(larger.power)) >= 0) {
                    unit = larger;
                }
            }
            return unit;
        }

        /** Three digits, none beyond the second decimal, no trailing zeros, with commas. */
        String number(long nanos) {
            BigDecimal rounded = BigDecimal.valueOf(nanos, power)
                    .round(THREE_DIGITS)
                    .setScale(2, RoundingMode.HALF_UP)
                    .stripTrailingZeros();
            return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
        }
    }
}
