package dev.wqflush.replay.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Derives the pwqs of a workqueue from the topology (kernel-model 1.1 as corrected by kernel-model-measured 2). */
public final class PwqLayouts {
    private final Topology topology;
    private final @Nullable PoolMap pools;

    /** Layouts of one machine, its pods derived from its topology. */
    public PwqLayouts(Topology topology) {
        this(topology, null);
    }

    /**
     * Layouts of one machine.
     *
     * @param pools pools that are shown of the unbound workqueues in question; null: their pods are derived
     */
    public PwqLayouts(Topology topology, @Nullable PoolMap pools) {
        this.topology = topology;
        this.pools = pools;
    }

    /** What is taken for true where shown pools leave gaps and the nodes are not known. */
    public enum Gaps {
        /** CPUs in gaps have their neighbours' pools, and each pool is a node: fewest lock cycles. */
        FEWEST_LOCKS,
        /** CPUs in gaps have their neighbours' pools, and there is one node. */
        LIKELY,
        /** CPUs in gaps have pools of their own, and there is one node: most lock cycles. */
        MOST_LOCKS
    }

    /** Whether pools of unbound workqueues are shown rather than derived. */
    public boolean poolsShown() {
        return pools != null;
    }

    /** Whether the topology tells the pods of unbound workqueues; else they are taken as one. */
    public boolean podsTold() {
        if (!topology.unboundPerCpu()) {
            return !topology.nodes().isEmpty();
        }
        return switch (scope()) {
            case "cpu", "smt", "system" -> topology.online() != null;
            case "numa" -> !topology.nodes().isEmpty();
            default -> !topology.caches().isEmpty();
        };
    }

    /**
     * The pwqs of a workqueue.
     *
     * @param unboundPerCpu whether unbound workqueues have one pwq per possible CPU (6.6 and later) instead of one per
     *     node
     */
    public PwqLayout of(WorkqueueKind kind, boolean unboundPerCpu) {
        return of(kind, unboundPerCpu, Gaps.LIKELY);
    }

    /** The same with another guess. */
    public PwqLayout of(WorkqueueKind kind, boolean unboundPerCpu, Gaps gaps) {
        return switch (kind) {
            case ORDERED -> ordered();
            case UNBOUND -> unbound(unboundPerCpu, gaps);
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

    private PwqLayout unbound(boolean perCpu, Gaps gaps) {
        if (pools == null) {
            return perCpu ? unboundPerCpu() : unboundPerNode(topology.nodes());
        }
        // Kernels that have a pwq per node have a pool per node.
        return perCpu
                ? unboundPerCpu(pools, gaps)
                : unboundPerNode(
                        topology.unboundPerCpu()
                                ? topology.nodes()
                                : List.copyOf(pods(pools).values()));
    }

    /** Up to 6.5: a pwq per node with online CPUs, then the default pwq; one possible node: the default pwq alone. */
    private PwqLayout unboundPerNode(List<CpuSet> nodes) {
        PwqLayout.Builder pwqs = new PwqLayout.Builder(cpus(), entries());
        if (nodes.size() > 1) {
            for (int node = 0; node < nodes.size(); node++) {
                if (nodes.get(node).count() > 0) {
                    int pwq = pwqs.add(node + 1, Math.min(node, extraEntry() - 1));
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

    /** The same, the pools being shown. */
    private PwqLayout unboundPerCpu(PoolMap shown, Gaps gaps) {
        Map<Integer, CpuSet> pods = pods(shown);
        boolean apart = topology.nodes().isEmpty() && gaps == Gaps.FEWEST_LOCKS;
        List<Integer> nodes = List.copyOf(pods.keySet());
        boolean[] entries = entries();
        if (apart) {
            entries = new boolean[nodes.size() + 1];
            Arrays.fill(entries, true);
        }
        int extra = entries.length - 1;
        PwqLayout.Builder pwqs = new PwqLayout.Builder(cpus(), entries);
        for (int cpu : topology.possible().toArray()) {
            int pool = shown.poolOf(cpu);
            CpuSet pod = pods.get(pool);
            int entry = pod == null
                    ? extra
                    : apart ? nodes.indexOf(pool) : topology.nodes().isEmpty() ? 0 : nodeEntryOf(pod);
            boolean own = gaps == Gaps.MOST_LOCKS && shown.isInGap(cpu);
            pwqs.takes(cpu, pwqs.add(own ? Integer.MAX_VALUE - cpu : pool, entry));
        }
        pwqs.takesRest(pwqs.add(shown.defaultPool(), extra));
        return pwqs.build();
    }

    /** The CPUs by pool, without the default one. */
    private Map<Integer, CpuSet> pods(PoolMap shown) {
        Map<Integer, CpuSet> pods = new TreeMap<>();
        for (int cpu : topology.possible().toArray()) {
            pods.merge(shown.poolOf(cpu), CpuSet.of(cpu), CpuSet::plus);
        }
        pods.remove(shown.defaultPool());
        return pods;
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
        return topology.isSharded() ? "cache_shard" : "cache";
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
            pods.add(CpuSet.of(cpu));
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
