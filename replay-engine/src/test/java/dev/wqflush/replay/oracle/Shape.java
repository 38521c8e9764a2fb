package dev.wqflush.replay.oracle;

import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.PwqLayouts;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.List;
import java.util.Map;

/** A small machine and a workqueue on it. */
record Shape(String name, WorkqueueKind kind, Topology topology) {
    /** One of each sort: nodes, pods, pods that span nodes, CPUs that never came online. */
    static final List<Shape> ALL = List.of(
            of("per-cpu 4", WorkqueueKind.PER_CPU, "0-3", "0-3", List.of("0-3"), List.of("0-3")),
            of("per-cpu 8, two nodes", WorkqueueKind.PER_CPU, "0-7", "0-7", List.of("0-3", "4-7"), List.of("0-7")),
            of("unbound, two pods", WorkqueueKind.UNBOUND, "0-7", "0-5", List.of("0-2", "3-5"), List.of("0-2", "3-5")),
            of(
                    "unbound, interleaved pods",
                    WorkqueueKind.UNBOUND,
                    "0-5",
                    "0-5",
                    List.of("0-5"),
                    List.of("0,2,4", "1,3,5")),
            of(
                    "unbound, pod over two nodes",
                    WorkqueueKind.UNBOUND,
                    "0-6",
                    "0-5",
                    List.of("0-2", "3-5"),
                    List.of("0-5")),
            of("unbound, one pool", WorkqueueKind.UNBOUND, "0-3", "0-3", List.of("0-3"), List.of("0-3")),
            of("ordered", WorkqueueKind.ORDERED, "0-3", "0-3", List.of("0-3"), List.of("0-3")));

    static Shape of(
            String name, WorkqueueKind kind, String possible, String online, List<String> nodes, List<String> caches) {
        Topology topology = new Topology(
                KernelRelease.parse("7.3"),
                CpuSet.parse(possible),
                true,
                CpuSet.parse(online),
                nodes.stream().map(CpuSet::parse).toList(),
                caches.stream().map(CpuSet::parse).toList(),
                "cache",
                Topology.DEFAULT_CACHE_SHARD_SIZE,
                Map.of(),
                Map.of(),
                null,
                name);
        return new Shape(name, kind, topology);
    }

    static Shape forSeed(long seed) {
        return ALL.get((int) Math.floorMod(seed, (long) ALL.size()));
    }

    int cpus() {
        return topology.possible().count();
    }

    PwqLayout layout(boolean unboundPerCpu) {
        return new PwqLayouts(topology).of(kind, unboundPerCpu);
    }

    @Override
    public String toString() {
        return name;
    }
}
