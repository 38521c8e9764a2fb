package dev.wqflush.replay.topology;

import org.jspecify.annotations.Nullable;

/**
 * What the ids of worker pools tell. At boot the kernel numbers those of all possible CPUs first, from 0: two each,
 * four with the BH pools of 6.9 and later. Then comes the default pool of unbound workqueues, then what else they need.
 */
public final class PoolIds {
    private static final int PER_CPU = 2;
    private static final int PER_CPU_WITH_BH = 4;

    private PoolIds() {}

    /** The id of the default pool of unbound workqueues on a mainline kernel. */
    public static int firstUnbound(int cpus, @Nullable KernelRelease kernel) {
        return cpus * perCpu(kernel);
    }

    /**
     * Most CPUs that can be possible.
     *
     * @param lowestUnbound the lowest id seen of an unbound workqueue's pool
     */
    public static int mostCpus(int lowestUnbound, @Nullable KernelRelease kernel) {
        return lowestUnbound / perCpu(kernel);
    }

    private static int perCpu(@Nullable KernelRelease kernel) {
        return kernel != null && KernelChange.BH_POOLS.isIn(kernel) ? PER_CPU_WITH_BH : PER_CPU;
    }

    /**
     * The id of the default pool of unbound workqueues. Where neither the kernel nor the count of CPUs is known, an
     * even count is taken for granted, so that it is a multiple of four in either case.
     *
     * @param lowestUnbound as for {@link #mostCpus}
     */
    public static int defaultPool(int lowestUnbound, Topology topology) {
        if (topology.possibleKnown()) {
            // BH pools were ported back to older releases, so the ids themselves must tell.
            int cpus = topology.possible().count();
            return cpus * (lowestUnbound < cpus * PER_CPU_WITH_BH ? PER_CPU : PER_CPU_WITH_BH);
        }
        KernelRelease kernel = topology.kernel();
        int each = kernel == null || KernelChange.BH_POOLS.isIn(kernel) ? PER_CPU_WITH_BH : PER_CPU;
        return lowestUnbound / each * each;
    }
}
