package dev.wqflush.replay.verdict;

import java.util.Locale;

/** What a capture, a workqueue or a flush suffers from (contract 3). */
public enum VerdictClass {
    /** The walk is a large share of what flushers waited. */
    WALK_BOUND,
    /** Flushers wait for the work items. */
    ITEM_BOUND,
    /** As item-bound, and the items wait for a device. */
    DEVICE_BOUND,
    /** Flushers queue behind each other on {@code wq->mutex}. */
    MUTEX_BOUND,
    /** The waiting ended but the flusher or the worker ran late. */
    WAKEUP_BOUND,
    /** Walks contend the pool locks and queueing paths pay. */
    LOCK_BOUND,
    /** A flush never ended within the capture. */
    STUCK,
    /** Flushes exist and cost nothing that matters. */
    HEALTHY,
    /** No flush was seen. */
    NO_FLUSH,
    /** The evidence does not decide. */
    UNDECIDED;

    /** The word of the outputs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
