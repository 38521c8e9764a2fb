package dev.wqflush.replay.cost;

import java.util.Locale;

/**
 * What flushers, queuers and workers do that takes time. A cache line is <em>warm</em> where the same CPU had it last,
 * <em>cold</em> where another had (cost-model-measured 3 and 7).
 */
public enum Act {
    /** Taking and releasing {@code wq->mutex}, free and warm; once a walk. */
    MUTEX,
    /** Entry, exit, bias and set-up of the completion; once a walk. */
    FIXED,
    /** Visiting a pwq that this CPU visited last, without its pool lock. */
    VISIT_WARM,
    /** Visiting a pwq that another CPU visited last and that was idle since. */
    VISIT_COLD,
    /** Visiting a pwq that was queued on, or that an item left, since the walk before: several misses. */
    VISIT_DIRTY,
    /** One cycle of a pool lock that this CPU had last. */
    LOCK_WARM,
    /** One cycle of a pool lock that another CPU had last, waiting for its holder included at the high end. */
    LOCK_COLD,
    /** One more cycle of a pool lock that the same walk had before. */
    RELOCK,
    /** One cycle of a node lock of the active list that this CPU had last. */
    NODE_WARM,
    /** One cycle of a node lock that a queuer of another CPU had last. */
    NODE_COLD,
    /** Keeping or dropping one pwq of the active list, its lines already here. */
    LIST_MOVE,
    /** What a free {@code wq->mutex} takes more where another CPU had it last. */
    MUTEX_COLD,
    /** Handing {@code wq->mutex} to a waiter that spins. */
    HANDOFF,
    /** What the waker pays for each {@code complete()} of a sleeper on another CPU. */
    WAKE,
    /** From being woken to running, on an idle CPU. */
    WAKE_LATENCY,
    /** From a flusher that blocks to the worker of its CPU. */
    SWITCH,
    /** Holding a pool lock to queue an item. */
    QUEUE,
    /** Holding a pool lock to start an item. */
    START,
    /** Holding a pool lock to end an item. */
    END;

    /** Whether a walk is made of it; the others are of what goes on around walks. */
    public boolean isOfWalk() {
        return switch (this) {
            case MUTEX_COLD, HANDOFF, WAKE, WAKE_LATENCY, SWITCH, QUEUE, START, END -> false;
            default -> true;
        };
    }

    /** The word of the outputs, as cost-model-measured 3 spells it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
