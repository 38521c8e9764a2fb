package dev.wqflush.replay.life;

import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelChange;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.PoolIds;
import dev.wqflush.replay.topology.PoolMap;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.PwqLayouts;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The pools of a machine's unbound workqueues. What the user tells is taken unless the items of the capture contradict
 * it; what is not told is learned from them.
 */
final class UnboundPools {
    /** The kernel gives the lowest free id: as many unbound pools as there are of CPUs do not hide below those seen. */
    private static final int IMPLAUSIBLE = 2;

    private static final KernelRelease BH_POOLS = Objects.requireNonNull(KernelChange.BH_POOLS.since());

    private final Topology topology;
    private final CpuSet seen;
    private final int lowest;
    private final PoolMap common;

    /** The pools by CPU that follow from the topology. */
    private final IntUnaryOperator derived;

    /** Whether those hold. */
    private final boolean told;

    private final @Nullable String contradiction;

    /**
     * The pools of all unbound workqueues.
     *
     * @param seen CPUs that recorded something
     * @param lowest the lowest id of an unbound pool in the capture, -1 if it has none
     * @param workqueues what each workqueue shows
     */
    UnboundPools(Topology topology, CpuSet seen, int lowest, List<LearnedPools> workqueues) {
        this.topology = topology;
        this.seen = seen;
        this.lowest = lowest;
        PwqLayouts layouts = new PwqLayouts(topology);
        PwqLayout layout = layouts.of(WorkqueueKind.UNBOUND, topology.unboundPerCpu());
        this.derived = cpu -> topology.possible().contains(cpu) ? layout.pool(layout.pwqOf(cpu)) : PoolMap.UNKNOWN;
        boolean podsTold = layouts.podsTold();
        this.common = map(LearnedPools.common(workqueues.stream()
                .filter(workqueue -> !podsTold || !workqueue.looksOrdered(derived))
                .toList()));
        PoolMap.Contradiction pods = podsTold ? common.contradiction(derived) : null;
        this.told = podsTold && pods == null;
        this.contradiction = contradiction(pods);
    }

    private PoolMap map(Map<Integer, Integer> poolOfCpu) {
        return new PoolMap(poolOfCpu, seen, lowest < 0 ? 0 : PoolIds.defaultPool(lowest, topology));
    }

    private @Nullable String contradiction(PoolMap.@Nullable Contradiction pods) {
        CpuSet possible = topology.possible();
        if (topology.possibleKnown()) {
            if (seen.highest() > possible.highest()) {
                return "CPU " + seen.highest() + " is in the capture, but the possible ones are " + possible;
            }
            String numbered = "unbound pools are numbered from " + lowest + ", ";
            if (possible.count() > mostCpus()) {
                return numbered + "so at most " + mostCpus() + " CPUs can be possible, not " + possible.count();
            }
            if (lowest > IMPLAUSIBLE * PoolIds.defaultPool(lowest, topology)) {
                return numbered + "as where far more CPUs than " + possible.count() + " are possible";
            }
        }
        return pods == null ? null : pods + ", against its pods";
    }

    /** What of the topology the capture contradicts, in words; null if nothing. */
    @Nullable
    String contradiction() {
        return contradiction;
    }

    /** How many CPUs can be possible, in words that go on; empty if nothing tells. */
    String room() {
        int most = mostCpus();
        if (most == Integer.MAX_VALUE) {
            return "";
        }
        int withBh = PoolIds.mostCpus(lowest, BH_POOLS);
        boolean either = topology.kernel() == null && withBh >= seen.count();
        return ", and pool ids leave room for " + most + " at most"
                + (either ? " (" + withBh + " if the kernel is " + BH_POOLS.text() + " or later)" : "");
    }

    /** Most CPUs that can be possible, by the ids of pools. */
    private int mostCpus() {
        int most = lowest < 0 ? Integer.MAX_VALUE : PoolIds.mostCpus(lowest, topology.kernel());
        return most < seen.count() ? Integer.MAX_VALUE : most;
    }

    /** What was learned because it is not told, in words; null if that is nothing. */
    @Nullable
    String learned() {
        return told || common.isEmpty()
                ? null
                : common.cpus().count() + " CPUs of " + seen.count() + " seen, in " + common.pools()
                        + (common.pools() == 1 ? " pool" : " pools");
    }

    /**
     * The layouts of one workqueue.
     *
     * @param ownAttributes whether its items show other pods than those that are told or that others have
     */
    record Choice(PwqLayouts layouts, boolean ownAttributes) {}

    /** Chooses the layouts of a workqueue: as told or learned, or as its own items show where they differ. */
    Choice choose(String name, LearnedPools learned) {
        List<Integer> dumped = topology.unboundPwqPools().get(name);
        PoolMap others = dumped == null ? learnedOfOthers() : PoolMap.dumped(topology.possible(), dumped);
        PoolMap own = map(learned.poolOfCpu());
        boolean differs = own.contradiction(others == null ? derived : others::shownPool) != null;
        return new Choice(
                new PwqLayouts(topology, differs ? own : others), differs && learned.firstInChangedPool() == null);
    }

    private @Nullable PoolMap learnedOfOthers() {
        return told ? null : common;
    }

    /** Whether a workqueue takes one item after the other into one pool, as ordered ones do. */
    boolean looksOrdered(LearnedPools learned) {
        return learned.looksOrdered(told ? derived : common::shownPool);
    }
}
