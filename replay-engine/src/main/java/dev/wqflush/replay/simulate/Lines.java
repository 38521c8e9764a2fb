package dev.wqflush.replay.simulate;

import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which CPU touched what last, and hence what the next touch costs (cost-model-measured 7.2). Workers of unbound pools
 * run on CPUs that nobody else uses.
 */
final class Lines {
    private static final int NOBODY = -1;

    private final Map<Act, Long> prices = new EnumMap<>(Act.class);
    private final long visitWarm;
    private final long visitCold;
    private final long visitDirty;
    private final long lockWarm;
    private final long lockCold;
    private final long listMove;
    private final int[] visitor;

    /** By pwq, which use of a pwq it was that came last; uses are counted from 1. */
    private final long[] lastUse;

    private final int[] lastUser;
    /** By CPU, how many uses there had been when it visited each pwq; null for a CPU that never walked. */
    private final long[] @Nullable [] visitedAt;

    private long uses;
    private final int[] lockHolder;
    private final int[] nodeHolder;
    private int mutexHolder = NOBODY;

    Lines(PwqLayout layout, WorkqueueKind kind, CostParameters costs, int cpus) {
        for (Act act : Act.values()) {
            prices.put(act, Math.round(costs.of(act, kind).base()));
        }
        visitWarm = price(Act.VISIT_WARM);
        visitCold = price(Act.VISIT_COLD);
        visitDirty = price(Act.VISIT_DIRTY);
        lockWarm = price(Act.LOCK_WARM);
        lockCold = price(Act.LOCK_COLD);
        listMove = price(Act.LIST_MOVE);
        visitor = nobody(layout.size());
        lastUse = new long[layout.size()];
        lastUser = nobody(layout.size());
        visitedAt = new long[cpus][];
        lockHolder = nobody(layout.poolNumbers());
        nodeHolder = nobody(layout.nodeEntries());
    }

    private static int[] nobody(int count) {
        int[] holders = new int[count];
        Arrays.fill(holders, NOBODY);
        return holders;
    }

    /** The price of an act that does not depend on who came before. */
    long price(Act act) {
        return prices.getOrDefault(act, 0L);
    }

    /** What the next visit of a pwq would cost. */
    long visitPrice(int pwq, int cpu, boolean listed) {
        long[] visited = visitedAt[cpu];
        boolean dirty = lastUser[pwq] != cpu && lastUse[pwq] > (visited == null ? 0 : visited[pwq]);
        long price = dirty ? visitDirty : visitor[pwq] == cpu ? visitWarm : visitCold;
        return listed ? price + listMove : price;
    }

    /** A walk visits a pwq. */
    void visit(int pwq, int cpu) {
        visitor[pwq] = cpu;
        long[] visited = visitedAt[cpu];
        if (visited == null) {
            visited = new long[visitor.length];
            visitedAt[cpu] = visited;
        }
        visited[pwq] = uses;
    }

    /** A pwq is queued on, or an item leaves it. */
    void use(int pwq, int cpu) {
        lastUse[pwq] = ++uses;
        lastUser[pwq] = cpu;
    }

    /** Takes a pool lock; returns the price of a cycle. */
    long lockPool(int pool, int cpu) {
        long price = lockHolder[pool] == cpu ? lockWarm : lockCold;
        lockHolder[pool] = cpu;
        return price;
    }

    /** Takes a node lock; returns the price of a cycle. */
    long lockNode(int entry, int cpu) {
        long price = price(nodeHolder[entry] == cpu ? Act.NODE_WARM : Act.NODE_COLD);
        nodeHolder[entry] = cpu;
        return price;
    }

    /** Takes the free mutex; returns what that costs before it is held. */
    long lockMutex(int cpu) {
        long price = mutexHolder == cpu || mutexHolder == NOBODY ? 0 : price(Act.MUTEX_COLD);
        mutexHolder = cpu;
        return price;
    }
}
