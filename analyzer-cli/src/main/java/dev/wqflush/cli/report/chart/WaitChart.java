package dev.wqflush.cli.report.chart;

import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.FlushResult;
import java.util.List;

/** Flushes that waited together, and below them on the same axis the items they waited for. */
public final class WaitChart {
    /** Height of one lane, which the labels beside the picture share. */
    private static final int LANE = 16;

    private static final int BAR = 11;
    private static final int AXIS = 20;
    private static final double TICKS_AT_LEAST_PERCENT = 9;
    /** Keeps the shortest run visible. */
    private static final double RUN_AT_LEAST_PERCENT = 0.3;

    private final long startNanos;
    private final long endNanos;
    private final Scale scale;

    private WaitChart(List<FlushResult> flushes) {
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (FlushResult flush : flushes) {
            start = Math.min(start, flush.startNanos());
            end = Math.max(end, flush.endNanos());
        }
        startNanos = start;
        endNanos = Math.max(end, start + 1);
        scale = Scale.linear(endNanos - startNanos, 100);
    }

    /** The picture of {@code flushes} (at least one) and {@code items}. */
    public static String draw(String title, String description, List<FlushResult> flushes, List<AwaitedItem> items) {
        WaitChart chart = new WaitChart(flushes);
        int bottom = LANE * (flushes.size() + items.size());
        SvgWriter svg = SvgWriter.picture(bottom + AXIS, title, description);
        long length = chart.endNanos - chart.startNanos;
        Axis axis = Axis.time(length, Axis.step(length * TICKS_AT_LEAST_PERCENT / 100), chart.scale);
        axis.grid(svg, 0, bottom);
        axis.labels(svg, bottom + 14);
        double y = (LANE - BAR) / 2.0;
        for (FlushResult flush : flushes) {
            chart.flush(svg, flush, y);
            y += LANE;
        }
        for (AwaitedItem item : items) {
            chart.item(svg, item, y);
            y += LANE;
        }
        return svg.finish();
    }

    private void flush(SvgWriter svg, FlushResult flush, double y) {
        double x = at(flush.startNanos());
        double end = at(flush.endNanos());
        if (flush.split().totalNanos() > 0) {
            SplitBars.draw(svg, flush.split(), x, y, end - x, BAR);
        }
        if (!flush.ended()) {
            svg.tornEnd(end, y, BAR);
        }
    }

    private void item(SvgWriter svg, AwaitedItem item, double y) {
        boolean started = item.startNanos() >= 0;
        double start = started ? at(item.startNanos()) : 100;
        double middle = y + BAR / 2.0;
        svg.line("pending", at(item.queuedNanos()), middle, start, middle);
        if (started) {
            double end = item.endNanos() >= 0 ? at(item.endNanos()) : 100;
            double width = Math.max(RUN_AT_LEAST_PERCENT, end - start);
            svg.rect("run", Math.min(start, 100 - RUN_AT_LEAST_PERCENT), y, width, BAR);
        }
    }

    /** Where a moment stands; one outside the flushes stands at the edge. */
    private double at(long nanos) {
        return scale.at(Math.min(endNanos, Math.max(startNanos, nanos)) - startNanos);
    }
}
