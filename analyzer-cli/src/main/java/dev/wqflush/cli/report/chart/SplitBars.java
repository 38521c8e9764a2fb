package dev.wqflush.cli.report.chart;

import dev.wqflush.replay.result.FlushSplit;

/** The parts of a flush, or of many, as one bar. */
public final class SplitBars {
    private SplitBars() {}

    /** A bar that fills its room, for a table cell; empty if there is nothing to split. */
    public static String whole(FlushSplit split, String title) {
        if (split.totalNanos() <= 0) {
            return "";
        }
        SvgWriter svg = SvgWriter.picture(9, title, "");
        draw(svg, split, 0, 0, 100, 9);
        return svg.finish();
    }

    /** Draws the parts from {@code x} on over {@code width}. */
    static void draw(SvgWriter svg, FlushSplit split, double x, double y, double width, double height) {
        double perNano = width / split.totalNanos();
        long before = 0;
        for (Part part : Part.values()) {
            long nanos = part.of(split);
            if (nanos > 0) {
                svg.rect(part.cssClass(), x + before * perNano, y, nanos * perNano, height);
            }
            before += nanos;
        }
    }
}
