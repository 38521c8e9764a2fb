package dev.wqflush.replay.compare;

import dev.wqflush.replay.cost.Band;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one side shows of one workqueue.
 *
 * @param flushes how many
 * @param pointers its addresses, of all workqueues of the name, as far as probes show them
 * @param saved what the active list would save them together
 * @param samples the flushes one by one, null where only a report of them is left
 * @param reported what a report says of them, empty where there are samples
 * @param reportedPoolLocks pool lock cycles per walk, by model, likewise
 */
public record WorkqueueSide(
        String name,
        long flushes,
        Set<Long> pointers,
        Band saved,
        @Nullable FlushSamples samples,
        Map<Measure, Extent> reported,
        Map<String, Extent> reportedPoolLocks) {
    /** Freezes the maps. */
    public WorkqueueSide {
        pointers = Set.copyOf(pointers);
        reported = Map.copyOf(reported);
        reportedPoolLocks = Map.copyOf(reportedPoolLocks);
    }

    /** A value under a model; unknown if the side does not tell it. */
    public Extent of(Measure measure, String model) {
        if (samples != null) {
            return measure.of(samples, samples.all(), model);
        }
        return measure == Measure.POOL_LOCKS
                ? reportedPoolLocks.getOrDefault(model, Extent.UNKNOWN)
                : reported.getOrDefault(measure, Extent.UNKNOWN);
    }
}
