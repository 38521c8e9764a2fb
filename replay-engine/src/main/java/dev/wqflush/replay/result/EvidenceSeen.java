package dev.wqflush.replay.result;

/**
 * Which kinds of events a capture holds; decides grades and what to record next.
 *
 * @param workqueueEvents {@code workqueue:*} tracepoints
 * @param flushEntries entries of {@code __flush_workqueue}
 * @param flushReturns its returns
 * @param walks entries of {@code flush_workqueue_prep_pwqs}
 * @param walkTimes walks whose length was measured
 * @param schedulerEvents {@code sched_switch} and {@code sched_waking} or {@code sched_wakeup}
 * @param lockEvents {@code contention_begin/end}
 * @param lostEvents events known to be lost; -1 if some were lost and nobody counted, or no mark tells of them
 * @param lossMarks marks of loss
 * @param timed whether time stamps have a unit
 */
public record EvidenceSeen(
        long workqueueEvents,
        long flushEntries,
        long flushReturns,
        long walks,
        long walkTimes,
        long schedulerEvents,
        long lockEvents,
        long lostEvents,
        long lossMarks,
        boolean timed) {}
