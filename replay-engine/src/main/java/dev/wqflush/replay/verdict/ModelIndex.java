package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.CostModel;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;

/**
 * Where the models that a verdict compares stand in a result's list.
 *
 * @param traced index of the traced kernel's model, -1 if it was not replayed: then nothing is said to be walk-bound
 * @param activeList index of the active list, -1 if it was not replayed
 * @param coalesced index of the legacy model with coalesced locks, -1 if it was not replayed
 */
record ModelIndex(int traced, int activeList, int coalesced) {
    static final String ACTIVE_LIST = "active-list";
    static final String COALESCED = "legacy-v2";

    static ModelIndex of(ReplayResult result) {
        return new ModelIndex(
                result.models().indexOf(result.tracedModel()),
                result.models().indexOf(ACTIVE_LIST),
                result.models().indexOf(COALESCED));
    }

    /** Whether there is an active list to hold against the traced kernel's own walk. */
    boolean comparable() {
        return traced >= 0 && activeList >= 0 && traced != activeList;
    }

    /** What the active list takes off a walk, nothing where the two cannot be held against each other. */
    Band saved(WalkResult walk, WorkqueueResult workqueue, CostParameters costs) {
        return comparable()
                ? CostModel.saved(
                        walk.counts().get(traced), walk.counts().get(activeList), walk.warm(), workqueue, costs)
                : Band.zero(costs.kind());
    }
}
