package dev.wqflush.cli.report;

import dev.wqflush.cli.terminal.Colours;
import dev.wqflush.cli.terminal.Table;
import dev.wqflush.cli.terminal.Table.Column;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.verdict.ModelTotals;
import dev.wqflush.replay.verdict.Words;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The table of workqueues in the summary, dearest first. */
final class WorkqueueTable {
    /** The table is measured if most walks are; a column does not mix kinds of time. */
    private static final double MOST = 0.5;

    private static final String ACTIVE_LIST = "active-list";

    private final Report report;
    private final Colours colours;
    private final boolean measured;
    private final QueueNames names;

    WorkqueueTable(Report report, Colours colours) {
        this.report = report;
        this.colours = colours;
        WorkqueueSummary all = report.assessment().all();
        long walks = all.walkCount();
        this.measured = walks > 0 && all.measuredWalks() > MOST * walks;
        this.names = new QueueNames(report.assessment());
    }

    /** Empty line, two lines of head, the row of the others and the row of all. */
    int linesBesideRows() {
        return 5;
    }

    List<String> lines(int rows, int width, boolean unicode) {
        Table table = new Table(columns());
        cells(rows).forEach(table::add);
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(table.lines(width, unicode));
        return lines;
    }

    /** The cells of so many workqueues, of the others as one row, and of all. */
    List<List<String>> cells(int rows) {
        List<List<String>> table = new ArrayList<>();
        List<WorkqueueSummary> workqueues = report.assessment().workqueues();
        // One row more costs no more than the row that would count it.
        int shown = workqueues.size() <= rows + 1 ? workqueues.size() : rows;
        for (WorkqueueSummary summary : workqueues.subList(0, shown)) {
            table.add(cells(
                    names.name(summary.workqueue()),
                    Sums.of(summary, result()),
                    summary.verdictClass().word()));
        }
        List<WorkqueueSummary> others = workqueues.subList(shown, workqueues.size());
        if (!others.isEmpty()) {
            Sums sums = others.stream()
                    .map(summary -> Sums.of(summary, result()))
                    .reduce(Sums::plus)
                    .orElseThrow();
            table.add(cells(Words.PLAIN.count(others.size()) + " others", sums, ""));
        }
        if (workqueues.size() > 1) {
            table.add(cells("all", Sums.of(report.assessment().all(), result()), ""));
        }
        return table;
    }

    List<Column> columns() {
        UnaryOperator<String> plain = UnaryOperator.identity();
        String times = measured
                ? FlushTime.measured(result().topology())
                : report.assessment().costs().kind().word();
        String locks = "pool lock cycles";
        return List.of(
                new Column("workqueue", 12, true, 0, plain, ""),
                new Column("flushes", 8, false, 0, plain, ""),
                new Column("walks", 6, false, 2, plain, ""),
                new Column("visits", 8, false, 1, plain, ""),
                new Column("now", 8, false, 0, plain, locks),
                new Column("active", 8, false, 0, colours::cure, locks),
                new Column("saved", 7, false, 0, plain, locks),
                new Column("in walks", 9, false, 0, plain, times),
                new Column("of flush", 9, false, 3, colours::cost, times),
                new Column("gr", 4, true, 4, plain, ""),
                new Column("class", 7, true, 0, plain, ""));
    }

    private List<String> cells(String name, Sums sums, String verdictClass) {
        return List.of(
                name,
                Words.PLAIN.count(sums.flushes()),
                Words.PLAIN.count(sums.walks()),
                atLeast(sums.now().visits()),
                atLeast(sums.now().poolLocks()),
                Words.PLAIN.range(sums.active().poolLocks()),
                Quantities.preciseShare(
                        sums.now().poolLocks().value()
                                - sums.active().poolLocks().value(),
                        sums.now().poolLocks().value()),
                measured ? Quantities.time(sums.measuredNanos()) : Words.PLAIN.ends(sums.time()),
                measured && result().evidence().timed()
                        ? Quantities.share(sums.measuredNanos(), sums.flushNanos())
                        : "-",
                sums.grade().name(),
                verdictClass);
    }

    /** A count of the traced kernel; a lower bound where possible CPUs are not known. */
    private String atLeast(Range count) {
        return Words.PLAIN.range(count) + (result().topology().possibleKnown() ? "" : "+");
    }

    private ReplayResult result() {
        return report.assessment().result();
    }

    /** The numbers of a row. */
    private record Sums(
            long flushes,
            long walks,
            WalkCounts now,
            WalkCounts active,
            Band time,
            long measuredNanos,
            long flushNanos,
            Grade grade) {

        static Sums of(WorkqueueSummary summary, ReplayResult result) {
            ModelTotals now = summary.model(result.tracedModel());
            return new Sums(
                    summary.flushes(),
                    summary.walkCount(),
                    now.counts(),
                    summary.model(ACTIVE_LIST).counts(),
                    now.time(),
                    Math.max(0, summary.measuredWalkNanos()),
                    summary.split().totalNanos(),
                    summary.grade());
        }

        Sums plus(Sums o) {
            return new Sums(
                    flushes + o.flushes,
                    walks + o.walks,
                    now.plus(o.now),
                    active.plus(o.active),
                    time.plus(o.time),
                    measuredNanos + o.measuredNanos,
                    flushNanos + o.flushNanos,
                    grade.worse(o.grade));
        }
    }
}
