package dev.wqflush.replay.explain;

/**
 * An event of the capture.
 *
 * @param event its number, from 1 in the order in which the reader delivers events
 * @param kind what it is
 */
public record Citation(long event, Kind kind) {
    /** What a cited event is said to be. */
    public enum Kind {
        /** {@code workqueue_queue_work}. */
        QUEUED,
        /** {@code workqueue_activate_work}. */
        ACTIVATED,
        /** {@code workqueue_execute_start}. */
        STARTED,
        /** {@code workqueue_execute_end}. */
        ENDED,
        /** {@code contention_begin}. */
        LOCK_AWAITED,
        /** {@code contention_end}. */
        LOCK_TAKEN,
        /** {@code sched_switch}. */
        SWITCHED,
        /** {@code sched_waking}. */
        WAKING,
        /** The flush function was entered. */
        FLUSH_ENTERED,
        /** The flush function returned. */
        FLUSH_RETURNED,
        /** The walk function was entered. */
        WALK_BEGAN,
        /** The walk function returned. */
        WALK_ENDED,
        /** Whatever event it is, what counts is its place and whose it is. */
        ANY
    }
}
