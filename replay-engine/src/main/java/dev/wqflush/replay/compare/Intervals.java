package dev.wqflush.replay.compare;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;

/**
 * How far the differences between two sides can be chance. Where the flushes are there, both sides' are drawn anew many
 * times with a fixed seed and the outermost differences dropped: one of a hundred for the sums over workqueues, and as
 * much less for each workqueue as there are workqueues. Otherwise counts are given the spread of a Poisson process.
 */
final class Intervals {
    private static final double TAILS = 0.01;
    private static final long SEED = 20_261_201;
    private static final int MOST_ROUNDS = 1_000;
    private static final int FEWEST_ROUNDS = 200;
    private static final double DRAWS = 4e6;

    /** Standard deviations that hold 99 of 100. */
    private static final double NORMAL = 2.576;

    private final String modelBefore;
    private final String modelAfter;
    private final Map<WorkqueuePair, Map<Measure, Interval>> byPair = new HashMap<>();
    private final Map<Measure, Interval> ofAll = new EnumMap<>(Measure.class);
    private final long fewest;
    private Interval ofPrediction = Interval.UNKNOWN;

    /**
     * Where a change lies in all but a few cases.
     *
     * @param difference after less before
     * @param ratio after over before
     */
    record Interval(Extent difference, Extent ratio) {
        static final Interval UNKNOWN = new Interval(Extent.UNKNOWN, Extent.UNKNOWN);
    }

    Intervals(List<WorkqueuePair> pairs, String modelBefore, String modelAfter, String foretold) {
        this.modelBefore = modelBefore;
        this.modelAfter = modelAfter;
        fewest = pairs.stream().mapToLong(WorkqueuePair::fewest).min().orElse(0);
        if (pairs.stream().allMatch(WorkqueuePair::isDrawable)) {
            draw(pairs, foretold);
        } else {
            estimate(pairs);
        }
    }

    /** Of a pair's change; unknown if nothing tells. */
    Interval of(WorkqueuePair pair, Measure measure) {
        return pair.fewest() < measure.fewestFlushes()
                ? Interval.UNKNOWN
                : byPair.getOrDefault(pair, Map.of()).getOrDefault(measure, Interval.UNKNOWN);
    }

    /** Of the change of the sums. */
    Interval ofAll(Measure measure) {
        return fewest < measure.fewestFlushes() ? Interval.UNKNOWN : ofAll.getOrDefault(measure, Interval.UNKNOWN);
    }

    /** Of pool lock cycles under the model that BEFORE foretells: AFTER's against that. */
    Interval ofPrediction() {
        return ofPrediction;
    }

    private void draw(List<WorkqueuePair> pairs, String foretold) {
        long flushes = pairs.stream().mapToLong(WorkqueuePair::flushes).sum();
        int rounds = (int) Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, DRAWS / Math.max(1, flushes)));
        Map<Measure, Drawings> sums = new EnumMap<>(Measure.class);
        Drawings predictions = new Drawings(rounds);
        SplittableRandom random = new SplittableRandom(SEED);
        for (WorkqueuePair pair : pairs) {
            FlushSamples before = Objects.requireNonNull(pair.before().samples());
            FlushSamples after = Objects.requireNonNull(pair.after().samples());
            Map<Measure, Drawings> own = new EnumMap<>(Measure.class);
            for (int round = 0; round < rounds; round++) {
                int[] drawnBefore = before.draw(random);
                int[] drawnAfter = after.draw(random);
                for (Measure measure : Measure.values()) {
                    Extent first = measure.of(before, drawnBefore, modelBefore);
                    Extent second = measure.of(after, drawnAfter, modelAfter);
                    double weight = pair.weight(measure);
                    own.computeIfAbsent(measure, m -> new Drawings(rounds)).add(round, first, second);
                    sums.computeIfAbsent(measure, m -> new Drawings(rounds))
                            .add(round, first.times(weight), second.times(weight));
                }
                double weight = pair.weight(Measure.POOL_LOCKS);
                predictions.add(
                        round,
                        Measure.POOL_LOCKS.of(before, drawnBefore, foretold).times(weight),
                        Measure.POOL_LOCKS.of(after, drawnAfter, foretold).times(weight));
            }
            Map<Measure, Interval> ends = new EnumMap<>(Measure.class);
            own.forEach((measure, drawings) -> ends.put(measure, drawings.within(TAILS / pairs.size())));
            byPair.put(pair, ends);
        }
        sums.forEach((measure, drawings) -> ofAll.put(measure, drawings.within(TAILS)));
        ofPrediction = predictions.within(TAILS);
    }

    private void estimate(List<WorkqueuePair> pairs) {
        for (Measure measure : List.of(Measure.RATE, Measure.WALKS, Measure.POOL_LOCKS)) {
            Extent sum = Extent.exactly(0);
            Extent sumBefore = Extent.exactly(0);
            double variance = 0;
            for (WorkqueuePair pair : pairs) {
                Extent before = pair.before().of(measure, modelBefore);
                Extent after = pair.after().of(measure, modelAfter);
                double spread = NORMAL
                        * Math.max(before.high(), after.high())
                        * Math.sqrt(1.0 / pair.before().flushes()
                                + 1.0 / pair.after().flushes());
                byPair.computeIfAbsent(pair, p -> new EnumMap<>(Measure.class))
                        .put(measure, interval(after.minus(before), before, spread));
                double weight = pair.weight(measure);
                sum = sum.plus(after.minus(before).times(weight));
                sumBefore = sumBefore.plus(before.times(weight));
                variance += weight * weight * spread * spread;
            }
            ofAll.put(measure, interval(sum, sumBefore, Math.sqrt(variance)));
        }
    }

    private static Interval interval(Extent difference, Extent before, double spread) {
        Extent widened = new Extent(difference.low() - spread, difference.high() + spread);
        return new Interval(widened, new Extent(1 + widened.low() / before.low(), 1 + widened.high() / before.low()));
    }

    /** The values of both sides in every round. */
    private static final class Drawings {
        private final Extent[] before;
        private final Extent[] after;

        Drawings(int rounds) {
            before = new Extent[rounds];
            after = new Extent[rounds];
            Arrays.fill(before, Extent.exactly(0));
            Arrays.fill(after, Extent.exactly(0));
        }

        void add(int round, Extent first, Extent second) {
            before[round] = before[round].plus(first);
            after[round] = after[round].plus(second);
        }

        /** Without the outermost rounds, this share of them. */
        Interval within(double tails) {
            return new Interval(ends(tails, Extent::minus), ends(tails, Extent::over));
        }

        private Extent ends(double tails, BinaryOperator<Extent> change) {
            double[] lows = new double[before.length];
            double[] highs = new double[before.length];
            for (int round = 0; round < before.length; round++) {
                Extent changed = change.apply(after[round], before[round]);
                lows[round] = changed.low();
                highs[round] = changed.high();
            }
            Arrays.sort(lows);
            Arrays.sort(highs);
            int dropped = (int) Math.floor(tails / 2 * lows.length);
            return new Extent(lows[dropped], highs[highs.length - 1 - dropped]);
        }
    }
}
