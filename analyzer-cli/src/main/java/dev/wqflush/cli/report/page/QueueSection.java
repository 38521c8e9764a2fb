package dev.wqflush.cli.report.page;

import static dev.wqflush.cli.report.page.Capture.WORDS;

import dev.wqflush.cli.report.Quantities;
import dev.wqflush.cli.report.chart.Part;
import dev.wqflush.cli.report.chart.SplitBars;
import dev.wqflush.cli.report.page.Table.Cell;
import dev.wqflush.cli.report.page.Table.Column;
import dev.wqflush.cli.report.page.Table.Row;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.verdict.ModelTotals;
import dev.wqflush.replay.verdict.VerdictClass;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Every workqueue in numbers. */
public record QueueSection(String title, String lead, Table table) {
    /** Rows of workqueues; the rest is one row. */
    static final int MOST_ROWS = 200;

    /** The title counts workqueues until they hold this share of the flush time. */
    private static final double MOST_OF_IT = 0.8;

    static QueueSection of(Capture capture) {
        List<WorkqueueSummary> queues = new ArrayList<>(capture.assessment().workqueues());
        queues.sort(Comparator.comparingLong((WorkqueueSummary queue) -> -weight(capture, queue)));
        List<WorkqueueSummary> shown = queues.subList(0, Math.min(MOST_ROWS, queues.size()));
        List<WorkqueueSummary> others = queues.subList(shown.size(), queues.size());
        List<Row> body =
                shown.stream().map(queue -> new Row("", cells(capture, queue))).toList();
        List<Row> foot = new ArrayList<>();
        if (!others.isEmpty()) {
            foot.add(new Row("others", others(capture, others)));
        }
        foot.add(new Row("", total(capture)));
        Table table = new Table("Flushes, walks, locks and times by workqueue", columns(capture.timed()), body, foot);
        return new QueueSection(title(capture, queues), lead(capture), table);
    }

    /** What the table is sorted by. */
    private static long weight(Capture capture, WorkqueueSummary queue) {
        return capture.timed()
                ? queue.split().totalNanos()
                : capture.traced(queue).counts().poolLocks().value();
    }

    private static List<Column> columns(boolean timed) {
        List<Column> columns = new ArrayList<>(List.of(Column.text("workqueue"), Column.text("class")));
        if (timed) {
            columns.add(Column.falling("flush time"));
            columns.add(Column.pictures("split", ""));
            columns.add(Column.number("p50"));
            columns.add(Column.number("p99"));
        }
        columns.add(Column.number("flushes"));
        columns.add(Column.number("walks"));
        columns.add(Column.number("visits"));
        columns.add(timed ? Column.number("locks now") : Column.falling("locks now"));
        columns.add(Column.number("active list"));
        columns.add(Column.number("saved"));
        columns.add(Column.text("kind"));
        columns.add(Column.number("pwqs"));
        columns.add(Column.text("grade"));
        return columns;
    }

