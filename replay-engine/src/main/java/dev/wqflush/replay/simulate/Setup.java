package dev.wqflush.replay.simulate;

import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.PwqLayouts;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;

/**
 * One run: a machine, a workqueue, a load, a model, what things cost, and how long.
 *
 * @param kind {@link WorkqueueKind#PER_CPU} or {@link WorkqueueKind#UNBOUND}
 * @param model id of the model, as {@link ModelSet} has it
 * @param flushes how many return before the run ends
 * @param seed of all that is drawn; equal setups give equal runs
 */
public record Setup(
        Machine machine, WorkqueueKind kind, Load load, String model, CostParameters costs, int flushes, long seed) {
    private static final KernelRelease NEWEST = KernelRelease.parse("7.0");

    /**
     * Checks what fits together.
     *
     * @throws IllegalArgumentException with a sentence if something does not
     */
    public Setup {
        if (load.threads() > machine.cpus()) {
            throw new IllegalArgumentException(
                    load.threads() + " threads need as many CPUs, and the machine has " + machine.cpus());
        }
        if (flushes < 1) {
            throw new IllegalArgumentException("a run needs at least a flush");
        }
    }

    /** The same run under another model. */
    public Setup under(String otherModel) {
        return new Setup(machine, kind, load, otherModel, costs, flushes, seed);
    }

    /** The same run with other costs. */
    public Setup with(CostParameters otherCosts) {
        return new Setup(machine, kind, load, model, otherCosts, flushes, seed);
    }

    /** The same run with another seed. */
    public Setup seeded(long otherSeed) {
        return new Setup(machine, kind, load, model, costs, flushes, otherSeed);
    }

    /** The last mainline kernel that runs the model, without cache shards; the active list is a change to the same. */
    public KernelRelease kernel() {
        KernelRelease last = registration().releases().last();
        return last == null ? NEWEST : last;
    }

    /** The machine as that kernel describes it. */
    public Topology topology() {
        return machine.topology(kernel());
    }

    ModelSet.Registration registration() {
        return ModelSet.of(model);
    }

    /** The pwqs of the workqueue under the model. */
    public PwqLayout layout() {
        return new PwqLayouts(topology()).of(kind, registration().unboundPerCpu());
    }
}
