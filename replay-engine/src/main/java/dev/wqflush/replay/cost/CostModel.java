package dev.wqflush.replay.cost;

import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WorkqueueResult;

/** Prices what walks did. Ranges of counts and of costs both widen the band. */
public final class CostModel {
    private CostModel() {}

    /** Time of {@code walks} walks that took no pool lock twice (per-cpu workqueues, or pools not known). */
    public static Band time(WalkCounts counts, long walks, CostParameters costs) {
        return time(counts, walks, Long.MAX_VALUE, costs);
    }

    /**
     * Time of {@code walks} walks.
     *
     * @param counts their sum
     * @param differentLocks how many different pool locks they can take in all; cycles beyond are
     *     {@link CostParameters#perRelock()}
     */
    public static Band time(WalkCounts counts, long walks, long differentLocks, CostParameters costs) {
        return Acts.of(counts, walks, differentLocks).price(costs);
    }

    /** Time of one walk of the workqueue, which has as many different pool locks as the workqueue has pools. */
    public static Band time(WalkCounts walk, WorkqueueResult workqueue, CostParameters costs) {
        return time(walk, 1, pools(workqueue), costs);
    }

    /**
     * Time that one walk of the workqueue takes less when it does {@code after} instead of {@code before}; negative
     * where it takes more. One act costs the same on either side, so this is narrower than the difference of two times.
     */
    public static Band saved(WalkCounts before, WalkCounts after, WorkqueueResult workqueue, CostParameters costs) {
        long pools = pools(workqueue);
        return Acts.of(before, 1, pools).minus(Acts.of(after, 1, pools)).price(costs);
    }

    /** How many different pool locks one walk can take; no limit if not known. */
    private static long pools(WorkqueueResult workqueue) {
        long pools = workqueue.pools().value();
        return pools > 0 ? pools : Long.MAX_VALUE;
    }

    /** The acts that have a price, or what two walks differ by. */
    private record Acts(Range visits, Range firstLocks, Range relocks, Range nodeLocks, long walks) {
        static Acts of(WalkCounts counts, long walks, long differentLocks) {
            Range locks = counts.poolLocks();
            Range first = new Range(
                    Math.min(locks.low(), differentLocks),
                    Math.min(locks.value(), differentLocks),
                    Math.min(locks.high(), differentLocks));
            Range again =
                    new Range(locks.low() - first.low(), locks.value() - first.value(), locks.high() - first.high());
            return new Acts(counts.visits(), first, again, counts.nodeLocks(), walks);
        }

        Acts minus(Acts other) {
            return new Acts(
                    visits.minus(other.visits),
                    firstLocks.minus(other.firstLocks),
                    relocks.minus(other.relocks),
                    nodeLocks.minus(other.nodeLocks),
                    walks - other.walks);
        }

        Band price(CostParameters costs) {
            Range[] counts = {visits, firstLocks, relocks, nodeLocks, Range.exactly(walks)};
            Cost[] prices = {
                costs.perVisit(), costs.perPoolLock(), costs.perRelock(), costs.perNodeLock(), costs.perWalk()
            };
            double low = 0;
            double base = 0;
            double high = 0;
            for (int i = 0; i < counts.length; i++) {
                Range n = counts[i];
                Cost each = prices[i];
                low += n.low() * (n.low() >= 0 ? each.low() : each.high());
                base += n.value() * each.base();
                high += n.high() * (n.high() >= 0 ? each.high() : each.low());
            }
            return new Band(Math.round(low), Math.round(base), Math.round(high), costs.kind());
        }
    }
}
