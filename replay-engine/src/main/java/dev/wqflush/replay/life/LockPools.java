package dev.wqflush.replay.life;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
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

    /** Votes kept of a lock; more teach nothing. */
    private static final int MOST_VOTES = 64;

    private final MutableLongObjectMap<List<WorkItem>> votes = LongObjectMaps.mutable.empty();

    /** The lock was taken for the pool of this item. */
    void vote(long lock, WorkItem item) {
        List<WorkItem> items = votes.getIfAbsentPut(lock, () -> new ArrayList<>(2));
        if (items.size() < MOST_VOTES) {
            items.add(item);
        }
    }

    /**
     * The pool of a lock.
     *
     * @param kind which votes count for the workqueue that asks; the others count against
     * @param poolOf pool of the pwq that takes an item
     */
    int pool(long lock, Predicate<WorkItem> kind, ToIntFunction<WorkItem> poolOf) {
        List<WorkItem> items = votes.get(lock);
        if (items == null) {
            return UNKNOWN;
        }
        MutableIntIntMap byPool = IntIntMaps.mutable.empty();
        int best = UNKNOWN;
        int most = 0;
        for (WorkItem item : items) {
            if (kind.test(item)) {
                int pool = poolOf.applyAsInt(item);
                int count = byPool.addToValue(pool, 1);
                if (count > most) {
                    most = count;
                    best = pool;
                }
            }
        }
        return most >= AGREEMENT * items.size() ? best : UNKNOWN;
    }
}
