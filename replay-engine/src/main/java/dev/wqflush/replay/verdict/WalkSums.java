package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;
import java.util.Arrays;
import java.util.List;

/**
 * The walks of one workqueue, whoever made them, to ask how much walking lies in an interval and what the active list
 * takes off it. They follow each other, for {@code wq->mutex} is exclusive; one that was not measured is a moment.
 */
final class WalkSums {
    /** No walk at all. */
    static final WalkSums NONE = new WalkSums();

    private final long[] starts;
    private final long[] ends;

    /** Entry i is the sum over all walks before the i-th. */
    private final Tally[] before;

    private WalkSums() {
        starts = new long[0];
        ends = new long[0];
        before = new Tally[] {Tally.NONE};
    }

    /** Takes the walks in order of time. */
    WalkSums(List<WalkResult> walks, ReplayResult result, ModelIndex models, CostParameters costs) {
        starts = new long[walks.size()];
        ends = new long[walks.size()];
        before = new Tally[walks.size() + 1];
        before[0] = Tally.NONE;
        for (int i = 0; i < starts.length; i++) {
            WalkResult walk = walks.get(i);
            WorkqueueResult workqueue = result.workqueues().get(walk.workqueue());
            starts[i] = walk.timeNanos();
            long next = i + 1 < starts.length ? walks.get(i + 1).timeNanos() : Long.MAX_VALUE;
            ends[i] = Math.min(next, starts[i] + Math.max(0, walk.measuredNanos()));
            Band saved = models.saved(walk, workqueue, costs);
            before[i + 1] = before[i].plus(Tally.of(walk.measuredNanos(), saved));
        }
    }

    /** The walks in {@code [from, to)}; of one that lies there in part, that part. */
    Tally within(long from, long to) {
        if (from >= to) {
            return Tally.NONE;
        }
        int first = firstEndingAfter(from);
        int last = firstStartingFrom(to);
        if (first >= last) {
            return Tally.NONE;
        }
        Tally sum = before[last].minus(before[first]);
        sum = sum.minus(of(first).times(share(starts[first], from, first)));
        return sum.minus(of(last - 1).times(share(to, ends[last - 1], last - 1)));
    }

    /** The walks of which some part lies in {@code [from, to)}, as a whole. */
    Tally touching(long from, long to) {
        int first = firstEndingAfter(from);
        int last = firstStartingFrom(to);
        return first >= last ? Tally.NONE : before[last].minus(before[first]);
    }

    private Tally of(int walk) {
        return before[walk + 1].minus(before[walk]);
    }

    private double share(long from, long to, int walk) {
        long length = ends[walk] - starts[walk];
        return length <= 0 ? 0 : Math.max(0, (double) (to - from) / length);
    }

    private int firstEndingAfter(long time) {
        int found = first(ends, time);
        while (found < ends.length && ends[found] == time && starts[found] < time) {
            found++;
        }
        return found;
    }

    private int firstStartingFrom(long time) {
        return first(starts, time);
    }

    private static int first(long[] sorted, long from) {
        int found = Arrays.binarySearch(sorted, from);
        if (found < 0) {
            return -found - 1;
        }
        while (found > 0 && sorted[found - 1] == from) {
            found--;
        }
        return found;
    }

    /**
     * A sum over walks, in nanoseconds.
     *
     * @param measured time in those that were measured
     * @param unmeasured how many were not
     * @param saved what the active list takes off them
     * @param atMost what it takes off those where that is anything, at most
     * @param costing what it adds to those where it may add anything, at most, as a negative number
     * @param surelyCosting what it adds at least, as a negative number
     */
    record Tally(
            double measured, double unmeasured, double saved, double atMost, double costing, double surelyCosting) {
        static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0);

        static Tally of(long measuredNanos, Band saved) {
            return new Tally(
                    Math.max(0, measuredNanos),
                    measuredNanos < 0 ? 1 : 0,
                    saved.baseNanos(),
                    Math.max(0, saved.highNanos()),
                    Math.min(0, saved.lowNanos()),
                    Math.min(0, saved.highNanos()));
        }

        Tally plus(Tally o) {
            return new Tally(
                    measured + o.measured,
                    unmeasured + o.unmeasured,
                    saved + o.saved,
                    atMost + o.atMost,
                    costing + o.costing,
                    surelyCosting + o.surelyCosting);
        }

        Tally minus(Tally o) {
            return plus(o.times(-1));
        }

        Tally times(double factor) {
            return new Tally(
                    measured * factor,
                    unmeasured * factor,
                    saved * factor,
                    atMost * factor,
                    costing * factor,
                    surelyCosting * factor);
        }
    }
}
