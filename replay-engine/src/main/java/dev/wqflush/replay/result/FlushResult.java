package dev.wqflush.replay.result;

import dev.wqflush.replay.protocol.FlushPath;
import org.jspecify.annotations.Nullable;

/**
 * One call of {@code __flush_workqueue}.
 *
 * @param number from 1, in order of entry over the capture
 * @param workqueue index in {@link ReplayResult#workqueues()}
 * @param endNanos when it returned or the last moment known, see {@code ended}
 * @param ended whether it returned within the capture
 * @param endSeen whether a return probe showed its end; otherwise the end is the task's last event inside it
 * @param colour the colour it waited for, -1 if not decided
 * @param walks how many walks its task made in it
 * @param flushersAtEntry flushes of the workqueue open when it entered, itself included
 * @param needed what it has to wait for under any algorithm
 * @param behindOthersNanos part of its wait for items in which these had ended already: it waited for its turn, for a
 *     flusher completes those behind it
 * @param lateWakeupNanos longest single delay from waking to running in it, of those where a CPU was idle
 * @param awaited the item that completed it, if any can be told
 * @param position line number or offset of its entry
 */
public record FlushResult(
        int number,
        int workqueue,
        String task,
        int tid,
        int cpu,
        long startNanos,
        long endNanos,
        boolean ended,
        boolean endSeen,
        FlushPath path,
        int colour,
        int walks,
        int flushersAtEntry,
        FlushSplit split,
        ItemsNeeded needed,
        long behindOthersNanos,
        long lateWakeupNanos,
        @Nullable AwaitedItem awaited,
        Grade grade,
        long position) {
    /** Length in nanoseconds; of a flush without end, as far as the capture goes. */
    public long nanos() {
        return endNanos - startNanos;
    }
}
