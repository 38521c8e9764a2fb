package dev.wqflush.replay.compare;

import dev.wqflush.replay.compare.Change.Direction;
import dev.wqflush.replay.compare.Comparison.Outcome;
import dev.wqflush.replay.compare.Intervals.Interval;
import dev.wqflush.replay.compare.Prediction.Fate;
import dev.wqflush.replay.compare.Side.Algorithm;
import dev.wqflush.replay.compare.Side.Source;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.model.ModelSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Holds two sides against each other. A difference is shown if drawing whole flushes anew leaves it on one side of
 * nothing in 99 of 100 cases; of reports, which have no single flushes, only counts are tested, as if each flush's
 * varied as much as its mean.
 */
public final class Comparer {
    /** Walks that take less than this share of the time were not only luckier. */
    private static final double SHORTER_WALKS = 0.6;

    /** A change of less than this share is none that anybody asked for. */
    private static final double LEAST = 0.01;

    /** A prediction this close held, however sure the data are. */
    private static final double CLOSE = 0.05;

    private final Side before;
    private final Side after;
    private final List<WorkqueuePair> pairs;
    private final Intervals intervals;

    /** The algorithm that BEFORE is to foretell. */
    private final String foretold;

    private Comparer(Side before, Side after, List<WorkqueuePair> pairs) {
        this.before = before;
        this.after = after;
        this.pairs = pairs;
        boolean changed = !before.algorithm().model().equals(after.algorithm().model());
        foretold = changed ? after.algorithm().model() : ModelSet.ACTIVE_LIST;
        intervals = new Intervals(
                pairs, before.algorithm().model(), after.algorithm().model(), foretold);
    }

    /** Compares. */
    public static Comparison of(Side before, Side after) {
        List<WorkqueuePair> pairs = WorkqueuePair.matching(before, after);
        return new Comparer(before, after.with(algorithm(before, after, pairs)), pairs).compare();
    }

    /**
     * How AFTER walks. The release does not tell of a backport; walk times do where nothing else is different and they
     * are far shorter on workqueues of many pwqs.
     */
    private static Algorithm algorithm(Side before, Side after, List<WorkqueuePair> pairs) {
        Algorithm stated = after.algorithm();
        boolean sameMachine = before.kernel().equals(after.kernel()) && before.possible() == after.possible();
        if (stated.source() == Source.TOLD || before.algorithm().model().equals(ModelSet.ACTIVE_LIST) || !sameMachine) {
            return stated;
        }
        double ratio = WalkTimes.surelyBelow(pairs);
        return ratio < SHORTER_WALKS ? new Algorithm(ModelSet.ACTIVE_LIST, Source.WALK_TIMES) : stated;
    }

