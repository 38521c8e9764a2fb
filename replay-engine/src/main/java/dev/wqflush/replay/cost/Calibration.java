package dev.wqflush.replay.cost;

import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;

/**
 * Costs fitted to the measured walks of a capture. Each part of a walk (see {@link WalkSample}) takes so many times
 * what it takes at published prices; the factors minimise the sum of absolute errors, so that stalls do not pull. What
 * the capture cannot tell apart, for instance a constant number of visits from the fixed part, keeps the published
 * proportions.
 *
 * @param costs the prices, {@link TimeKind#CALIBRATED}; their bounds are those of the fit, by resampling of whole
 *     flushes. A single walk differs by more: see {@link #foretold}
 * @param fits what they rest on, by kind of workqueue
 */
public record Calibration(CostParameters costs, List<Fit> fits) {
    /**
     * The fit of one kind of workqueues.
     *
     * @param walks how many walks were measured
     * @param factors over published prices of the fixed part, of what meets warm lines, cold ones, and of used pwqs
     * @param low the same, lower ends by resampling of whole flushes
     * @param high upper ends
     * @param shortest measured over fitted time of the walk that 3 % are below
     * @param longest that of the walk that 3 % are above
     */
    public record Fit(
            WorkqueueKind kind,
            int walks,
            List<Double> factors,
            List<Double> low,
            List<Double> high,
            double shortest,
            double longest) {
        /** Freezes the lists. */
        public Fit {
            factors = List.copyOf(factors);
            low = List.copyOf(low);
            high = List.copyOf(high);
        }
    }

    /** Fewer walks carry no fit. */
    public static final int LEAST_WALKS = 20;

    private static final int RESAMPLINGS = 100;
    private static final long SEED = 20_261_201;
    private static final double TAIL = 0.03;

    /**
     * Fits to a capture.
     *
     * @throws IllegalArgumentException with a sentence if its walks cannot carry a fit
     */
    public static Calibration of(ReplayResult result) {
        return of(result, flush -> true);
    }

    /**
     * Fits to the walks of some flushes, by their numbers, so that the others can be held against it.
     *
     * @throws IllegalArgumentException with a sentence if the walks cannot carry a fit
     */
    public static Calibration of(ReplayResult result, IntPredicate flushes) {
        CostParameters published = DefaultCosts.published();
        List<WalkSample> samples = WalkSample.of(result, published).stream()
                .filter(sample -> flushes.test(sample.flush()))
                .toList();
        if (samples.size() < LEAST_WALKS) {
            throw new IllegalArgumentException(samples.size() + " measured walks or idle flushes, and a fit takes at"
                    + " least " + LEAST_WALKS + "; record return probes on flush_workqueue_prep_pwqs, and longer");
        }
        Map<WorkqueueKind, List<WalkSample>> byKind = new EnumMap<>(WorkqueueKind.class);
        for (WalkSample sample : samples) {
            byKind.computeIfAbsent(group(sample.kind()), kind -> new ArrayList<>())
                    .add(sample);
        }
        List<Fit> fits = new ArrayList<>();
        byKind.forEach((kind, ofKind) -> {
            if (ofKind.size() >= LEAST_WALKS) {
                fits.add(fit(kind, ofKind));
            }
        });
        if (fits.isEmpty()) {
            fits.add(fit(WorkqueueKind.UNKNOWN, samples));
        }
        return new Calibration(
                new CostParameters(
                        "walks measured in the capture",
                        TimeKind.CALIBRATED,
                        scaled(published, WorkqueueKind.PER_CPU, fitOf(WorkqueueKind.PER_CPU, fits)),
                        scaled(published, WorkqueueKind.UNBOUND, fitOf(WorkqueueKind.UNBOUND, fits))),
                fits);
    }

