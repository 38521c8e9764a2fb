package dev.wqflush.replay.explain;

import dev.wqflush.replay.result.WalkResult;
import java.util.List;

/**
 * What the numbers of a walk rest on.
 *
 * @param facts which flush it belongs to, why it is believed to have happened and when, what it stamped and armed
 * @param pwqs where the number of pwqs comes from, then what each model counts, in the order of the result's models
 * @param lists how many lists the active list has, with uncertain pools at their low end, likely and at their high end
 * @param list what the active list visits, in the order of the walk; where the histories differ, in that of the
 *     likeliest one that visits the pwq
 */
public record WalkExplanation(
        WalkResult walk, List<Fact> facts, List<Fact> pwqs, List<Integer> lists, List<ListVisit> list) {
    /** Freezes the lists. */
    public WalkExplanation {
        facts = List.copyOf(facts);
        pwqs = List.copyOf(pwqs);
        lists = List.copyOf(lists);
        list = List.copyOf(list);
    }
}
