package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.result.ReplayResult;
import java.util.List;

/**
 * A result with its meaning: what every report prints.
 *
 * @param all the sum over all workqueues
 * @param workqueues those with flushes, dearest first
 * @param flushes one entry per flush, in the result's order
 * @param worst indices into the result's flushes: the longest waits, one per group of overlapping flushes of a
 *     workqueue, longest first
 */
public record Assessment(
        ReplayResult result,
        CostParameters costs,
        Verdict verdict,
        List<Flag> flags,
        WorkqueueSummary all,
        List<WorkqueueSummary> workqueues,
        List<FlushAssessment> flushes,
        List<Integer> worst) {
    /** Freezes the lists. */
    public Assessment {
        flags = List.copyOf(flags);
        workqueues = List.copyOf(workqueues);
        flushes = List.copyOf(flushes);
        worst = List.copyOf(worst);
    }
}
