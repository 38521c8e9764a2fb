package dev.wqflush.cli.report.chart;

import dev.wqflush.cli.report.chart.SvgWriter.Anchor;
import dev.wqflush.replay.cost.Band;
import java.util.List;

/** Rows of time bands on one logarithmic axis: a line from low to high and a tick at the base, never a bar. */
public final class BandChart {
    /**
     * One band.
     *
     * @param cssClass colour
     * @param label the band in words, drawn beside it; empty if it stands elsewhere
     */
    public record Line(String cssClass, Band band, String label) {}

    private static final double FROM_PERCENT = 5;
    private static final double TO_PERCENT = 96;
    /** A label fits beside a band that leaves this much. */
    private static final double LABEL_PERCENT = 36;

    private static final int TICK = 6;

    private final Axis axis;

    /** Lines for all of {@code bands}. */
    public BandChart(List<Band> bands) {
        long low = Long.MAX_VALUE;
        long high = 1;
        for (Band band : bands) {
            if (band.highNanos() > 0) {
                low = Math.min(low, Math.max(1, band.lowNanos()));
                high = Math.max(high, band.highNanos());
            }
        }
        axis = Axis.decades(Math.min(low, high), high, FROM_PERCENT, TO_PERCENT);
    }

    /** The axis, to stand above the rows. */
    public String axis() {
        SvgWriter svg = SvgWriter.decoration(16);
        axis.labels(svg, 11);
        return svg.finish();
    }

    /** One row. */
    public String row(String title, List<Line> lines) {
        int height = CountBars.PITCH * lines.size();
        SvgWriter svg = SvgWriter.picture(height, title, "");
        axis.grid(svg, 0, height);
        double y = CountBars.PITCH / 2.0;
        for (Line line : lines) {
            draw(svg, line, y);
            y += CountBars.PITCH;
        }
        return svg.finish();
    }

    private void draw(SvgWriter svg, Line line, double y) {
        Band band = line.band;
        if (band.highNanos() <= 0) {
            svg.text("value", FROM_PERCENT, 4, y + 4, Anchor.START, line.label);
            return;
        }
        double low = axis.scale().at(band.lowNanos());
        double high = axis.scale().at(band.highNanos());
        double base = axis.scale().at(band.baseNanos());
        svg.line("band " + line.cssClass, low, y, high, y);
        svg.line("base " + line.cssClass, base, y - TICK, base, y + TICK);
        if (line.label.isEmpty()) {
            return;
        }
        boolean right = high + LABEL_PERCENT <= 100 || low < LABEL_PERCENT;
        svg.text(
                "value",
                right ? Math.min(high, 100 - LABEL_PERCENT) : low,
                right ? 7 : -7,
                y + 4,
                right ? Anchor.START : Anchor.END,
                line.label);
    }
}
