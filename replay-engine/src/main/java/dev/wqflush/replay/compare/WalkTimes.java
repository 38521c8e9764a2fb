package dev.wqflush.replay.compare;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** How much shorter the walks of one side are, whatever else its flushes do. */
final class WalkTimes {
    private static final int FEWEST_FLUSHES = 10;
    private static final int ROUNDS = 500;
    private static final int DROPPED = 2;
    private static final long SEED = 20_261_202;

    private WalkTimes() {}

    /**
     * A ratio, after over before, that the time of a walk is below but for a few in a thousand drawings; 1 if the walks
     * were not measured. The time is the lower quartile over flushes, for stalls only lengthen a walk; workqueues are
     * weighted by their flushes.
     */
    static double surelyBelow(List<WorkqueuePair> pairs) {
        double[] logs = new double[ROUNDS];
        SplittableRandom random = new SplittableRandom(SEED);
        double weights = 0;
        for (WorkqueuePair pair : pairs) {
            FlushSamples before = pair.before().samples();
            FlushSamples after = pair.after().samples();
            if (before == null || after == null || !isMeasured(before) || !isMeasured(after)) {
                continue;
            }
            weights += pair.share();
            for (int round = 0; round < ROUNDS; round++) {
                logs[round] += pair.share()
                        * Math.log(quartile(after, after.draw(random)) / quartile(before, before.draw(random)));
            }
        }
        if (weights == 0) {
            return 1;
        }
        Arrays.sort(logs);
        return Math.exp(logs[ROUNDS - 1 - DROPPED] / weights);
    }

    private static boolean isMeasured(FlushSamples samples) {
        return samples.isWalkTimeKnown() && samples.size() >= FEWEST_FLUSHES;
    }

    /** Of nanoseconds per walk, over flushes that walked; 1 if none did. */
    private static double quartile(FlushSamples samples, int[] drawn) {
        double[] times = Arrays.stream(drawn)
                .filter(flush -> samples.walks(flush) > 0)
                .mapToDouble(flush -> Math.max(1, (double) samples.walkNanos(flush) / samples.walks(flush)))
                .sorted()
                .toArray();
        return times.length == 0 ? 1 : times[times.length / 4];
    }
}
