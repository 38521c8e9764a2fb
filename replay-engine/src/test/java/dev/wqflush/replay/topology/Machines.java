package dev.wqflush.replay.topology;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Machines that tests make up. */
public final class Machines {
    private Machines() {}

    /** One that is told but for what its workqueues are. */
    public static Topology of(
            @Nullable String release,
            CpuSet possible,
            @Nullable CpuSet online,
            List<CpuSet> nodes,
            List<CpuSet> caches,
            @Nullable String scope) {
        return of(release, possible, online, nodes, caches, scope, Topology.DEFAULT_CACHE_SHARD_SIZE);
    }

    /** The same with shards of another size. */
    static Topology of(
            @Nullable String release,
            CpuSet possible,
            @Nullable CpuSet online,
            List<CpuSet> nodes,
            List<CpuSet> caches,
            @Nullable String scope,
            int shard) {
        return new Topology(
                release == null ? null : KernelRelease.parse(release),
                possible,
                possible.count() > 0,
                online,
                nodes,
                caches,
                scope,
                shard,
                Map.of(),
                Map.of(),
                null,
                "test");
    }
}
