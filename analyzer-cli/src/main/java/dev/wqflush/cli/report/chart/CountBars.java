package dev.wqflush.cli.report.chart;

import dev.wqflush.cli.report.chart.SvgWriter.Anchor;
import dev.wqflush.replay.result.Range;
import java.util.List;

/** Rows of bars on one linear axis from zero, the value at the end of each bar. */
public final class CountBars {
    /**
     * One bar.
     *
     * @param cssClass colour
     * @param label value in words, at the bar's end
     */
    public record Bar(String cssClass, Range count, String label) {}

    /** Distance from bar to bar, which {@link BandChart} shares so that both stand in line. */
    static final int PITCH = 15;

    private static final double BAR_HEIGHT = 10;
    /** Leaves room for the label of the longest bar; that of a range is twice as long. */
    private static final double WIDTH_PERCENT = 80;

    private static final double WIDTH_PERCENT_WITH_RANGES = 64;

    private final Axis axis;

    /** Bars for all of {@code counts}. */
    public CountBars(List<Range> counts) {
        long max = 1;
        boolean exact = true;
        for (Range count : counts) {
            max = Math.max(max, count.high());
            exact &= count.isExact();
        }
        axis = Axis.counts(max, exact ? WIDTH_PERCENT : WIDTH_PERCENT_WITH_RANGES);
    }

    /** The axis, to stand above the rows. */
    public String axis() {
        SvgWriter svg = SvgWriter.decoration(16);
        axis.labels(svg, 11);
        return svg.finish();
    }

    /** One row. */
    public String row(String title, List<Bar> bars) {
        int height = PITCH * bars.size();
        SvgWriter svg = SvgWriter.picture(height, title, "");
        axis.grid(svg, 0, height);
        double y = (PITCH - BAR_HEIGHT) / 2;
        for (Bar bar : bars) {
            Range count = bar.count;
            double end = axis.scale().at(count.value());
            if (count.value() > 0) {
                svg.rect("mark " + bar.cssClass, 0, y, end, BAR_HEIGHT);
            }
            if (!count.isExact()) {
                double middle = y + BAR_HEIGHT / 2;
                double low = axis.scale().at(count.low());
                double high = axis.scale().at(count.high());
                svg.line("range", low, middle, high, middle);
                end = high;
            }
            svg.text("value", end, 6, y + BAR_HEIGHT - 1, Anchor.START, bar.label);
            y += PITCH;
        }
        return svg.finish();
    }
}