    private Comparison compare() {
        List<WorkqueueChange> workqueues = new ArrayList<>();
        for (WorkqueuePair pair : pairs) {
            List<Change> changes = new ArrayList<>();
            for (Measure measure : Measure.values()) {
                changes.add(change(
                        measure,
                        pair.before().of(measure, before.algorithm().model()),
                        pair.after().of(measure, after.algorithm().model()),
                        intervals.of(pair, measure),
                        pair.isInMicros()));
            }
            workqueues.add(new WorkqueueChange(pair.before(), pair.after(), changes, outcome(changes)));
        }
        List<Change> all = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            all.add(change(
                    measure,
                    sum(measure, true),
                    sum(measure, false),
                    intervals.ofAll(measure),
                    pairs.stream().anyMatch(WorkqueuePair::isInMicros)));
        }
        return new Comparison(
                before,
                after,
                all,
                workqueues,
                unmatched(before, pairs.stream().map(WorkqueuePair::before).toList()),
                unmatched(after, pairs.stream().map(WorkqueuePair::after).toList()),
                prediction(),
                outcome(all, workqueues));
    }

    private static List<String> unmatched(Side side, Collection<WorkqueueSide> matched) {
        Set<WorkqueueSide> known = new HashSet<>(matched);
        return side.workqueues().stream()
                .filter(workqueue -> !known.contains(workqueue))
                .map(WorkqueueSide::name)
                .toList();
    }

    /** Over all pairs: rates add up, the others are weighted by flushes. */
    private Extent sum(Measure measure, boolean ofBefore) {
        Extent sum = Extent.exactly(0);
        for (WorkqueuePair pair : pairs) {
            Extent part = ofBefore
                    ? pair.before().of(measure, before.algorithm().model())
                    : pair.after().of(measure, after.algorithm().model());
            sum = sum.plus(part.times(pair.weight(measure)));
        }
        return pairs.isEmpty() ? Extent.UNKNOWN : sum;
    }

    private static Change change(Measure measure, Extent before, Extent after, Interval interval, boolean inMicros) {
        double clock = measure.isTime() && inMicros ? 1_000 : 0; // microseconds may be one off
        double least = Math.max(clock, LEAST * before.low());
        Extent difference = interval.difference();
        Direction direction = Direction.NONE;
        if (difference.high() < -least) {
            direction = Direction.LESS;
        } else if (difference.low() > least) {
            direction = Direction.MORE;
        }
        return new Change(measure, before, after, difference, interval.ratio(), direction);
    }

    private Outcome outcome(List<Change> changes) {
        boolean better = false;
        boolean worse = false;
        for (Change change : changes) {
            if (Comparison.decides(change.measure(), before, after)) {
                better |= change.direction() == Direction.LESS;
                worse |= change.direction() == Direction.MORE;
            }
        }
        return outcome(better, worse);
    }

    private Outcome outcome(List<Change> all, List<WorkqueueChange> workqueues) {
        Set<Outcome> outcomes = EnumSet.of(outcome(all));
        workqueues.forEach(workqueue -> outcomes.add(workqueue.outcome()));
        boolean mixed = outcomes.contains(Outcome.MIXED);
        return outcome(mixed || outcomes.contains(Outcome.BETTER), mixed || outcomes.contains(Outcome.WORSE));
    }

    private static Outcome outcome(boolean better, boolean worse) {
        if (better && worse) {
            return Outcome.MIXED;
        }
        return better ? Outcome.BETTER : worse ? Outcome.WORSE : Outcome.NO_DIFFERENCE;
    }

    private Prediction prediction() {
        boolean changed = !before.algorithm().model().equals(after.algorithm().model());
        Extent predicted = Extent.exactly(0);
        Extent actual = Extent.exactly(0);
        Band saving = null;
        for (WorkqueuePair pair : pairs) {
            double weight = pair.weight(Measure.POOL_LOCKS);
            predicted = predicted.plus(
                    pair.before().of(Measure.POOL_LOCKS, foretold).times(weight));
            actual = actual.plus(pair.after().of(Measure.POOL_LOCKS, foretold).times(weight));
            Band part = weighted(pair.before(), weight);
            saving = saving == null ? part : saving.plus(part);
        }
        boolean timed = foretold.equals(ModelSet.ACTIVE_LIST);
        Extent slower = intervals.ofAll(Measure.MEAN).difference();
        return new Prediction(
                foretold,
                !changed,
                predicted,
                actual,
                fate(predicted, actual, intervals.ofPrediction().difference()),
                timed ? saving : null,
                -slower.high(),
                -slower.low(),
                changed && timed && saving != null ? fate(saving, slower) : Fate.UNTESTABLE);
    }

    private static Band weighted(WorkqueueSide side, double weight) {
        double each = weight / Math.max(1, side.flushes());
        return new Band(
                Math.round(side.saved().lowNanos() * each),
                Math.round(side.saved().baseNanos() * each),
                Math.round(side.saved().highNanos() * each),
                side.saved().kind());
    }

    private static Fate fate(Extent predicted, Extent actual, Extent difference) {
        if (!predicted.isBounded() || !actual.isBounded()) {
            return Fate.UNTESTABLE;
        }
        boolean close =
                actual.low() <= predicted.high() * (1 + CLOSE) && actual.high() >= predicted.low() * (1 - CLOSE);
        boolean byChance = difference.low() <= 0 && difference.high() >= 0;
        return close || byChance ? Fate.HELD : Fate.MISSED;
    }

    private static Fate fate(Band saving, Extent slower) {
        double low = -slower.high();
        double high = -slower.low();
        if (Double.isNaN(low) || Double.isNaN(high)) {
            return Fate.UNTESTABLE;
        }
        boolean meet = saving.highNanos() >= low && saving.lowNanos() <= high;
        boolean nothing = low <= 0 && high >= 0;
        return meet ? (nothing ? Fate.UNTESTABLE : Fate.HELD) : Fate.MISSED;
    }
}
