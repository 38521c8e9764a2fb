package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.CostModel;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;

/**
 * What the active list would take off one flush.
 *
 * <p>The rule: a walk that a flusher makes before it sleeps (first or queued) runs beside the items it waits for. If
 * the flusher then slept at least as long as those walks took, they were hidden: a shorter walk would have meant a
 * longer sleep. Such walks save 0 at base and at most what they cost; if it slept less, they count, but for the low
 * bound. Walks after it was woken (overflow, cascade), and walks of a flusher that did not sleep, count in full.
 * Nothing saves more than the flush took, or than its walks took where all of them were measured.
 */
final class FlushSavings {
    private final CostParameters costs;
    private Band beforeSleep;
    private Band afterSleep;
    private long walks;
    private long walksBeforeSleep;
    private long measuredWalks;
    private long measuredNanos;
    private long walkNanosThatCount;
    private long walkNanosBeforeSleep;

    FlushSavings(CostParameters costs) {
        this.costs = costs;
        beforeSleep = Band.zero(costs.kind());
        afterSleep = beforeSleep;
    }

    /** Adds a walk of the flush. */
    void add(WalkResult walk, ReplayResult result, ModelIndex models) {
        WorkqueueResult workqueue = result.workqueues().get(walk.workqueue());
        boolean before = walk.kind() == WalkKind.FIRST || walk.kind() == WalkKind.QUEUED;
        walks++;
        WalkCounts counts =
                models.traced() < 0 ? WalkCounts.ZERO : walk.counts().get(models.traced());
        Band modelled = CostModel.time(counts, walk.warm(), workqueue, costs);
        long measured = walk.measuredNanos();
        if (measured >= 0) {
            measuredWalks++;
            measuredNanos += measured;
        }
        walkNanosThatCount += Classifier.walkNanos(walk, counts, workqueue, costs);
        if (before) {
            walksBeforeSleep++;
            walkNanosBeforeSleep += measured >= 0 ? measured : modelled.baseNanos();
        }
        if (models.comparable()) {
            Band saved = CostModel.saved(
                    walk.counts().get(models.traced()),
                    walk.counts().get(models.activeList()),
                    walk.warm(),
                    workqueue,
                    costs);
            if (before) {
                beforeSleep = beforeSleep.plus(saved);
            } else {
                afterSleep = afterSleep.plus(saved);
            }
        }
    }

    /** Sum over its walks that were measured. */
    long measuredNanos() {
        return measuredNanos;
    }

    /** Sum of {@link Classifier#walkNanos} over its walks: to decide with, not to print. */
    long walkNanosThatCount() {
        return walkNanosThatCount;
    }

    /** How many of its walks were hidden. */
    long hiddenWalks(FlushResult flush) {
        long slept = flush.split().itemsNanos();
        return slept > 0 && slept >= walkNanosBeforeSleep ? walksBeforeSleep : 0;
    }

    /** What the active list saves the flush; negative where it costs. */
    Band saved(FlushResult flush) {
        Band early = beforeSleep;
        if (flush.split().itemsNanos() > 0) {
            boolean hidden = hiddenWalks(flush) > 0;
            early = new Band(
                    Math.min(0, early.lowNanos()),
                    hidden ? 0 : early.baseNanos(),
                    Math.max(0, early.highNanos()),
                    costs.kind());
        }
        long there = walks > 0 && measuredWalks == walks ? measuredNanos : Long.MAX_VALUE;
        return early.plus(afterSleep).atMost(Math.max(0, Math.min(there, flush.nanos())));
    }
}
