package dev.wqflush.cli.report.chart;

/** Where a value stands, in per cent of the picture's width. */
@FunctionalInterface
interface Scale {
    double at(long value);

    /** From zero at the left edge to {@code max} at {@code widthPercent}. */
    static Scale linear(long max, double widthPercent) {
        return value -> max > 0 ? (double) value / max * widthPercent : 0;
    }

    /** From {@code low} at {@code from} to {@code high} at {@code to}; what lies beyond stands at the end. */
    static Scale log(long low, long high, double from, double to) {
        double decades = Math.log10((double) high / low);
        return value -> from + Math.log10((double) Math.min(high, Math.max(low, value)) / low) / decades * (to - from);
    }
}
