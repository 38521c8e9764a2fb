package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.Range;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the flushes of one workqueue (or of all) cost.
 *
 * @param workqueue index in the result's workqueues, -1 for the sum of all
 * @param walks how many of each kind, kinds without walks left out
 * @param models one entry per model, in the result's order
 * @param savedVisits visits of the traced kernel's model less those of the active list
 * @param savedPoolLocks pool lock cycles of the traced kernel's model less those of the active list
 * @param savedTime what the active list saves on the critical path of the flushers, summed over flushes
 * @param measuredWalkNanos sum over measured walks, -1 if none was measured
 * @param measuredWalks how many walks were measured
 * @param wallNanos time during which at least one flush was open
 */
public record WorkqueueSummary(
        int workqueue,
        long flushes,
        long openFlushes,
        Map<WalkKind, Long> walks,
        List<ModelTotals> models,
        Range savedVisits,
        Range savedPoolLocks,
        Band savedTime,
        long measuredWalkNanos,
        long measuredWalks,
        Percentiles flushNanos,
        FlushSplit split,
        long wallNanos,
        VerdictClass verdictClass,
        Grade grade) {
    /** Freezes the collections; walks keep the order of their kinds, so that reports are the same every run. */
    public WorkqueueSummary {
        EnumMap<WalkKind, Long> byKind = new EnumMap<>(WalkKind.class);
        byKind.putAll(walks);
        walks = Collections.unmodifiableMap(byKind);
        models = List.copyOf(models);
    }

    /**
     * The walks under one model.
     *
     * @throws java.util.NoSuchElementException if it was not replayed
     */
    public ModelTotals model(String id) {
        return models.stream()
                .filter(totals -> totals.model().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** How many walks of all kinds. */
    public long walkCount() {
        return walks.values().stream().mapToLong(Long::longValue).sum();
    }
}
