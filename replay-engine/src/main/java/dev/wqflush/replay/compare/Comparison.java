package dev.wqflush.replay.compare;

import java.util.List;

/**
 * Two sides held against each other.
 *
 * @param after with the algorithm that it was compared with
 * @param changes over the workqueues of both, each weighted by its flushes on both sides, so that another mix of
 *     workqueues is no difference; one for each measure, in their order
 * @param workqueues those of both sides, most flushes first
 * @param onlyBefore names of workqueues that AFTER does not flush
 * @param onlyAfter names of workqueues that BEFORE does not flush
 * @param prediction of the algorithm that AFTER runs, or, where both run the same, of the active list
 */
public record Comparison(
        Side before,
        Side after,
        List<Change> changes,
        List<WorkqueueChange> workqueues,
        List<String> onlyBefore,
        List<String> onlyAfter,
        Prediction prediction,
        Outcome outcome) {
    /** What it comes to. */
    public enum Outcome {
        BETTER("better"),
        WORSE("worse"),
        MIXED("mixed"),
        /** None that the data can show. */
        NO_DIFFERENCE("no-difference");

        private final String word;

        Outcome(String word) {
            this.word = word;
        }

        /** Its word in outputs. */
        public String word() {
            return word;
        }
    }

    /** Freezes the lists. */
    public Comparison {
        changes = List.copyOf(changes);
        workqueues = List.copyOf(workqueues);
        onlyBefore = List.copyOf(onlyBefore);
        onlyAfter = List.copyOf(onlyAfter);
    }

    /** Whether a workqueue has the same address on both sides: then one kernel was recorded, booted once. */
    public boolean isOneBoot() {
        return workqueues.stream()
                .anyMatch(workqueue -> workqueue.before().pointers().stream()
                        .anyMatch(workqueue.after().pointers()::contains));
    }

    /** Whether times decide nothing, for a guest was emulated. */
    public boolean countsOnly() {
        return before.emulated() || after.emulated();
    }

    /** Whether a measure can make AFTER better or worse. */
    public boolean decides(Measure measure) {
        return decides(measure, before, after);
    }

    static boolean decides(Measure measure, Side before, Side after) {
        return measure.isDeciding() && !(measure.isTime() && (before.emulated() || after.emulated()));
    }

    /** The change of a measure over all. */
    public Change of(Measure measure) {
        return changes.stream()
                .filter(change -> change.measure() == measure)
                .findFirst()
                .orElseThrow();
    }
}
