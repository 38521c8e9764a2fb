package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.verdict.WalkSums.Tally;
import java.util.ArrayList;
import java.util.List;

/**
 * What the active list would take off one flush.
 *
 * <p>The rule: no flush returns before the items have ended that were queued before it. Walks while these run are
 * hidden: a shorter walk would have meant a longer sleep. What is walked afterwards is on its way, its own walks and
 * those of others, for which it waits on {@code wq->mutex} or for its turn in their cascades. So is what is walked
 * while the last of these items cannot begin, for the flusher keeps its CPU. The low bound holds its own walks alone,
 * the high one all. Nothing saves more than the flush took beyond the running of that item, or than was walked in it
 * where all walks were measured.
 */
final class FlushSavings {
    private final FlushResult flush;
    private final CostParameters costs;
    private final List<WalkResult> own = new ArrayList<>(2);
    private final List<Band> ownSaved = new ArrayList<>(2);
    private long measuredNanos;
    private long walkNanosThatCount;

    FlushSavings(FlushResult flush, CostParameters costs) {
        this.flush = flush;
        this.costs = costs;
    }

    /** Adds a walk of the flush. */
    void add(WalkResult walk, ReplayResult result, ModelIndex models) {
        WorkqueueResult workqueue = result.workqueues().get(walk.workqueue());
        WalkCounts counts =
                models.traced() < 0 ? WalkCounts.ZERO : walk.counts().get(models.traced());
        own.add(walk);
        ownSaved.add(models.saved(walk, workqueue, costs));
        measuredNanos += Math.max(0, walk.measuredNanos());
        walkNanosThatCount += Classifier.walkNanos(walk, counts, workqueue, costs);
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
    long hiddenWalks() {
        return own.stream().filter(this::isHidden).count();
    }

    /** What the active list saves the flush, of all walks of its workqueue; negative where it costs. */
    Band saved(WalkSums walks) {
        Tally there = walks.touching(flush.startNanos(), flush.endNanos());
        Tally onItsWay = walks.within(flush.needed().untilNanos(), flush.endNanos());
        if (keepsItemFromRunning()) {
            onItsWay = onItsWay.plus(walks.within(keptFrom(), flush.needed().startNanos()));
        }
        double sure = 0;
        for (int i = 0; i < own.size(); i++) {
            WalkResult walk = own.get(i);
            boolean placed = walk.measuredNanos() >= 0
                    || !isBeforeSleep(walk)
                    || flush.split().itemsNanos() == 0;
            sure += placed ? afterItems(walk) * Math.max(0, ownSaved.get(i).lowNanos()) : 0;
        }
        long base = Math.round(onItsWay.saved());
        long low = Math.round(sure + onItsWay.costing());
        long high = Math.round(there.atMost() + onItsWay.surelyCosting());
        double walked = there.unmeasured() > 0 ? Double.MAX_VALUE : there.measured();
        long most = Math.max(0, Math.min(Math.round(walked), flush.endNanos() - earliestEnd()));
        return new Band(Math.min(low, base), base, Math.max(base, high), costs.kind()).atMost(most);
    }

    private static boolean isBeforeSleep(WalkResult walk) {
        return walk.kind() == WalkKind.FIRST || walk.kind() == WalkKind.QUEUED;
    }

    /** Share of one of its walks that lies after the items. */
    private double afterItems(WalkResult walk) {
        return share(walk, flush.needed().untilNanos(), flush.endNanos());
    }

    /** Whether a walk of its own ended while the items ran. */
    private boolean isHidden(WalkResult walk) {
        return flush.split().itemsNanos() > 0
                && isBeforeSleep(walk)
                && afterItems(walk) <= 0
                && !(keepsItemFromRunning()
                        && share(walk, keptFrom(), flush.needed().startNanos()) > 0);
    }

    private static double share(WalkResult walk, long from, long to) {
        long nanos = Math.max(1, walk.measuredNanos());
        long inside = Math.min(walk.timeNanos() + nanos, to) - Math.max(walk.timeNanos(), from);
        return Math.max(0, (double) inside / nanos);
    }

    /** The worker of a per-cpu item cannot run while the flusher walks, or spins on the mutex, on its CPU. */
    private boolean keepsItemFromRunning() {
        return flush.needed().cpu() == flush.cpu() && flush.needed().startNanos() > keptFrom();
    }

    private long keptFrom() {
        return Math.max(flush.startNanos(), flush.needed().queuedNanos());
    }

    /** When it would have ended had nothing but the running of that item been to wait for. */
    private long earliestEnd() {
        return Math.max(flush.startNanos(), flush.needed().earliestNanos());
    }
}
