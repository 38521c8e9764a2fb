package dev.wqflush.replay.verdict;

import dev.wqflush.replay.result.Grade;
import java.util.List;

/**
 * The sentence for the ticket and what it rests on.
 *
 * @param line one sentence or two: class in words, workqueue, deciding numbers, grade; without the class word itself
 * @param nextStep what to do or record next
 */
public record Verdict(VerdictClass verdictClass, String line, Grade grade, List<Evidence> evidence, String nextStep) {
    /** Freezes the list. */
    public Verdict {
        evidence = List.copyOf(evidence);
    }
}
