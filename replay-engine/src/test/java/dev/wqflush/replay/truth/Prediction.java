package dev.wqflush.replay.truth;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What captures of kernels without the active list predict for it, against what the twin machines that work with it
 * counted. Twins run the same flushes with another schedule, so counts are per flush; every shape of machine weighs the
 * same, however many captures without the list it has.
 *
 * @param counted by the kernels with the list
 * @param keptBeside by the kernels without it, which kept the list beside their own walk
 * @param predicted by the replay of the latter
 * @param runs how far visits kept beside are from visits counted, per shape, in per cent of the latter
 */
record Prediction(PerFlush counted, PerFlush keptBeside, PerFlush predicted, List<Double> runs) {
    /** Loads of one task, where the schedule decides little. */
    static final List<String> SERIAL = List.of("idle", "single", "dense", "trail");

    /** Mean counts of one flush. */
    record PerFlush(double walks, double visits, double poolLocks, double nodeLocks) {
        double locks() {
            return poolLocks + nodeLocks;
        }

        private static PerFlush counted(Score score) {
            double flushes = score.flushes.flushes;
            return new PerFlush(
                    score.walks / flushes,
                    score.trueVisits / flushes,
                    score.trueLocks / flushes,
                    score.trueNodeLocks / flushes);
        }

        private static PerFlush predicted(Score score) {
            double flushes = score.flushes.flushes;
            return new PerFlush(
                    (score.matched + score.extra) / flushes,
                    score.visits / flushes,
                    score.locks / flushes,
                    score.nodeLocks / flushes);
        }

        private static PerFlush mean(Collection<Score> shapes, Function<Score, PerFlush> of) {
            List<PerFlush> all = shapes.stream().map(of).toList();
            return new PerFlush(
                    mean(all, PerFlush::walks),
                    mean(all, PerFlush::visits),
                    mean(all, PerFlush::poolLocks),
                    mean(all, PerFlush::nodeLocks));
        }

        private static double mean(List<PerFlush> all, ToDoubleFunction<PerFlush> count) {
            return all.stream().mapToDouble(count).average().orElse(Double.NaN);
        }
    }

    static Prediction of(List<Measurement> measurements, String scenario, int level) {
        Map<String, Score> with = shapes(measurements, scenario, level, Capture::keepsList);
        Map<String, Score> without = shapes(measurements, scenario, level, capture -> !capture.keepsList());
        without.keySet().retainAll(with.keySet());
        with.keySet().retainAll(without.keySet());
        return new Prediction(
                PerFlush.mean(with.values(), PerFlush::counted),
                PerFlush.mean(without.values(), PerFlush::counted),
                PerFlush.mean(without.values(), PerFlush::predicted),
                without.keySet().stream()
                        .map(shape -> difference(
                                PerFlush.counted(score(without, shape)).visits,
                                PerFlush.counted(score(with, shape)).visits))
                        .toList());
    }

    private static Score score(Map<String, Score> shapes, String shape) {
        return Objects.requireNonNull(shapes.get(shape));
    }

    private static Map<String, Score> shapes(
            List<Measurement> measurements, String scenario, int level, Predicate<Capture> kernels) {
        return Measurement.sums(
                measurements.stream()
                        .filter(each -> each.level() == level
                                && each.capture().isCounted()
                                && each.capture().scenario().equals(scenario)
                                && kernels.test(each.capture())),
                each -> each.capture().shape());
    }

    /** How far the prediction of a count is from what the twins counted, in per cent of the latter. */
    double error(ToDoubleFunction<PerFlush> count) {
        return difference(count.applyAsDouble(predicted), count.applyAsDouble(counted));
    }

    /** How far it is from what the same run counted beside its own walk. */
    double errorOfReplay(ToDoubleFunction<PerFlush> count) {
        return difference(count.applyAsDouble(predicted), count.applyAsDouble(keptBeside));
    }

    private static double difference(double is, double counted) {
        return is == counted ? 0 : 100 * (is - counted) / counted;
    }

    /** One row per scenario, from input levels 1 and 3. */
    static String table(List<Measurement> measurements) {
        String blank = " ".repeat(12);
        StringBuilder table = new StringBuilder()
                .append(blank)
                .append("visits per flush                  machines   error in per cent, from level 1 and level 3\n")
                .append(blank)
                .append(
                        "counted  beside level 1 level 3                  visits    pool locks    node locks         walks\n");
        for (String scenario : scenarios(measurements)) {
            Prediction one = of(measurements, scenario, 1);
            Prediction three = of(measurements, scenario, 3);
            table.append(String.format(
                    Locale.ROOT,
                    "%-11s %7.3f %7.3f %7.3f %7.3f   %+4.0f..%+-4.0f %s %s %s %s%n",
                    scenario,
                    one.counted.visits,
                    one.keptBeside.visits,
                    one.predicted.visits,
                    three.predicted.visits,
                    Collections.min(one.runs),
                    Collections.max(one.runs),
                    errors(one, three, PerFlush::visits),
                    errors(one, three, PerFlush::poolLocks),
                    errors(one, three, PerFlush::nodeLocks),
                    errors(one, three, PerFlush::walks)));
        }
        return table.toString();
    }

    private static String errors(Prediction one, Prediction three, ToDoubleFunction<PerFlush> count) {
        return String.format(Locale.ROOT, "%+6.1f %+6.1f", one.error(count), three.error(count));
    }

    /** The serial ones first. */
    static List<String> scenarios(List<Measurement> measurements) {
        List<String> concurrent = measurements.stream()
                .map(Measurement::capture)
                .filter(Capture::keepsList)
                .map(Capture::scenario)
                .filter(scenario -> !SERIAL.contains(scenario))
                .distinct()
                .toList();
        return Stream.concat(SERIAL.stream(), concurrent.stream()).toList();
    }
}
