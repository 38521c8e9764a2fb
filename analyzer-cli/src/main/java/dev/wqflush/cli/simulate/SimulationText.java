package dev.wqflush.cli.simulate;

import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.cli.terminal.Table;
import dev.wqflush.cli.terminal.Table.Column;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.simulate.Outcome;
import dev.wqflush.replay.simulate.Published;
import dev.wqflush.replay.simulate.Published.Row;
import dev.wqflush.replay.simulate.Published.Sensitivity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** What a simulation found, for people. */
public final class SimulationText {
    private final int width;
    private final boolean unicode;

    /** Text of at most {@code width} columns. */
    public SimulationText(int width, boolean unicode) {
        this.width = width;
        this.unicode = unicode;
    }

    /** A line a model; ratios are to the first. */
    public List<String> runs(Map<String, Outcome> outcomes) {
        Table table = new Table(List.of(
                left("model"),
                right("flushes/s"),
                right("flush us"),
                right("walks/flush"),
                right("visits/walk"),
                right("walk us"),
                right("mutex"),
                right("rate")));
        double first = 0;
        for (Map.Entry<String, Outcome> run : outcomes.entrySet()) {
            Outcome outcome = run.getValue();
            first = first == 0 ? outcome.rate() : first;
            table.add(List.of(
                    run.getKey(),
                    whole(outcome.rate()),
                    decimals(outcome.meanFlushNanos() / 1e3, 1),
                    decimals(outcome.walksPerFlush(), 2),
                    decimals(outcome.visitsPerWalk(), 1),
                    decimals(outcome.meanWalkNanos() / 1e3, 2),
                    whole(100 * outcome.mutexBusy()) + " %",
                    decimals(outcome.rate() / first, 2)));
        }
        return table.lines(width, unicode);
    }

    /** The published figures, what the simulation makes of them, and how they move. */
    public List<String> published(List<Row> rows, Band reported, List<Sensitivity> sensitivities) {
        List<String> lines = new ArrayList<>();
        lines.addAll(Prose.wrap(
                "",
                0,
                width,
                "One set of prices for all rows. Machine: 192 CPUs, 2 nodes, 12 caches a node (the caches were not"
                        + " published); the dense load was not published either."));
        lines.add("");
        Table table = new Table(List.of(
                left("row"),
                right("published"),
                right("model"),
                right("ratio"),
                right("other state"),
                right("walks/flush"),
                right("visits/walk"),
                right("walk us"),
                right("mutex")));
        rows.forEach(row -> table.add(cells(row)));
        lines.addAll(table.lines(width, unicode));
        lines.add("");
        for (Row row : rows) {
            lines.addAll(Prose.wrap("  ", 25, width, Prose.padRight(row.name(), 23) + row.words()));
        }
        lines.add("");
        boolean inside = reported.lowNanos() <= Published.REPORTED_WALK_NANOS
                && Published.REPORTED_WALK_NANOS <= reported.highNanos();
        lines.addAll(Prose.wrap(
                "",
                0,
                width,
                "The report of walks up to 64 us (128 CPUs, unbound, legacy-v1): " + micros(reported.baseNanos())
                        + " us ("
                        + micros(reported.lowNanos()) + ".." + micros(reported.highNanos())
                        + ") by these prices; 64 is "
                        + (inside ? "inside the band, at its high end." : "outside the band.")));
        lines.add("");
        lines.addAll(sensitivity(sensitivities));
        return lines;
    }

    private static List<String> cells(Row row) {
        Double published = row.published();
        Double ratio = row.ratio();
        Outcome outcome = row.outcome();
        boolean rate = row.unit().startsWith("flushes");
        return List.of(
                row.name(),
                published == null ? "-" : number(published, rate),
                number(row.model(), rate),
                ratio == null ? "-" : decimals(ratio, 3),
                row.opposite() == 0 ? "" : whole(row.opposite()),
                outcome == null ? "" : decimals(outcome.walksPerFlush(), 2),
                outcome == null ? "" : decimals(outcome.visitsPerWalk(), 1),
                outcome == null ? "" : decimals(outcome.meanWalkNanos() / 1e3, 2),
                outcome == null ? "" : whole(100 * outcome.mutexBusy()) + " %");
    }

    private List<String> sensitivity(List<Sensitivity> sensitivities) {
        List<String> lines = new ArrayList<>(Prose.wrap(
                "",
                0,
                width,
                "How the rates of the 16 threads move with half and twice a price, of those that move one by 2 % or"
                        + " more:"));
        Table table = new Table(List.of(
                left("price"),
                right("percpu legacy"),
                right("percpu active"),
                right("unbound legacy"),
                right("unbound active")));
        for (Sensitivity one : sensitivities) {
            if (moves(one)) {
                List<String> cells = new ArrayList<>(List.of(one.act().word()));
                for (int i = 0; i < one.half().size(); i++) {
                    cells.add(decimals(one.half().get(i), 2) + " / "
                            + decimals(one.twice().get(i), 2));
                }
                table.add(cells);
            }
        }
        lines.addAll(table.lines(width, unicode));
        return lines;
    }

    private static boolean moves(Sensitivity one) {
        return one.half().stream().anyMatch(ratio -> Math.abs(ratio - 1) >= 0.02)
                || one.twice().stream().anyMatch(ratio -> Math.abs(ratio - 1) >= 0.02);
    }

    private static Column left(String title) {
        return new Column(title, 10, true, 0, UnaryOperator.identity(), "");
    }

    private static Column right(String title) {
        return new Column(title, title.length() + 1, false, 0, UnaryOperator.identity(), "");
    }

    private static String number(double value, boolean rate) {
        return rate ? whole(value) : decimals(value, 3);
    }

    private static String micros(long nanos) {
        return decimals(nanos / 1e3, 1);
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String decimals(double value, int digits) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
