package dev.wqflush.replay.topology;

import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which pool takes what unbound workqueues of equal attributes queue for a CPU, by the kernel's pool ids: the pods, as
 * a dump of the kernel or the items of a capture show them.
 */
public final class PoolMap {
    /** The pool of a CPU that nothing is shown of. */
    public static final int UNKNOWN = -1;

    private final NavigableMap<Integer, Integer> shown;
    private final int lastCpuInUse;
    private final int defaultPool;

    /**
     * A map of what is shown.
     *
     * @param shown pool ids by CPU
     * @param inUse CPUs that are known to be online
     * @param defaultPool id of the pool that takes the rest; {@link #UNKNOWN}: none of those shown
     */
    public PoolMap(Map<Integer, Integer> shown, CpuSet inUse, int defaultPool) {
        this.shown = Collections.unmodifiableNavigableMap(new TreeMap<>(shown));
        this.lastCpuInUse = Math.max(inUse.highest(), shown.isEmpty() ? -1 : this.shown.lastKey());
        this.defaultPool = defaultPool;
    }

    /**
     * A row of {@code wq_dump.py}.
     *
     * @param pools a pool for each possible CPU, then the default one
     */
    public static PoolMap dumped(CpuSet possible, List<Integer> pools) {
        Map<Integer, Integer> shown = new HashMap<>();
        int[] cpus = possible.toArray();
        for (int i = 0; i < Math.min(cpus.length, pools.size() - 1); i++) {
            shown.put(cpus[i], pools.get(i));
        }
        return new PoolMap(shown, possible, pools.get(pools.size() - 1));
    }

    /** Whether nothing is shown. */
    public boolean isEmpty() {
        return shown.isEmpty();
    }

    /** The CPUs that are shown. */
    public CpuSet cpus() {
        BitSet cpus = new BitSet();
        shown.keySet().forEach(cpus::set);
        return CpuSet.of(cpus);
    }

    /** How many pools are shown. */
    public int pools() {
        return (int) shown.values().stream().distinct().count();
    }

    /** The pool that is shown for a CPU, {@link #UNKNOWN} if none is. */
    public int shownPool(int cpu) {
        return shown.getOrDefault(cpu, UNKNOWN);
    }

    int defaultPool() {
        return defaultPool;
    }

    /**
     * The pool of a CPU: as shown, else that of its nearest neighbour, for pods are mostly runs of CPUs. A CPU above
     * all that are in use never came online as far as is known, and so has the default pool.
     */
    int poolOf(int cpu) {
        Map.Entry<Integer, Integer> near = shown.floorEntry(cpu);
        if (near == null) {
            near = shown.ceilingEntry(cpu);
        }
        return near == null || cpu > lastCpuInUse ? defaultPool : near.getValue();
    }

    /** Whether a CPU in use is not shown, nor lies between two of one pool. */
    boolean isInGap(int cpu) {
        Map.Entry<Integer, Integer> below = shown.floorEntry(cpu);
        Map.Entry<Integer, Integer> above = shown.ceilingEntry(cpu);
        return cpu <= lastCpuInUse
                && (below == null || above == null || !below.getValue().equals(above.getValue()));
    }

    /**
     * Two CPUs that share a pool here but not there, or the other way round; null if the pods agree. Ids may differ.
     *
     * @param otherPool pools by CPU, {@link #UNKNOWN} where nothing is known
     */
    public @Nullable Contradiction contradiction(IntUnaryOperator otherPool) {
        Map<Integer, Integer> cpuOfPool = new HashMap<>();
        Map<Integer, Integer> cpuOfOther = new HashMap<>();
        for (Map.Entry<Integer, Integer> entry : shown.entrySet()) {
            int cpu = entry.getKey();
            int other = otherPool.applyAsInt(cpu);
            if (other == UNKNOWN) {
                continue;
            }
            int mate = cpuOfPool.computeIfAbsent(entry.getValue(), pool -> cpu);
            if (otherPool.applyAsInt(mate) != other) {
                return new Contradiction(mate, shownPool(mate), cpu, entry.getValue());
            }
            int otherMate = cpuOfOther.computeIfAbsent(other, pool -> cpu);
            if (shownPool(otherMate) != entry.getValue()) {
                return new Contradiction(otherMate, shownPool(otherMate), cpu, entry.getValue());
            }
        }
        return null;
    }

    /** Two CPUs, and the pools that were shown for them. */
    public record Contradiction(int cpu, int pool, int otherCpu, int otherPool) {
        /** Such as {@code CPUs 0 and 4 queue to pools 33 and 34}. */
        @Override
        public String toString() {
            return "CPUs " + cpu + " and " + otherCpu + " queue to "
                    + (pool == otherPool ? "pool " + pool : "pools " + pool + " and " + otherPool);
        }
    }
}