    /**
     * How long one walk would take: all but a few of a hundred like it lie within, stalls as often as the capture had
     * them included.
     */
    public Band foretold(WalkCounts walk, boolean warm, WorkqueueResult workqueue) {
        Band acts = CostModel.time(walk, warm, workqueue, costs);
        Fit fit = fitOf(group(workqueue.kind()), fits);
        return new Band(
                Math.round(acts.lowNanos() * fit.shortest()),
                acts.baseNanos(),
                Math.round(acts.highNanos() * fit.longest()),
                acts.kind());
    }

    /** The fit of a kind; where its walks were not measured, that of the kind that most walks were of. */
    private static Fit fitOf(WorkqueueKind kind, List<Fit> fits) {
        return fits.stream()
                .filter(fit -> fit.kind() == kind)
                .findFirst()
                .orElseGet(() ->
                        fits.stream().max(Comparator.comparingInt(Fit::walks)).orElseThrow());
    }

    private static WorkqueueKind group(WorkqueueKind kind) {
        return kind == WorkqueueKind.UNBOUND || kind == WorkqueueKind.ORDERED
                ? WorkqueueKind.UNBOUND
                : WorkqueueKind.PER_CPU;
    }

    private static Fit fit(WorkqueueKind kind, List<WalkSample> samples) {
        double[] factors = PartFactors.fit(samples);
        double[] ratios = samples.stream()
                .mapToDouble(sample -> sample.nanos() / Math.max(1, PartFactors.time(sample, factors)))
                .sorted()
                .toArray();
        double[][] resampled = resampled(samples);
        return new Fit(
                kind,
                samples.size(),
                boxed(factors),
                boxed(resampled[0]),
                boxed(resampled[1]),
                Math.min(1, quantile(ratios, TAIL)),
                Math.max(1, quantile(ratios, 1 - TAIL)));
    }

    /** Bounds of the factors when whole flushes are drawn anew: walks of one flush are not independent. */
    private static double[][] resampled(List<WalkSample> samples) {
        Map<Integer, List<WalkSample>> byFlush = new HashMap<>();
        samples.forEach(sample -> byFlush.computeIfAbsent(sample.flush(), flush -> new ArrayList<>())
                .add(sample));
        List<List<WalkSample>> flushes = byFlush.keySet().stream()
                .sorted()
                .map(flush -> byFlush.getOrDefault(flush, List.of()))
                .toList();
        SplittableRandom random = new SplittableRandom(SEED);
        double[][] drawn = new double[WalkSample.PARTS][RESAMPLINGS];
        for (int round = 0; round < RESAMPLINGS; round++) {
            List<WalkSample> again = new ArrayList<>(samples.size());
            for (int i = 0; i < flushes.size(); i++) {
                again.addAll(flushes.get(random.nextInt(flushes.size())));
            }
            double[] factors = PartFactors.fit(again);
            for (int part = 0; part < WalkSample.PARTS; part++) {
                drawn[part][round] = factors[part];
            }
        }
        double[][] bounds = new double[2][WalkSample.PARTS];
        for (int part = 0; part < WalkSample.PARTS; part++) {
            Arrays.sort(drawn[part]);
            bounds[0][part] = quantile(drawn[part], TAIL);
            bounds[1][part] = quantile(drawn[part], 1 - TAIL);
        }
        return bounds;
    }

    private static double quantile(double[] sorted, double share) {
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    private static Map<Act, Cost> scaled(CostParameters published, WorkqueueKind kind, Fit fit) {
        Map<Act, Cost> costs = new EnumMap<>(Act.class);
        for (Act act : Act.values()) {
            Cost price = published.of(act, kind);
            costs.put(act, act.isOfWalk() ? scaled(price.base(), fit, WalkSample.partOf(act)) : price);
        }
        return costs;
    }

    private static Cost scaled(double published, Fit fit, int part) {
        double base = published * fit.factors().get(part);
        return new Cost(
                Math.min(base, published * fit.low().get(part)),
                base,
                Math.max(base, published * fit.high().get(part)));
    }
}
