package dev.wqflush.cli.report.page;

import static dev.wqflush.cli.report.page.Capture.WORDS;

import dev.wqflush.cli.report.Quantities;
import dev.wqflush.cli.report.chart.BandChart;
import dev.wqflush.cli.report.page.Table.Cell;
import dev.wqflush.cli.report.page.Table.Column;
import dev.wqflush.cli.report.page.Table.Row;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.verdict.ModelTotals;
import java.util.List;

/** The same walks under every model: would an update help, and is it v2 or the active list. */
public record KernelSection(String title, String lead, Table table) {
    private static final String NEWEST_LEGACY = "legacy-v2";

    static KernelSection of(Capture capture) {
        List<ModelTotals> models = capture.all().models().stream()
                .filter(totals -> capture.report().shownModels().contains(totals.model()))
                .toList();
        BandChart bands = new BandChart(models.stream().map(ModelTotals::time).toList());
        List<Row> rows =
                models.stream().map(totals -> row(capture, bands, totals)).toList();
        String kind = capture.assessment().costs().kind().word();
        List<Column> columns = List.of(
                Column.text("model"),
                Column.number("visits"),
                Column.number("pool locks"),
                Column.number("node locks"),
                Column.number("locks a flush"),
                Column.pictures("time in walks, " + kind + ", log scale", bands.axis()),
                Column.number("base (low..high)"));
        Table table = new Table("Walks of this capture under each model", columns, rows, List.of());
        return new KernelSection(title(capture), lead(capture), table);
    }

    private static Row row(Capture capture, BandChart bands, ModelTotals totals) {
        String model = totals.model();
        boolean traced = model.equals(capture.result().tracedModel());
        String style = traced ? "m-now" : model.equals(Capture.ACTIVE_LIST) ? "m-active" : "m-other";
        Band time = totals.time();
        long locks = totals.counts().poolLocks().value();
        String releases = ModelSet.of(model).releases().words();
        String svg = bands.row(
                ModelName.brief(model) + ": " + WORDS.bandWithKind(time),
                List.of(new BandChart.Line(style, time, time.highNanos() > 0 ? "" : WORDS.time(0))));
        return new Row(
                traced ? "now" : "",
                List.of(
                        Cell.noted(ModelName.brief(model), traced ? releases + ": " + capture.thisKernel() : releases),
                        QueueSection.range(totals.counts().visits()),
                        QueueSection.range(totals.counts().poolLocks()),
                        QueueSection.range(totals.counts().nodeLocks()),
                        Cell.number(VerdictSection.ratio(locks, capture.all().flushes()), locks),
                        Cell.picture(svg, time.baseNanos()),
                        Cell.number(WORDS.band(time), time.baseNanos())));
    }

    private static long locks(Capture capture, String model) {
        int index = capture.result().models().indexOf(model);
        return capture.all().models().get(index).counts().poolLocks().value();
    }

    private static String saved(long part, long whole) {
        return Typeset.text(Quantities.preciseShare(part, whole));
    }

    private static String title(Capture capture) {
        long now = locks(capture, capture.result().tracedModel());
        if (now == 0) {
            return "The same load on other kernels";
        }
        long active = locks(capture, Capture.ACTIVE_LIST);
        String title = active <= now
                ? "The active list would do without " + saved(now - active, now) + " of this kernel's pool locks"
                : "The active list would take " + saved(active - now, now) + " more pool locks than this kernel";
        long newest = locks(capture, NEWEST_LEGACY);
        return capture.result().tracedModel().equals(NEWEST_LEGACY)
                ? title
                : title + ", an update to v2 without " + saved(now - newest, now);
    }

    private static String lead(Capture capture) {
        long now = locks(capture, capture.result().tracedModel());
        long before = locks(capture, "legacy-v1");
        String lead = "The walks of this capture, counted as each kernel would make them.";
        if (capture.result().tracedModel().equals(NEWEST_LEGACY) && before > now) {
            lead += " On this load v2 already does without " + saved(before - now, before)
                    + " of v1's pool lock cycles.";
        }
        return lead;
    }
}
