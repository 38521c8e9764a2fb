package dev.wqflush.replay.explain;

import dev.wqflush.replay.result.FlushResult;
import java.util.List;

/**
 * What the numbers of a flush rest on.
 *
 * @param facts how it went through the protocol, in order of time, and what each part of its length is
 */
public record FlushExplanation(FlushResult flush, List<Fact> facts) {
    /** Freezes the list. */
    public FlushExplanation {
        facts = List.copyOf(facts);
    }
}
