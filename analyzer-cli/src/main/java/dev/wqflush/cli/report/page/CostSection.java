package dev.wqflush.cli.report.page;

import static dev.wqflush.cli.report.page.Capture.WORDS;

import dev.wqflush.cli.report.LockBoundText;
import dev.wqflush.cli.report.chart.BandChart;
import dev.wqflush.cli.report.chart.CountBars;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.topology.WorkqueueKind;
import dev.wqflush.replay.verdict.ModelTotals;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where the walk cost sits: pool lock cycles and modelled time of each workqueue, this kernel against the active list.
 *
 * @param now the traced kernel's model in the key
 * @param countAxis picture above the counts
 * @param timeAxis picture above the times
 * @param timeKind how the times are known
 * @param lockStats what a table of lock contention tells of the walks, empty if none was given
 */
public record CostSection(
        String title,
        String lead,
        String now,
        String countAxis,
        String timeAxis,
        String timeKind,
        List<Row> rows,
        String note,
        String lockStats) {
    /** One workqueue. */
    public record Row(String name, String about, String counts, String times) {}

    /** What a row shows, before it is drawn. */
    private record Entry(String name, String about, ModelTotals now, ModelTotals active) {}

    /** So many fit on the first page in print; the table has the others. */
    static final int MOST_ROWS = 12;

    /** The title names workqueues until they hold this share. */
    private static final double MOST_OF_IT = 0.8;

    private static final int MOST_NAMES = 2;

    static CostSection of(Capture capture) {
        List<WorkqueueSummary> dearest = new ArrayList<>(capture.assessment().workqueues());
        dearest.sort(Comparator.comparingLong((WorkqueueSummary queue) ->
                        -capture.traced(queue).time().baseNanos())
                .thenComparingLong(
                        queue -> -capture.traced(queue).counts().poolLocks().value()));
        List<Entry> entries = entries(capture, dearest);
        List<Range> counts = new ArrayList<>();
        List<Band> times = new ArrayList<>();
        for (Entry entry : entries) {
            counts.add(entry.now.counts().poolLocks());
            counts.add(entry.active.counts().poolLocks());
            times.add(entry.now.time());
            times.add(entry.active.time());
        }
        CountBars bars = new CountBars(counts);
        BandChart bands = new BandChart(times);
        List<Row> rows = entries.stream()
                .map(entry -> new Row(entry.name, entry.about, counts(bars, entry), times(bands, entry)))
                .toList();
        return new CostSection(
                title(capture, dearest),
                lead(capture),
                ModelName.brief(capture.result().tracedModel()) + ", " + capture.thisKernel(),
                bars.axis(),
                bands.axis(),
                capture.assessment().costs().kind().word(),
                rows,
                note(capture),
                Typeset.text(LockBoundText.sentences(capture.report())));
    }

    private static List<Entry> entries(Capture capture, List<WorkqueueSummary> dearest) {
        int own = dearest.size() > MOST_ROWS ? MOST_ROWS - 1 : dearest.size();
        List<Entry> entries = new ArrayList<>();
        for (WorkqueueSummary queue : dearest.subList(0, own)) {
            entries.add(new Entry(
                    capture.queueName(queue.workqueue()),
                    about(capture, queue),
                    capture.traced(queue),
                    capture.activeList(queue)));
        }
        List<WorkqueueSummary> others = dearest.subList(own, dearest.size());
        if (!others.isEmpty()) {
            long walks = others.stream().mapToLong(WorkqueueSummary::walkCount).sum();
            entries.add(new Entry(
                    WORDS.count(others.size()) + " others",
                    WORDS.things(walks, "walk", "walks"),
                    sum(others.stream().map(capture::traced).toList()),
                    sum(others.stream().map(capture::activeList).toList())));
        }
        return entries;
    }

    private static String about(Capture capture, WorkqueueSummary queue) {
        WorkqueueKind kind = capture.queue(queue.workqueue()).kind();
        Range pwqs = capture.queue(queue.workqueue()).pwqs();
        return kind.word() + " \u00b7 " + WORDS.range(pwqs) + (pwqs.high() == 1 ? " pwq" : " pwqs") + " \u00b7 "
                + WORDS.things(queue.walkCount(), "walk", "walks");
    }

    /** The sum under one model of several workqueues. */
    static ModelTotals sum(List<ModelTotals> totals) {
        ModelTotals sum = totals.get(0);
        for (ModelTotals more : totals.subList(1, totals.size())) {
            sum = new ModelTotals(
                    sum.model(),
                    sum.walks() + more.walks(),
                    sum.counts().plus(more.counts()),
                    sum.time().plus(more.time()));
        }
        return sum;
    }

    private static String counts(CountBars bars, Entry entry) {
        Range now = entry.now.counts().poolLocks();
        Range active = entry.active.counts().poolLocks();
        return bars.row(
                entry.name + ": " + WORDS.range(now) + " pool lock cycles now, " + WORDS.range(active)
                        + " with the active list",
                List.of(
                        new CountBars.Bar("m-now", now, WORDS.range(now)),
                        new CountBars.Bar("m-active", active, WORDS.range(active))));
    }

    private static String times(BandChart bands, Entry entry) {
        String now = WORDS.band(entry.now.time());
        String active = WORDS.band(entry.active.time());
        return bands.row(
                entry.name + ": " + WORDS.bandWithKind(entry.now.time()) + " in walks now, "
                        + WORDS.bandWithKind(entry.active.time()) + " with the active list",
                List.of(
                        new BandChart.Line("m-now", entry.now.time(), now),
                        new BandChart.Line("m-active", entry.active.time(), active)));
    }

    private static String title(Capture capture, List<WorkqueueSummary> dearest) {
        long total = capture.traced(capture.all()).counts().poolLocks().value();
        if (total == 0) {
            return "No walk took a pool lock";
        }
        if (dearest.size() == 1) {
            return Typeset.name(capture.queueName(dearest.get(0).workqueue())) + " takes "
                    + WORDS.range(capture.traced(capture.all()).counts().poolLocks())
                    + " pool lock cycles, with the active list "
                    + WORDS.range(capture.activeList(capture.all()).counts().poolLocks());
        }
        List<WorkqueueSummary> byLocks = new ArrayList<>(dearest);
        byLocks.sort(Comparator.comparingLong((WorkqueueSummary queue) ->
                -capture.traced(queue).counts().poolLocks().value()));
        long held = 0;
        List<String> names = new ArrayList<>();
        for (WorkqueueSummary queue : byLocks) {
            if (held >= total * MOST_OF_IT) {
                break;
            }
            held += capture.traced(queue).counts().poolLocks().value();
            names.add(capture.queueName(queue.workqueue()));
        }
        if (names.size() == dearest.size()) {
            return WORDS.range(capture.traced(capture.all()).counts().poolLocks())
                    + " pool lock cycles are spread over all " + names.size() + " workqueues";
        }
        if (names.size() > MOST_NAMES) {
            return names.size() + " of " + dearest.size() + " workqueues take " + Capture.share(held, total)
                    + " of the pool lock cycles";
        }
        return Capture.list(names, MOST_NAMES) + (names.size() == 1 ? " takes " : " take ") + Capture.share(held, total)
                + " of the pool lock cycles";
    }

    private static String lead(Capture capture) {
        WalkCounts now = capture.traced(capture.all()).counts();
        WalkCounts active = capture.activeList(capture.all()).counts();
        String lead = "This kernel's walks visit " + WORDS.range(now.visits()) + " pwqs and take "
                + WORDS.range(now.poolLocks()) + " pool lock cycles; the active list visits "
                + WORDS.range(active.visits()) + " and takes " + WORDS.range(active.poolLocks()) + ".";
        long perCpu = 0;
        for (WorkqueueSummary queue : capture.assessment().workqueues()) {
            WorkqueueKind kind = capture.queue(queue.workqueue()).kind();
            if (kind == WorkqueueKind.PER_CPU || kind == WorkqueueKind.BH) {
                perCpu += capture.traced(queue).counts().poolLocks().value();
            }
        }
        if (perCpu > 0) {
            lead += " Per-cpu workqueues pay for every one of the "
                    + WORDS.count(capture.result().topology().possible().count())
                    + (capture.result().topology().possibleKnown() ? " possible" : "")
                    + " CPUs: " + WORDS.count(perCpu) + " of the cycles are theirs.";
        }
        return lead;
    }

    private static String note(Capture capture) {
        boolean exact = capture.traced(capture.all()).counts().poolLocks().isExact();
        String note = exact
                ? "Counts of this kernel are those of its model, exact for this capture."
                : "Where the capture does not decide a count, the bar is the likeliest, the thin line its bounds.";
        note += " Those of the active list are a reconstruction, options A1 to A8 at their defaults.";
        if (capture.assessment().workqueues().size() > MOST_ROWS) {
            note += " The table of workqueues has the others.";
        }
        return note;
    }
}
