package dev.wqflush.replay.cost;

import java.util.Arrays;
import java.util.List;

/**
 * How many times its published time each part of a walk takes: least absolute errors, found by weighted least squares
 * whose weights are renewed. A weak pull towards one common factor decides what the walks leave open, and keeps what
 * they never had at that factor.
 */
final class PartFactors {
    private static final int ROUNDS = 30;
    private static final int SWEEPS = 10;

    /** Weight of the pull, as a share of what the walks themselves weigh. */
    private static final double PULL = 0.02;

    /** No factor is further from the common one: what seems to cost nothing was too small to be seen. */
    private static final double MOST_APART = 8;

    private PartFactors() {}

    /** Time of a walk by the factors. */
    static double time(WalkSample sample, double[] factors) {
        double time = 0;
        for (int part = 0; part < WalkSample.PARTS; part++) {
            time += factors[part] * sample.part(part);
        }
        return time;
    }

    /** The factors of {@link WalkSample#part}, in its order; {@code samples} has at least one. */
    static double[] fit(List<WalkSample> samples) {
        double common = commonFactor(samples);
        double[] factors = new double[WalkSample.PARTS];
        Arrays.fill(factors, common);
        for (int round = 0; round < ROUNDS; round++) {
            improve(new Sums(samples, factors), common, factors);
        }
        return factors;
    }

    /** Weighted products of the parts with each other and with the times: all that least squares asks of the walks. */
    private static final class Sums {
        final double[][] parts = new double[WalkSample.PARTS][WalkSample.PARTS];
        final double[] times = new double[WalkSample.PARTS];
        double whole;

        /** Weights that make squares of errors absolute values. */
        Sums(List<WalkSample> samples, double[] factors) {
            for (WalkSample sample : samples) {
                double error = Math.abs(sample.nanos() - time(sample, factors));
                double weight = 1 / Math.max(error, 0.01 * sample.nanos() + 1);
                for (int i = 0; i < WalkSample.PARTS; i++) {
                    for (int k = 0; k < WalkSample.PARTS; k++) {
                        parts[i][k] += weight * sample.part(i) * sample.part(k);
                    }
                    times[i] += weight * sample.part(i) * sample.nanos();
                }
                whole += weight * sample.published() * sample.published();
            }
        }
    }

    private static double commonFactor(List<WalkSample> samples) {
        double[] ratios = samples.stream()
                .mapToDouble(sample -> sample.nanos() / sample.published())
                .sorted()
                .toArray();
        return ratios[ratios.length / 2];
    }

    /** One factor after the other, the rest held fast. */
    private static void improve(Sums sums, double common, double[] factors) {
        double pull = PULL * sums.whole;
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int part = 0; part < factors.length; part++) {
                double rest = sums.times[part];
                for (int other = 0; other < factors.length; other++) {
                    rest -= other == part ? 0 : factors[other] * sums.parts[part][other];
                }
                double fitted = (rest + pull * common) / (sums.parts[part][part] + pull);
                factors[part] = Math.max(common / MOST_APART, Math.min(common * MOST_APART, fitted));
            }
        }
    }
}
