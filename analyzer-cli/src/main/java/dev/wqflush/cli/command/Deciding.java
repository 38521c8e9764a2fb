package dev.wqflush.cli.command;

import dev.wqflush.cli.report.Report;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.verdict.Assessment;
import dev.wqflush.replay.verdict.VerdictClass;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.util.Optional;

/**
 * What makes a verdict the same as another: its class, its grade, and the workqueue that decides. That is the one with
 * the longest flush time among those of the verdict's class or, where no workqueue has that class, of all.
 *
 * @param index of the workqueue in the result, -1 for none
 * @param workqueue its name, empty for none
 */
record Deciding(VerdictClass verdictClass, Grade grade, int index, String workqueue) {
    static Deciding of(Report report) {
        Assessment assessment = report.assessment();
        VerdictClass verdictClass = assessment.verdict().verdictClass();
        Optional<WorkqueueSummary> first = assessment.workqueues().stream()
                .filter(summary -> summary.verdictClass() == verdictClass)
                .findFirst();
        int index = first.or(() -> assessment.workqueues().stream().findFirst())
                .map(WorkqueueSummary::workqueue)
                .orElse(-1);
        return new Deciding(
                verdictClass,
                assessment.verdict().grade(),
                index,
                index < 0 ? "" : assessment.result().workqueues().get(index).name());
    }

    boolean isSameAs(Deciding other) {
        return verdictClass == other.verdictClass && grade == other.grade && workqueue.equals(other.workqueue);
    }
}
