package dev.wqflush.cli.report.chart;

import dev.wqflush.cli.report.chart.SvgWriter.Anchor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A scale with its ticks: 1-2-5 when linear, decades when not, the unit where it changes. */
record Axis(Scale scale, List<Tick> ticks) {
    /** One tick; where room is short, dispensable labels are left out. */
    record Tick(double percent, String label, boolean dispensable) {}

    private static final long LARGEST_POWER = 1_000_000_000_000_000_000L;
    private static final List<String> UNITS = List.of("ns", "µs", "ms", "s");

    /** Counts from zero, {@code max} at {@code widthPercent}. */
    static Axis counts(long max, double widthPercent) {
        Scale scale = Scale.linear(max, widthPercent);
        long step = step(max / 3.0);
        List<Tick> ticks = new ArrayList<>();
        for (long value = 0; value <= max; value += step) {
            ticks.add(new Tick(scale.at(value), String.format(Locale.ROOT, "%,d", value), false));
        }
        return new Axis(scale, ticks);
    }

    /** Whole decades of time that hold {@code lowNanos..highNanos}. */
    static Axis decades(long lowNanos, long highNanos, double from, double to) {
        int first = (int) Math.floor(log10(lowNanos));
        int last = Math.max(first + 1, (int) Math.ceil(log10(highNanos)));
        Scale scale = Scale.log(power(first), power(last), from, to);
        List<Tick> ticks = new ArrayList<>();
        for (int decade = first; decade <= last; decade++) {
            int unit = Math.min(decade / 3, UNITS.size() - 1);
            String number = String.format(Locale.ROOT, "%,d", power(decade - 3 * unit));
            boolean named = decade == first || decade == 3 * unit;
            ticks.add(new Tick(scale.at(power(decade)), named ? number + "\u00a0" + UNITS.get(unit) : number, false));
        }
        return new Axis(scale, ticks);
    }

    /** Time from zero to {@code lengthNanos}, a tick every {@code stepNanos}; one has the unit. */
    static Axis time(long lengthNanos, long stepNanos, Scale scale) {
        int unit = 0;
        long divisor = 1;
        while (unit < UNITS.size() - 1 && stepNanos >= divisor * 1000) {
            unit++;
            divisor *= 1000;
        }
        List<Tick> ticks = new ArrayList<>();
        long count = lengthNanos / stepNanos;
        for (long i = 0; i <= count; i++) {
            long value = i * stepNanos;
            String number = String.format(Locale.ROOT, "%,d", value / divisor);
            boolean named = i == Math.min(2, count);
            String label = named && i > 0 ? number + "\u00a0" + UNITS.get(unit) : number;
            ticks.add(new Tick(scale.at(value), label, i % 2 == 1 && count > 1));
        }
        return new Axis(scale, ticks);
    }

    private static double log10(long nanos) {
        return Math.log10((double) Math.max(1, nanos));
    }

    private static long power(int exponent) {
        return Math.round(Math.pow(10, exponent));
    }

    /** The smallest of 1, 2, 5, 10, 20... that is not below {@code atLeast}. */
    static long step(double atLeast) {
        for (long power = 1; power < LARGEST_POWER; power *= 10) {
            for (long digit : new long[] {1, 2, 5}) {
                if (digit * power >= atLeast) {
                    return digit * power;
                }
            }
        }
        return LARGEST_POWER;
    }

    void grid(SvgWriter svg, double top, double bottom) {
        for (Tick tick : ticks) {
            svg.line("grid", tick.percent, top, tick.percent, bottom);
        }
    }

    /** Labels under or over their ticks; those that would pass the right edge end at it. */
    void labels(SvgWriter svg, double y) {
        for (Tick tick : ticks) {
            Anchor anchor = tick.percent < 2 ? Anchor.START : tick.percent > 97 ? Anchor.END : Anchor.MIDDLE;
            svg.text(tick.dispensable ? "tick extra" : "tick", tick.percent, 0, y, anchor, tick.label);
        }
    }
}
