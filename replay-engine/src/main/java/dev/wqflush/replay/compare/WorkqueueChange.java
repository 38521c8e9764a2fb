package dev.wqflush.replay.compare;

import dev.wqflush.replay.compare.Comparison.Outcome;
import java.util.List;

/**
 * One workqueue on both sides.
 *
 * @param changes one for each measure, in their order
 */
public record WorkqueueChange(WorkqueueSide before, WorkqueueSide after, List<Change> changes, Outcome outcome) {
    /** Freezes the list. */
    public WorkqueueChange {
        changes = List.copyOf(changes);
    }

    /** The change of a measure. */
    public Change of(Measure measure) {
        return changes.stream()
                .filter(change -> change.measure() == measure)
                .findFirst()
                .orElseThrow();
    }
}
