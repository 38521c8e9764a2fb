package dev.wqflush.replay.whatif;

import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.Cost;
import dev.wqflush.replay.cost.CostModel;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.life.WorkAgain;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.model.OpenChoice;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The work of a capture on another kernel and machine: every item is queued and every walk is made when it was, on the
 * CPU that did it. Times are those of the walks alone, open loop: nobody does more because a walk became shorter.
 */
public final class WhatIf {
    private final ReplayResult result;
    private final WorkAgain work;
    private final CostParameters costs;
    private final Topology machine;
    private final String model;

    private WhatIf(ReplayResult result, WorkAgain work, CostParameters costs, MachineChange change) {
        this.result = result;
        this.work = work;
        this.costs = costs;
        this.machine = change.appliedTo(result.topology());
        this.model = change.kernel() == null ? result.tracedModel() : ModelSet.tracedModel(machine);
    }

    /**
     * The walks of a result on the machine with a change.
     *
     * @param result whole or a selection of the flushes that {@code work} knows
     * @throws IllegalArgumentException with a sentence if there is no such machine
     */
    public static Elsewhere of(ReplayResult result, WorkAgain work, CostParameters costs, MachineChange change) {
        return new WhatIf(result, work, costs, change).answer();
    }

    private Elsewhere answer() {
        List<WorkqueueResult> workqueues = work.workqueues(machine);
        Map<String, List<WalkCounts>> counts = new LinkedHashMap<>();
        ModelSet.all().forEach(each -> counts.put(each.id(), work.count(each, machine)));
        List<WalkCounts> before = Objects.requireNonNull(counts.get(model));
        List<WalkCounts> after = Objects.requireNonNull(counts.get(ModelSet.ACTIVE_LIST));
        List<Elsewhere.Release> releases = new ArrayList<>();
        counts.forEach((id, each) -> releases.add(release(id, before, each, workqueues)));
        return new Elsewhere(
                machine,
                model,
                result.walks().size(),
                releases,
                loses(before, after, workqueues),
                sensitivities(before, after, workqueues));
    }

    private Elsewhere.Release release(
            String id, List<WalkCounts> before, List<WalkCounts> counts, List<WorkqueueResult> workqueues) {
        WalkCounts sum = WalkCounts.ZERO;
        Band time = Band.zero(costs.kind());
        for (WalkResult walk : result.walks()) {
            WalkCounts done = counts.get(walk.number() - 1);
            sum = sum.plus(done);
            time = time.plus(CostModel.time(done, walk.warm(), workqueues.get(walk.workqueue()), costs));
        }
        return new Elsewhere.Release(id, sum, time, saved(before, counts, workqueues, costs));
    }

    private Band saved(
            List<WalkCounts> before, List<WalkCounts> after, List<WorkqueueResult> workqueues, CostParameters prices) {
        Band saved = Band.zero(costs.kind());
        for (WalkResult walk : result.walks()) {
            saved = saved.plus(saved(walk, before, after, workqueues, prices));
        }
        return saved;
    }

    private static Band saved(
            WalkResult walk,
            List<WalkCounts> before,
            List<WalkCounts> after,
            List<WorkqueueResult> workqueues,
            CostParameters prices) {
        int index = walk.number() - 1;
        return CostModel.saved(
                before.get(index), after.get(index), walk.warm(), workqueues.get(walk.workqueue()), prices);
    }

    private List<Elsewhere.Loss> loses(
            List<WalkCounts> before, List<WalkCounts> after, List<WorkqueueResult> workqueues) {
        Map<Integer, Band> byWorkqueue = new TreeMap<>();
        for (WalkResult walk : result.walks()) {
            byWorkqueue.merge(walk.workqueue(), saved(walk, before, after, workqueues, costs), Band::plus);
        }
        return byWorkqueue.entrySet().stream()
                .filter(each -> each.getValue().baseNanos() < 0)
                .map(each -> new Elsewhere.Loss(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingLong(loss -> loss.saved().baseNanos()))
                .toList();
    }

    // ---- what the saving hangs on

    private List<Sensitivity> sensitivities(
            List<WalkCounts> before, List<WalkCounts> after, List<WorkqueueResult> workqueues) {
        long base = saved(before, after, workqueues, costs).baseNanos();
        List<Sensitivity> all = new ArrayList<>();
        for (Act act : Act.values()) {
            if (act.isOfWalk()) {
                all.add(sensitivity(
                        act.word(),
                        "low and high end of its cost",
                        base,
                        saved(before, after, workqueues, at(act, Cost::low)).baseNanos(),
                        saved(before, after, workqueues, at(act, Cost::high)).baseNanos()));
            }
        }
        for (OpenChoice choice : OpenChoice.values()) {
            if (choice.isOpen()) {
                List<WalkCounts> otherwise = work.countLikely(ModelSet.activeListWith(choice), machine);
                long other = saved(before, otherwise, workqueues, costs).baseNanos();
                all.add(sensitivity(
                        choice.name(), choice.other() + " instead of " + choice.taken(), base, other, other));
            }
        }
        shapes().forEach((shape, change) -> {
            try {
                long other = baseOn(change.appliedTo(machine));
                all.add(sensitivity(shape.assumption, shape.change, base, other, other));
            } catch (IllegalArgumentException e) {
                // There is no such machine, so nothing hangs on it.
            }
        });
        return all.stream()
                .filter(each -> each.spreadNanos() > 0)
                .sorted(Comparator.comparingLong(Sensitivity::spreadNanos).reversed())
                .toList();
    }

    private static Sensitivity sensitivity(String assumption, String change, long base, long one, long other) {
        return new Sensitivity(
                assumption, change, Math.min(base, Math.min(one, other)), Math.max(base, Math.max(one, other)));
    }

    private CostParameters at(Act act, ToDoubleFunction<Cost> end) {
        return costs.changed((each, cost) -> each == act ? Cost.exactly(end.applyAsDouble(cost)) : cost);
    }

    private record Shape(String assumption, String change) {}

    private Map<Shape, MachineChange> shapes() {
        Map<Shape, MachineChange> shapes = new LinkedHashMap<>();
        int cpus = machine.possible().count();
        int nodes = Math.max(1, machine.nodes().size());
        shapes.put(new Shape("cpus", "twice as many possible CPUs"), new MachineChange(null, 2 * cpus, nodes, 0, null));
        shapes.put(new Shape("nodes", "twice as many nodes"), new MachineChange(null, cpus, 2 * nodes, 0, null));
        shapes.put(new Shape("scope", "unbound pools of one CPU"), new MachineChange(null, 0, 0, 0, "cpu"));
        shapes.put(new Shape("scope", "one unbound pool"), new MachineChange(null, 0, 0, 0, "system"));
        return shapes;
    }

    private long baseOn(Topology other) {
        return saved(
                        work.countLikely(ModelSet.of(model), other),
                        work.countLikely(ModelSet.of(ModelSet.ACTIVE_LIST), other),
                        work.workqueues(other),
                        costs)
                .baseNanos();
    }
}
