package dev.wqflush.cli.report.page;

import dev.wqflush.cli.report.page.Table.Cell;
import dev.wqflush.cli.report.page.Table.Column;
import dev.wqflush.cli.report.page.Table.Row;
import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.cost.Cost;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.topology.WorkqueueKind;
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
                List.of(Column.text("ns for"), Column.number("per-cpu workqueue"), Column.number("unbound workqueue")),
                List.of(
                        cost("entry and exit of a walk", Act.FIXED, costs),
                        cost("the mutex", Act.MUTEX, costs),
                        cost("a pwq used since the walk before", Act.VISIT_DIRTY, costs),
                        cost("a pwq idle since, seen last by another CPU", Act.VISIT_COLD, costs),
                        cost("the same, by this CPU", Act.VISIT_WARM, costs),
                        cost("a pool lock that another CPU had", Act.LOCK_COLD, costs),
                        cost("the same, this CPU", Act.LOCK_WARM, costs),
                        cost("a pool lock once more in a walk", Act.RELOCK, costs),
                        cost("a node lock that another CPU had", Act.NODE_COLD, costs),
                        cost("the same, this CPU", Act.NODE_WARM, costs),
                        cost("keeping or dropping a pwq", Act.LIST_MOVE, costs)),
                List.of());
    }

    private static Row cost(String words, Act act, CostParameters costs) {
        return new Row(
                "",
                List.of(
                        Cell.text(words),
                        nanos(costs.of(act, WorkqueueKind.PER_CPU)),
                        nanos(costs.of(act, WorkqueueKind.UNBOUND))));
    }

    private static Cell nanos(Cost cost) {
        return Cell.number(
                tenths(cost.base()) + " (" + tenths(cost.low()) + ".." + tenths(cost.high()) + ")",
                Math.round(cost.base() * 10));
    }

    private static String tenths(double nanos) {
        return BigDecimal.valueOf(nanos)
                .setScale(1, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
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
