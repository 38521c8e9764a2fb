package dev.wqflush.replay.life;

import java.util.function.IntUnaryOperator;
import org.eclipse.collections.api.map.primitive.MutableIntIntMap;
import org.eclipse.collections.api.map.primitive.MutableLongObjectMap;
import org.eclipse.collections.impl.factory.primitive.IntIntMaps;
import org.eclipse.collections.impl.factory.primitive.LongObjectMaps;

/**
 * Learns which lock address is the pool lock of which pool: who queues, or drops an item, directly after waiting for a
 * lock holds that pool's (rule R5). An address with mixed votes is no pool lock.
 */
final class LockPools {
    /** The pool of a lock that nothing, or too much, is known of. */
    static final int UNKNOWN = -1;

    private static final double AGREEMENT = 0.8;

    /** Votes by lock: CPU of the pwq, complemented for unbound pools. */
    private final MutableLongObjectMap<MutableIntIntMap> votes = LongObjectMaps.mutable.empty();

    void vote(long lock, WorkItem item) {
        int cpu = item.poolCpu >= 0 ? item.poolCpu : ~item.eventCpu;
        votes.getIfAbsentPut(lock, IntIntMaps.mutable::empty).addToValue(cpu, 1);
    }

    /**
     * The pool of a lock.
     *
     * @param unbound whether an unbound pool is asked for
     * @param poolOfCpu pool of the pwq that takes a CPU's items
     */
    int pool(long lock, boolean unbound, IntUnaryOperator poolOfCpu) {
        MutableIntIntMap byCpu = votes.get(lock);
        if (byCpu == null) {
            return UNKNOWN;
        }
        MutableIntIntMap byPool = IntIntMaps.mutable.empty();
        int[] all = {0};
        byCpu.forEachKeyValue((cpu, count) -> {
            all[0] += count;
            if (cpu < 0 == unbound) {
                byPool.addToValue(poolOfCpu.applyAsInt(unbound ? ~cpu : cpu), count);
            }
        });
        int[] best = {UNKNOWN, 0};
        byPool.forEachKeyValue((pool, count) -> {
            if (count > best[1]) {
                best[0] = pool;
                best[1] = count;
            }
        });
        return best[1] >= AGREEMENT * all[0] ? best[0] : UNKNOWN;
    }
}
