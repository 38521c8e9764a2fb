package dev.wqflush.replay.life;

import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The items and walks of a capture, done again with the pwqs of another machine. What was queued when, how long it ran
 * and who walked when stays as traced.
 */
public final class WorkAgain {
    private final ReplayResult traced;
    private final List<WorkqueueReplay> replays;
    private final List<ReconstructedWalk> walks;

    WorkAgain(ReplayResult traced, List<WorkqueueReplay> replays, List<ReconstructedWalk> walks) {
        this.traced = traced;
        this.replays = replays;
        this.walks = walks;
    }

    /**
     * What a model counts, by number of the walk less 1.
     *
     * @param machine the traced one, of which more may be known than its description says, or another
     */
    public List<WalkCounts> count(ModelSet.Registration model, Topology machine) {
        return byNumber(replay -> on(machine, replay).count(model));
    }

    /** The same without bounds, where uncertain moments are at their likely place; takes a third of the time. */
    public List<WalkCounts> countLikely(ModelSet.Registration model, Topology machine) {
        return byNumber(replay -> on(machine, replay).countLikely(model));
    }

    private List<WalkCounts> byNumber(Function<WorkqueueReplay, List<WalkCounts>> count) {
        Map<ReconstructedWalk, WalkCounts> byWalk = new HashMap<>();
        for (WorkqueueReplay replay : replays) {
            if (!replay.walks().isEmpty()) {
                List<WalkCounts> counts = count.apply(replay);
                for (int i = 0; i < counts.size(); i++) {
                    byWalk.put(replay.walks().get(i), counts.get(i));
                }
            }
        }
        List<WalkCounts> inOrder = new ArrayList<>(walks.size());
        walks.forEach(walk -> inOrder.add(byWalk.getOrDefault(walk, WalkCounts.ZERO)));
        return inOrder;
    }

    /** The workqueues of the result with the pwqs and pools that kernels from 6.6 on give them on a machine. */
    public List<WorkqueueResult> workqueues(Topology machine) {
        List<WorkqueueResult> all = new ArrayList<>();
        for (int i = 0; i < replays.size(); i++) {
            WorkqueueResult of = traced.workqueues().get(i);
            PwqLayout layout = on(machine, replays.get(i)).layout(true, ViewReplay.View.VALUE);
            all.add(new WorkqueueResult(
                    of.name(),
                    of.pointer(),
                    of.kind(),
                    of.kindSource(),
                    of.kindAssumed(),
                    Range.exactly(layout.size()),
                    Range.exactly(layout.pools()),
                    of.items(),
                    of.poolLockWaitNanos()));
        }
        return all;
    }

    private WorkqueueReplay on(Topology machine, WorkqueueReplay replay) {
        return hasTracedPools(machine) ? replay : replay.on(machine);
    }

    /** Then pools that the capture shows are the machine's. */
    private boolean hasTracedPools(Topology machine) {
        Topology known = traced.topology();
        return machine.possible().equals(known.possible())
                && machine.nodes().equals(known.nodes())
                && machine.caches().equals(known.caches())
                && Objects.equals(machine.affinityScope(), known.affinityScope())
                && machine.isSharded() == known.isSharded();
    }
}
