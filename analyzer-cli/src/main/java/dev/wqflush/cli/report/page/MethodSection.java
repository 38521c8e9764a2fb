package dev.wqflush.cli.report.page;

import dev.wqflush.cli.report.page.Table.Cell;
import dev.wqflush.cli.report.page.Table.Column;
import dev.wqflush.cli.report.page.Table.Row;
import dev.wqflush.replay.cost.Cost;
import dev.wqflush.replay.cost.CostParameters;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** How the numbers were made: the costs, and the choices of the reconstruction. */
public record MethodSection(String costSource, Table costs, Table options) {
    static MethodSection of(Capture capture) {
        CostParameters costs = capture.assessment().costs();
        return new MethodSection(
                Typeset.text(costs.source()) + " (" + costs.kind().word() + ")", costTable(costs), optionTable());
    }

    private static Table costTable(CostParameters costs) {
        return new Table(
                "What each act of a walk costs, in nanoseconds",
                List.of(Column.text("ns for"), Column.number("low"), Column.number("base"), Column.number("high")),
                List.of(
                        cost("a walk", costs.perWalk()),
                        cost("a visit", costs.perVisit()),
                        cost("a pool lock cycle", costs.perPoolLock()),
                        cost("a node lock cycle", costs.perNodeLock())),
                List.of());
    }

    private static Row cost(String act, Cost cost) {
        return new Row("", List.of(Cell.text(act), nanos(cost.low()), nanos(cost.base()), nanos(cost.high())));
    }

    private static Cell nanos(double nanos) {
        BigDecimal tenths = BigDecimal.valueOf(nanos).setScale(1, RoundingMode.HALF_UP);
        return Cell.number(tenths.stripTrailingZeros().toPlainString(), Math.round(nanos * 10));
    }

    private static Table optionTable() {
        return new Table(
                "Choices of the reconstruction",
                List.of(Column.text("option"), Column.text("question"), Column.text("taken here")),
                List.of(
                        option("A1", "list of a pool that spans nodes", "a list of its own"),
                        option("A2", "node locks for pwqs that stay listed", "one more for a node that keeps any"),
                        option("A3", "one lock for neighbours across nodes", "no, a run ends with its node"),
                        option("A4", "order of what stays", "before what is queued later"),
                        option("A5", "cascade walk over an empty list", "takes the node lock"),
                        option("A6", "when a pwq leaves its list", "nothing in flight in any colour"),
                        option("A7", "nodes walked", "all possible ones and the list of A1"),
                        option("A8", "a new pwq", "not listed until work is queued")),
                List.of());
    }

    private static Row option(String id, String question, String taken) {
        return new Row("", List.of(Cell.text(id), Cell.text(question), Cell.text(taken)));
    }
}
