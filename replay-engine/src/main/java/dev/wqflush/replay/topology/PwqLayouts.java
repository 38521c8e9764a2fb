package dev.wqflush.replay.topology;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Derives the pwqs of a workqueue from the topology (kernel-model 1.1 as corrected by kernel-model-measured 2). */
public final class PwqLayouts {
    private final Topology topology;

    /** Layouts of one machine. */
    public PwqLayouts(Topology topology) {
        this.topology = topology;
    }

    /**
     * The pwqs of a workqueue.
     *
     * @param unboundPerCpu whether unbound workqueues have one pwq per possible CPU (6.6 and later) instead of one per
     *     node
     */
    public PwqLayout of(WorkqueueKind kind, boolean unboundPerCpu) {
        return switch (kind) {
            case ORDERED -> ordered();
            case UNBOUND -> unboundPerCpu ? unboundPerCpu() : unboundPerNode();
            case PER_CPU, BH, UNKNOWN -> perCpu();
        };
    }

    private PwqLayout perCpu() {
        PwqLayout.Builder pwqs = new PwqLayout.Builder(cpus(), entries());
        for (int cpu : topology.possible().toArray()) {
            pwqs.takes(cpu, pwqs.add(cpu, Math.max(nodeOf(cpu), 0)));
        }
        return pwqs.build();
    }

    private PwqLayout ordered() {
        PwqLayout.Builder pwqs = new PwqLayout.Builder(0, entries());
        pwqs.takesRest(pwqs.add(0, extraEntry()));
        return pwqs.build();
    }

    /** Up to 6.5: a pwq per node with online CPUs, then the default pwq; one possible node: the default pwq alone. */
    private PwqLayout unboundPerNode() {
        PwqLayout.Builder pwqs = new PwqLayout.Builder(cpus(), entries());
        List<CpuSet> nodes = topology.nodes();
        if (nodes.size() > 1) {
            for (int node = 0; node < nodes.size(); node++) {
                if (nodes.get(node).count() > 0) {
                    int pwq = pwqs.add(node + 1, node);
                    for (int cpu : nodes.get(node).toArray()) {
                        pwqs.takes(cpu, pwq);
                    }
                }
            }
        }
        pwqs.takesRest(pwqs.add(0, extraEntry()));
        return pwqs.build();
    }

    /** From 6.6: a pwq per possible CPU with the pool of its pod, then the default pwq. */
    private PwqLayout unboundPerCpu() {
        PwqLayout.Builder pwqs = new PwqLayout.Builder(cpus(), entries());
        List<CpuSet> pods = pods();
        int defaultPool = pods.size();
        for (int cpu : topology.possible().toArray()) {
            int pod = indexOf(pods, cpu);
            // A pod of all possible CPUs has the default pool's attributes, and so the default pool.
            boolean ownPool = pod >= 0 && !pods.get(pod).equals(topology.possible());
            int pwq = ownPool ? pwqs.add(pod, nodeEntryOf(pods.get(pod))) : pwqs.add(defaultPool, extraEntry());
            pwqs.takes(cpu, pwq);
        }
        pwqs.takesRest(pwqs.add(defaultPool, extraEntry()));
        return pwqs.build();
    }

    /** Pods of the default affinity scope that have online CPUs, each with those CPUs. */
    private List<CpuSet> pods() {
        CpuSet online = topology.online() == null ? topology.possible() : topology.online();
        String scope = scope();
        return switch (scope) {
            case "cpu", "smt" -> singletons(online);
            case "numa" -> nonEmpty(topology.nodes(), online);
            case "system" -> List.of(online);
            case "cache" -> nonEmpty(topology.caches(), online);
            default -> shards(nonEmpty(topology.caches(), online));
        };
    }

    private String scope() {
        if (topology.affinityScope() != null) {
            return topology.affinityScope();
        }
        KernelRelease kernel = topology.kernel();
        return kernel != null && kernel.atLeast(7, 1) ? "cache_shard" : "cache";
    }

    /** Cuts each cache into as few and as equal parts of at most {@link Topology#cacheShardSize()} CPUs as can be. */
    private List<CpuSet> shards(List<CpuSet> caches) {
        List<CpuSet> shards = new ArrayList<>();
        for (CpuSet cache : caches) {
            int[] cpus = cache.toArray();
            int parts = Math.max(1, (cpus.length + topology.cacheShardSize() - 1) / topology.cacheShardSize());
            int from = 0;
            for (int part = 0; part < parts; part++) {
                int to = from + cpus.length / parts + (part < cpus.length % parts ? 1 : 0);
                BitSet shard = new BitSet();
                for (int i = from; i < to; i++) {
                    shard.set(cpus[i]);
                }
                shards.add(CpuSet.of(shard));
                from = to;
            }
        }
        return shards;
    }

    private static List<CpuSet> nonEmpty(List<CpuSet> sets, CpuSet whole) {
        List<CpuSet> kept = sets.stream().filter(set -> set.count() > 0).toList();
        return kept.isEmpty() ? List.of(whole) : kept;
    }

    private static List<CpuSet> singletons(CpuSet cpus) {
        List<CpuSet> pods = new ArrayList<>();
        for (int cpu : cpus.toArray()) {
            pods.add(CpuSet.parse(Integer.toString(cpu)));
        }
        return pods;
    }

    private static int indexOf(List<CpuSet> sets, int cpu) {
        for (int i = 0; i < sets.size(); i++) {
            if (sets.get(i).contains(cpu)) {
                return i;
            }
        }
        return -1;
    }

    private int nodeEntryOf(CpuSet pod) {
        int node = -1;
        for (int cpu : pod.toArray()) {
            int next = nodeOf(cpu);
            if (next < 0 || (node >= 0 && next != node)) {
                return extraEntry();
            }
            node = next;
        }
        return node < 0 ? extraEntry() : node;
    }

    /** The node of an online CPU; -1 if not known, as for CPUs that never came online. */
    private int nodeOf(int cpu) {
        return indexOf(topology.nodes(), cpu);
    }

    private int cpus() {
        return topology.possible().highest() + 1;
    }

    /** The node entries, and whether their nodes have online CPUs. */
    private boolean[] entries() {
        boolean[] online = new boolean[extraEntry() + 1];
        for (int node = 0; node < extraEntry(); node++) {
            online[node] =
                    topology.nodes().isEmpty() || topology.nodes().get(node).count() > 0;
        }
        online[extraEntry()] = true;
        return online;
    }

    private int extraEntry() {
        return Math.max(topology.nodes().size(), 1);
    }
}
