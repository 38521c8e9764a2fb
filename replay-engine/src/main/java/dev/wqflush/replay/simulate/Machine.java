package dev.wqflush.replay.simulate;

import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A declared machine: two hardware threads a core, the second threads numbered after all cores, as firmware of large
 * servers does.
 *
 * @param cpus possible CPUs, all online
 * @param nodes NUMA nodes, which divide the cores evenly
 * @param podsPerNode last-level caches of a node, hence unbound pools
 */
public record Machine(int cpus, int nodes, int podsPerNode) {
    private static final int THREADS = 2;

    /**
     * Checks that it can be built.
     *
     * @throws IllegalArgumentException with a sentence if it cannot
     */
    public Machine {
        if (nodes < 1 || podsPerNode < 1 || cpus < 1 || cpus > CpuSet.MAX_CPUS) {
            throw new IllegalArgumentException("a machine needs at least a CPU, a node and a cache a node");
        }
        if (cpus % (THREADS * nodes * podsPerNode) != 0) {
            throw new IllegalArgumentException(cpus + " CPUs cannot be divided among " + nodes + " nodes with "
                    + podsPerNode + " caches each, two threads a core");
        }
    }

    /** The machine as a kernel of a release would describe it. */
    public Topology topology(KernelRelease kernel) {
        List<CpuSet> caches = new ArrayList<>();
        List<CpuSet> byNode = new ArrayList<>();
        int coresPerPod = cpus / (THREADS * nodes * podsPerNode);
        for (int node = 0; node < nodes; node++) {
            BitSet ofNode = new BitSet();
            for (int pod = 0; pod < podsPerNode; pod++) {
                BitSet ofPod = new BitSet();
                int first = (node * podsPerNode + pod) * coresPerPod;
                for (int thread = 0; thread < THREADS; thread++) {
                    ofPod.set(thread * cpus / THREADS + first, thread * cpus / THREADS + first + coresPerPod);
                }
                caches.add(CpuSet.of(ofPod));
                ofNode.or(ofPod);
            }
            byNode.add(CpuSet.of(ofNode));
        }
        CpuSet all = CpuSet.firstCpus(cpus);
        return Topology.listed(kernel, all, true, all, byNode, caches, "declared");
    }
}