    private static List<Cell> cells(Capture capture, WorkqueueSummary queue) {
        WorkqueueResult result = capture.queue(queue.workqueue());
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(capture.queueName(queue.workqueue())));
        cells.add(verdict(queue.verdictClass()));
        if (capture.timed()) {
            split(cells, queue.split());
            cells.add(Cell.number(
                    WORDS.time(queue.flushNanos().p50()), queue.flushNanos().p50()));
            cells.add(Cell.number(
                    WORDS.time(queue.flushNanos().p99()), queue.flushNanos().p99()));
        }
        counts(cells, queue.flushes(), queue.walkCount(), capture.traced(queue), capture.activeList(queue));
        saved(cells, queue.savedPoolLocks(), capture.traced(queue));
        cells.add(Cell.text(result.kind().word() + (result.kindAssumed() ? "?" : "")));
        cells.add(range(result.pwqs()));
        cells.add(Cell.text(queue.grade().name()));
        return cells;
    }

    private static List<Cell> others(Capture capture, List<WorkqueueSummary> others) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.text(WORDS.things(others.size(), "other", "others")));
        cells.add(Cell.empty());
        if (capture.timed()) {
            split(cells, others.stream().map(WorkqueueSummary::split).reduce(FlushSplit.ZERO, FlushSplit::plus));
            cells.add(Cell.unknown());
            cells.add(Cell.unknown());
        }
        ModelTotals now = CostSection.sum(others.stream().map(capture::traced).toList());
        ModelTotals active =
                CostSection.sum(others.stream().map(capture::activeList).toList());
        long flushes = others.stream().mapToLong(WorkqueueSummary::flushes).sum();
        counts(
                cells,
                flushes,
                others.stream().mapToLong(WorkqueueSummary::walkCount).sum(),
                now,
                active);
        saved(cells, others.stream().map(WorkqueueSummary::savedPoolLocks).reduce(Range.ZERO, Range::plus), now);
        cells.addAll(List.of(Cell.empty(), Cell.of("num", ""), Cell.empty()));
        return cells;
    }

    private static List<Cell> total(Capture capture) {
        WorkqueueSummary all = capture.all();
        List<Cell> cells = new ArrayList<>();
        int count = capture.assessment().workqueues().size();
        cells.add(Cell.text(count == 1 ? "all" : "all " + WORDS.count(count)));
        cells.add(Cell.empty());
        if (capture.timed()) {
            split(cells, all.split());
            cells.add(Cell.number(
                    WORDS.time(all.flushNanos().p50()), all.flushNanos().p50()));
            cells.add(Cell.number(
                    WORDS.time(all.flushNanos().p99()), all.flushNanos().p99()));
        }
        counts(cells, all.flushes(), all.walkCount(), capture.traced(all), capture.activeList(all));
        saved(cells, all.savedPoolLocks(), capture.traced(all));
        cells.addAll(
                List.of(Cell.empty(), Cell.of("num", ""), Cell.text(all.grade().name())));
        return cells;
    }

    private static Cell verdict(VerdictClass verdictClass) {
        String dot = switch (verdictClass) {
            case WALK_BOUND, LOCK_BOUND -> "walk";
            case ITEM_BOUND, DEVICE_BOUND, STUCK -> "items";
            case MUTEX_BOUND -> "mutex";
            case WAKEUP_BOUND -> "wakeup";
            case HEALTHY, NO_FLUSH, UNDECIDED -> "other";
        };
        return Cell.of("dot p-" + dot, verdictClass.word());
    }

    private static void split(List<Cell> cells, FlushSplit split) {
        cells.add(Cell.number(WORDS.time(split.totalNanos()), split.totalNanos()));
        StringBuilder words = new StringBuilder();
        for (Part part : Part.values()) {
            words.append(words.isEmpty() ? "" : ", ")
                    .append(part.word())
                    .append(' ')
                    .append(Capture.share(part.of(split), split.totalNanos()));
        }
        long perMille = split.totalNanos() > 0 ? Math.round(1000.0 * split.walkNanos() / split.totalNanos()) : -1;
        cells.add(Cell.picture(SplitBars.whole(split, words.toString()), perMille));
    }

    private static void counts(List<Cell> cells, long flushes, long walks, ModelTotals now, ModelTotals active) {
        cells.add(Cell.number(WORDS.count(flushes), flushes));
        cells.add(Cell.number(WORDS.count(walks), walks));
        cells.add(range(now.counts().visits()));
        cells.add(range(now.counts().poolLocks()));
        cells.add(range(active.counts().poolLocks()));
    }

    /** Share of the pool lock cycles that the active list does without. */
    private static void saved(List<Cell> cells, Range saved, ModelTotals now) {
        long locks = now.counts().poolLocks().value();
        cells.add(
                locks == 0
                        ? Cell.unknown()
                        : Cell.number(
                                Typeset.text(Quantities.preciseShare(saved.value(), locks)),
                                Math.round(1e6 * saved.value() / locks)));
    }

    static Cell range(Range range) {
        return Cell.number(WORDS.range(range), range.value());
    }

    private static String title(Capture capture, List<WorkqueueSummary> queues) {
        String flushed = WORDS.things(queues.size(), "workqueue was", "workqueues were") + " flushed";
        long total = queues.stream().mapToLong(queue -> weight(capture, queue)).sum();
        if (total == 0 || queues.size() == 1) {
            return flushed;
        }
        long held = 0;
        int count = 0;
        while (held < total * MOST_OF_IT) {
            held += weight(capture, queues.get(count++));
        }
        return flushed + "; " + WORDS.count(count) + (count == 1 ? " has " : " have ") + Capture.share(held, total)
                + (capture.timed() ? " of the flush time" : " of the pool lock cycles");
    }

    private static String lead(Capture capture) {
        return capture.timed()
                ? "By flush time (" + capture.measured()
                        + "). The split is sorted by the share of walks; locks are pool" + " lock cycles."
                : "By pool lock cycles. The capture has no clock, so there are no times.";
    }
}
