package dev.wqflush.replay.topology;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the machine that was traced.
 *
 * @param kernel its release, null if nothing tells
 * @param possible CPUs the kernel could ever bring online: what a walk of a per-cpu workqueue passes
 * @param possibleKnown whether {@code possible} is known; otherwise it holds the CPUs seen and is a lower bound
 * @param online CPUs online, null if not known
 * @param nodes online CPUs of each possible node, in node order (a node may be empty); empty list if not known
 * @param caches CPUs that share each last-level cache; empty list if not known
 * @param affinityScope default scope of unbound workqueues from 6.6 (such as {@code cache_shard}), null if not known
 * @param cacheShardSize most cores a {@code cache_shard} pod holds
 * @param workqueueKinds kinds by workqueue name where a dump of the kernel tells them
 * @param unboundPwqPools pools by pwq of unbound workqueues where a dump tells them; empty if not known
 * @param emulated text that says that the machine is emulated, null if nothing says so
 * @param source where this comes from, in words for the report
 */
public record Topology(
        @Nullable KernelRelease kernel,
        CpuSet possible,
        boolean possibleKnown,
        @Nullable CpuSet online,
        List<CpuSet> nodes,
        List<CpuSet> caches,
        @Nullable String affinityScope,
        int cacheShardSize,
        Map<String, WorkqueueKind> workqueueKinds,
        Map<String, List<Integer>> unboundPwqPools,
        @Nullable String emulated,
        String source) {
    /** Mainline's {@code workqueue.cache_shard_size} (7.3). */
    public static final int DEFAULT_CACHE_SHARD_SIZE = 8;

    /** Freezes the collections. */
    public Topology {
        nodes = List.copyOf(nodes);
        caches = List.copyOf(caches);
        workqueueKinds = Map.copyOf(workqueueKinds);
        unboundPwqPools = Map.copyOf(unboundPwqPools);
    }

    /** Nothing known: the CPUs seen in a capture are a lower bound of the possible ones. */
    public static Topology inferred(CpuSet seen, @Nullable KernelRelease kernel) {
        return listed(kernel, seen, false, null, List.of(), List.of(), "CPUs seen in the capture");
    }

    /** What a list of CPUs tells, such as lscpu's: nothing of workqueues. */
    public static Topology listed(
            @Nullable KernelRelease kernel,
            CpuSet possible,
            boolean possibleKnown,
            @Nullable CpuSet online,
            List<CpuSet> nodes,
            List<CpuSet> caches,
            String source) {
        return new Topology(
                kernel,
                possible,
                possibleKnown,
                online,
                nodes,
                caches,
                null,
                DEFAULT_CACHE_SHARD_SIZE,
                Map.of(),
                Map.of(),
                null,
                source);
    }

    /**
     * Whether unbound workqueues have a pwq per possible CPU instead of one per node: so too where the release is not
     * known.
     */
    public boolean unboundPerCpu() {
        return kernel == null || KernelChange.PWQ_PER_CPU.isIn(kernel);
    }

    /** Whether unbound pools are of parts of a last-level cache unless told otherwise. */
    public boolean isSharded() {
        return kernel != null && KernelChange.CACHE_SHARDS.isIn(kernel);
    }

    /**
     * The same; where the ids of pools leave room for no more CPUs than are seen, those are the possible ones.
     *
     * @param lowestUnbound the lowest id seen of an unbound workqueue's pool, -1 if none was
     */
    public Topology boundedBy(int lowestUnbound) {
        if (possibleKnown || lowestUnbound < 0 || possible.count() != PoolIds.mostCpus(lowestUnbound, kernel)) {
            return this;
        }
        return new Topology(
                kernel,
                possible,
                true,
                online,
                nodes,
                caches,
                affinityScope,
                cacheShardSize,
                workqueueKinds,
                unboundPwqPools,
                emulated,
                source + ", as many as its pool ids leave room for");
    }

    /** The same, with the capture's own kernel where none is told, and the CPUs seen where possible ones are not. */
    public Topology completedBy(CpuSet seen, @Nullable KernelRelease release) {
        return new Topology(
                kernel == null ? release : kernel,
                possibleKnown ? possible : possible.plus(seen),
                possibleKnown,
                online,
                nodes,
                caches,
                affinityScope,
                cacheShardSize,
                workqueueKinds,
                unboundPwqPools,
                emulated,
                source);
    }
}
