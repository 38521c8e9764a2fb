package dev.wqflush.replay.life;

import dev.wqflush.replay.life.LossLog.Gap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * When the events of a capture are not to be trusted, for others are missing.
 *
 * <p>What is marked is where its mark says. Losses that betray themselves are as few as explain all contradictions; two
 * or more of them are a sample of others that nothing betrays, which are to be expected all the way between them, and
 * as far around them as they lie apart.
 */
final class Doubt {
    private final Moments moments;
    private final List<Gap> contradictions;
    private final int losses;

    Doubt(LossLog log) {
        contradictions = log.betrayed();
        contradictions.sort(Comparator.comparingLong(Gap::to));
        List<Gap> fewest = fewest(contradictions);
        losses = fewest.size();
        if (losses == 0) {
            moments = log.dark();
        } else {
            long from = fewest.get(0).from();
            long to = fewest.get(losses - 1).to();
            long apart = losses == 1 ? 0 : (to - from) / (losses - 1);
            moments = log.dark().and(from - apart, to + apart);
        }
    }

    /** The fewest losses that explain all contradictions, each where all that it explains overlap. */
    private static List<Gap> fewest(List<Gap> byEnd) {
        List<Gap> fewest = new ArrayList<>();
        for (Gap gap : byEnd) {
            int last = fewest.size() - 1;
            if (last < 0 || fewest.get(last).to() < gap.from()) {
                fewest.add(gap);
            } else if (gap.from() > fewest.get(last).from()) {
                fewest.set(last, new Gap(gap.cpu(), gap.from(), fewest.get(last).to(), gap.nanos(), gap.position()));
            }
        }
        return fewest;
    }

    /**
     * The doubt about one workqueue: it lasts until a flush that began after a loss has returned.
     *
     * @param fromStart whether the workqueue was in use before the capture began
     */
    Moments about(FlushProofs proofs, boolean fromStart) {
        return (fromStart ? moments.and(0, 0) : moments).until(proofs::releasedBy);
    }

    /** Contradictions that no mark explains, in order of the events that show them. */
    List<Gap> contradictions() {
        return contradictions;
    }

    /** The fewest losses that explain them. */
    int losses() {
        return losses;
    }
}
