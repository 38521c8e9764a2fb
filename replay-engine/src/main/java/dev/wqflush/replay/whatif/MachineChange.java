package dev.wqflush.replay.whatif;

import dev.wqflush.replay.simulate.Machine;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is to be different about a machine.
 *
 * @param kernel its release, null for the traced one
 * @param cpus possible CPUs, 0 for as many as traced
 * @param nodes NUMA nodes, 0 for as many as traced
 * @param caches last-level caches of a node, 0 for caches of as many CPUs as traced ones, or one a node
 * @param scope affinity scope of unbound workqueues, null for the traced one
 */
public record MachineChange(
        @Nullable KernelRelease kernel,
        int cpus,
        int nodes,
        int caches,
        @Nullable String scope) {
    /** The scopes that kernels know from 6.6 on, and {@code cache_shard} of 7.1. */
    public static final List<String> SCOPES = List.of("cpu", "smt", "cache", "cache_shard", "numa", "system");

    /**
     * The machine with the change.
     *
     * @throws IllegalArgumentException with a sentence if there is no such machine
     */
    public Topology appliedTo(Topology traced) {
        Topology shape = cpus == 0 && nodes == 0 && caches == 0 ? traced : declared(traced);
        return new Topology(
                kernel == null ? traced.kernel() : kernel,
                shape.possible(),
                shape.possibleKnown(),
                shape.online(),
                shape.nodes(),
                shape.caches(),
                scope == null ? traced.affinityScope() : scope,
                traced.cacheShardSize(),
                traced.workqueueKinds(),
                Map.of(),
                traced.emulated(),
                shape.source());
    }

    private Topology declared(Topology traced) {
        int wantedCpus = cpus > 0 ? cpus : traced.possible().count();
        int wantedNodes = nodes > 0 ? nodes : Math.max(1, traced.nodes().size());
        int wantedCaches = caches;
        if (wantedCaches == 0) {
            int cpusOfCache =
                    traced.caches().stream().mapToInt(CpuSet::count).max().orElse(0);
            wantedCaches = cpusOfCache == 0 ? 1 : Math.max(1, wantedCpus / wantedNodes / cpusOfCache);
        }
        return new Machine(wantedCpus, wantedNodes, wantedCaches).topology(KernelRelease.parse("6.6"));
    }
}
