package dev.wqflush.replay.cost;

import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WorkqueueResult;
import java.util.Arrays;
import java.util.List;

/**
 * Prices what a walk did, by the state of the cache lines that it met. Ranges of counts and of costs both widen the
 * band.
 */
public final class CostModel {
    private static final List<Act> ACTS =
            Arrays.stream(Act.values()).filter(Act::isOfWalk).toList();

    private CostModel() {}

    /**
     * Time of one walk of the workqueue, which has as many different pool locks as the workqueue has pools.
     *
     * @param warm whether the same CPU made the workqueue's walk before
     */
    public static Band time(WalkCounts walk, boolean warm, WorkqueueResult workqueue, CostParameters costs) {
        return price(Acts.of(walk, warm, workqueue), workqueue, costs);
    }

    /**
     * Time that one walk of the workqueue takes less when it does {@code after} instead of {@code before}; negative
     * where it takes more. One act costs the same on either side, so this is narrower than the difference of two times.
     */
    public static Band saved(
            WalkCounts before, WalkCounts after, boolean warm, WorkqueueResult workqueue, CostParameters costs) {
        Acts acts = Acts.of(before, warm, workqueue).minus(Acts.of(after, warm, workqueue));
        return price(acts, workqueue, costs);
    }

    private static Band price(Acts acts, WorkqueueResult workqueue, CostParameters costs) {
        double low = 0;
        double base = 0;
        double high = 0;
        for (Act act : ACTS) {
            Range n = acts.count(act);
            Cost each = costs.of(act, workqueue.kind());
            low += n.low() * (n.low() >= 0 ? each.low() : each.high());
            base += n.value() * each.base();
            high += n.high() * (n.high() >= 0 ? each.high() : each.low());
        }
        return new Band(Math.round(low), Math.round(base), Math.round(high), costs.kind());
    }

    /** How many visits and locks met lines in which state, or what two walks differ by. */
    private record Acts(
            long walks,
            boolean warm,
            Range idleVisits,
            Range dirtyVisits,
            Range idleLocks,
            Range dirtyLocks,
            Range relocks,
            boolean nodesWarm,
            Range nodeLocks,
            Range moves) {
        static Acts of(WalkCounts walk, boolean warm, WorkqueueResult workqueue) {
            Range visits = walk.visits();
            // What may have been visited besides was used, or it would not be in question.
            long dirtyAtMost = walk.dirty() + visits.high() - visits.value();
            Range dirty = new Range(
                    Math.min(walk.dirty(), visits.low()), Math.min(walk.dirty(), visits.value()), dirtyAtMost);
            Range locks = walk.poolLocks();
            Range first = atMost(locks, pools(workqueue));
            Range dirtyLocks = new Range(
                    Math.min(first.low(), dirty.low()),
                    Math.min(first.value(), dirty.value()),
                    Math.min(first.high(), dirty.high()));
            return new Acts(
                    1,
                    warm,
                    rest(visits, dirty),
                    dirty,
                    rest(first, dirtyLocks),
                    dirtyLocks,
                    rest(locks, first),
                    warm && walk.dirty() == 0,
                    walk.nodeLocks(),
                    Range.exactly(walk.kept() + walk.dropped()));
        }

        /** How many different pool locks one walk can take; no limit if not known. */
        private static long pools(WorkqueueResult workqueue) {
            long pools = workqueue.pools().value();
            return pools > 0 ? pools : Long.MAX_VALUE;
        }

        private static Range atMost(Range range, long most) {
            return new Range(Math.min(range.low(), most), Math.min(range.value(), most), Math.min(range.high(), most));
        }

        /** What is left of a count without a part of it. */
        private static Range rest(Range all, Range part) {
            long value = all.value() - part.value();
            return Range.of(value, Math.max(0, all.low() - part.low()), Math.max(0, all.high() - part.high()));
        }

        Acts minus(Acts other) {
            return new Acts(
                    walks - other.walks,
                    warm,
                    idleVisits.minus(other.idleVisits),
                    dirtyVisits.minus(other.dirtyVisits),
                    idleLocks.minus(other.idleLocks),
                    dirtyLocks.minus(other.dirtyLocks),
                    relocks.minus(other.relocks),
                    other.nodesWarm,
                    nodeLocks.minus(other.nodeLocks),
                    moves.minus(other.moves));
        }

        Range count(Act act) {
            return switch (act) {
                case MUTEX, FIXED -> Range.exactly(walks);
                case VISIT_WARM -> warm ? idleVisits : Range.ZERO;
                case VISIT_COLD -> warm ? Range.ZERO : idleVisits;
                case VISIT_DIRTY -> dirtyVisits;
                case LOCK_WARM -> warm ? idleLocks : Range.ZERO;
                case LOCK_COLD -> warm ? dirtyLocks : dirtyLocks.plus(idleLocks);
                case RELOCK -> relocks;
                case NODE_WARM -> nodesWarm ? nodeLocks : Range.ZERO;
                case NODE_COLD -> nodesWarm ? Range.ZERO : nodeLocks;
                case LIST_MOVE -> moves;
                default -> Range.ZERO;
            };
        }
    }
}
