package dev.wqflush.replay.life;

import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.PoolMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.eclipse.collections.api.map.primitive.MutableLongObjectMap;
import org.eclipse.collections.impl.factory.primitive.LongObjectMaps;
import org.jspecify.annotations.Nullable;

/**
 * What the items of one workqueue show of its pools: an item runs in the pool of the CPU that it was queued for, and
 * the name of an unbound pool's worker holds the pool's id. An item that may have stayed with the pool it ran in
 * (non-reentrancy) shows nothing.
 */
final class LearnedPools {
    /** How many of a CPU's items must agree. */
    private static final double AGREEMENT = 0.8;

    private static final class Votes {
        final int pool;
        int agreeing = 1;
        int straying;

        Votes(int pool) {
            this.pool = pool;
        }

        boolean agree() {
            return agreeing >= AGREEMENT * (agreeing + straying);
        }
    }

    private final Map<Integer, Votes> votesOfCpu = new TreeMap<>();
    private final Set<Integer> pools = new HashSet<>();
    private @Nullable WorkItem changed;
    private boolean overlapped;

    /**
     * Learns from a workqueue's items.
     *
     * @param possible CPUs that an item can be queued for by number
     */
    static LearnedPools of(List<WorkItem> items, CpuSet possible) {
        List<WorkItem> ran = items.stream()
                .filter(item -> item.hasStarted() && item.poolCpu < 0 && item.queueSeen)
                .sorted(Comparator.comparingLong(item -> item.queued))
                .toList();
        LearnedPools learned = new LearnedPools();
        MutableLongObjectMap<WorkItem> lastRun = LongObjectMaps.mutable.empty();
        for (WorkItem item : ran) {
            WorkItem before = lastRun.put(item.work, item);
            if (learned.changed == null
                    && item.runPool >= 0
                    && !mayHaveStayed(item, item.runsAs != null ? item.runsAs : before)) {
                learned.learn(item, item.queuedFor(possible));
            }
        }
        learned.overlapped = overlap(ran);
        return learned;
    }

    /** Whether an item may be where it is because the one before it of the same work still ran there. */
    private static boolean mayHaveStayed(WorkItem item, @Nullable WorkItem before) {
        return before != null && before.releasedBy > item.queued && before.runPool == item.runPool;
    }

    /** A pool that no other CPU has is a new one: attributes were changed, which replaces all pools. */
    private void learn(WorkItem item, int cpu) {
        Votes votes = votesOfCpu.get(cpu);
        if (votes == null) {
            votesOfCpu.put(cpu, new Votes(item.runPool));
            pools.add(item.runPool);
        } else if (votes.pool == item.runPool) {
            votes.agreeing++;
        } else if (pools.contains(item.runPool)) {
            votes.straying++;
        } else {
            changed = item;
        }
    }

    private static boolean overlap(List<WorkItem> ran) {
        List<WorkItem> inOrder = new ArrayList<>(ran);
        inOrder.sort(Comparator.comparingLong(item -> item.started));
        for (int i = 1; i < inOrder.size(); i++) {
            if (inOrder.get(i).started < inOrder.get(i - 1).ended) {
                return true;
            }
        }
        return false;
    }

    /** The first item that ran in a pool that its CPU did not have before; null if there is none. */
    @Nullable
    WorkItem firstInChangedPool() {
        return changed;
    }

    /** The pools by CPU, until they changed. */
    Map<Integer, Integer> poolOfCpu() {
        Map<Integer, Integer> map = new TreeMap<>();
        votesOfCpu.forEach((cpu, votes) -> {
            if (votes.agree()) {
                map.put(cpu, votes.pool);
            }
        });
        return map;
    }

    /**
     * Whether one pool took everything, one item at a time, from CPUs that other workqueues queue to several pools for:
     * so does an ordered workqueue.
     */
    boolean looksOrdered(IntUnaryOperator poolOfOthers) {
        long pods = poolOfCpu().keySet().stream()
                .map(poolOfOthers::applyAsInt)
                .filter(pool -> pool != PoolMap.UNKNOWN)
                .distinct()
                .count();
        return pools.size() == 1 && pods > 1 && !overlapped;
    }

    /** Whether the items ran in more than one pool, without a change of attributes. */
    boolean severalPools() {
        return pools.size() > 1;
    }

    /**
     * The pools of workqueues with the usual attributes. Workqueues that share a pool, and queue no CPU's items to
     * different ones, have equal attributes. The usual pools are made at boot, so they have the lowest ids; but a group
     * that uses one pool alone, one item at a time, may be ordered workqueues and comes last.
     */
    static Map<Integer, Integer> common(List<LearnedPools> workqueues) {
        List<Group> groups = new ArrayList<>();
        workqueues.stream()
                .sorted(Comparator.comparing(learned -> -learned.votesOfCpu.size()))
                .forEach(learned -> join(groups, learned));
        return groups.stream()
                .max(Comparator.comparing(Group::usesSeveralPools)
                        .thenComparing(group -> group.overlapped)
                        .thenComparing(group -> -Collections.min(group.poolOfCpu.values())))
                .map(group -> group.poolOfCpu)
                .orElse(Map.of());
    }

    private static void join(List<Group> groups, LearnedPools learned) {
        Map<Integer, Integer> map = learned.poolOfCpu();
        if (map.isEmpty()) {
            return;
        }
        Group its =
                groups.stream().filter(group -> group.accepts(map)).findFirst().orElse(null);
        if (its == null) {
            its = new Group();
            groups.add(its);
        }
        its.poolOfCpu.putAll(map);
        its.overlapped |= learned.overlapped;
    }

    /** Workqueues of equal attributes. */
    private static final class Group {
        final Map<Integer, Integer> poolOfCpu = new HashMap<>();
        boolean overlapped;

        boolean accepts(Map<Integer, Integer> map) {
            boolean shares = false;
            for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
                Integer own = poolOfCpu.get(entry.getKey());
                if (own != null && !own.equals(entry.getValue())) {
                    return false;
                }
                shares |= poolOfCpu.containsValue(entry.getValue());
            }
            return shares;
        }

        boolean usesSeveralPools() {
            return Set.copyOf(poolOfCpu.values()).size() > 1;
        }
    }
}
