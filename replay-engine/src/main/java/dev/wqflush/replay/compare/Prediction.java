package dev.wqflush.replay.compare;

import dev.wqflush.replay.cost.Band;
import org.jspecify.annotations.Nullable;

/**
 * What BEFORE foretells of another algorithm, graded against AFTER where that runs it.
 *
 * @param model the algorithm
 * @param supposed whether AFTER runs it only for the sake of argument: nothing shows that it does
 * @param predictedPoolLocks its pool lock cycles per walk, on BEFORE's events
 * @param actualPoolLocks the same on AFTER's
 * @param poolLocks how the first fared
 * @param predictedSaving of one flush, null if the tool does not foretell a time under this algorithm
 * @param savingLow what mean flush time fell by, lower end of the interval; NaN if not tested
 * @param savingHigh its upper end
 * @param saving how the saving fared; untestable if AFTER is only supposed to run the algorithm
 */
public record Prediction(
        String model,
        boolean supposed,
        Extent predictedPoolLocks,
        Extent actualPoolLocks,
        Fate poolLocks,
        @Nullable Band predictedSaving,
        double savingLow,
        double savingHigh,
        Fate saving) {
    /** What became of a prediction. */
    public enum Fate {
        /** AFTER is within 5 % of it, or does not differ from it by more than chance. */
        HELD,
        MISSED,
        /** AFTER would look the same with it and without it. */
        UNTESTABLE
    }
}
