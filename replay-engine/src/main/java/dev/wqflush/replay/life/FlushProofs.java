package dev.wqflush.replay.life;

import java.util.Comparator;
import java.util.List;

/**
 * What the returns of a workqueue's flushes prove: a flush waits for every item queued before it, whatever the events
 * say. So an item queued before a flush began is gone when that returns, and one that starts later was queued after it
 * began. Here the replay finds its way back after a loss.
 */
final class FlushProofs {
    /** Ends of the flushes in order, and the latest beginning of those that end no later. */
    private final long[] ends;

    private final long[] latestBegins;

    /** Begins of the flushes in order, and the earliest end of those that begin no earlier. */
    private final long[] begins;

    private final long[] earliestEnds;

    FlushProofs(List<FlushCall> calls) {
        List<FlushCall> whole =
                calls.stream().filter(call -> call.entrySeen && !call.isOpen()).toList();
        int count = whole.size();
        ends = new long[count];
        latestBegins = new long[count];
        begins = new long[count];
        earliestEnds = new long[count];
        List<FlushCall> byEnd = whole.stream()
                .sorted(Comparator.comparingLong(call -> call.ended.ordinal()))
                .toList();
        long latest = 0;
        for (int i = 0; i < count; i++) {
            ends[i] = byEnd.get(i).ended.ordinal();
            latest = Math.max(latest, byEnd.get(i).entered.ordinal());
            latestBegins[i] = latest;
        }
        List<FlushCall> byBegin = whole.stream()
                .sorted(Comparator.comparingLong(call -> call.entered.ordinal()))
                .toList();
        long earliest = WorkItem.NEVER;
        for (int i = count - 1; i >= 0; i--) {
            begins[i] = byBegin.get(i).entered.ordinal();
            earliest = Math.min(earliest, byBegin.get(i).ended.ordinal());
            earliestEnds[i] = earliest;
        }
    }

    /** What starts at {@code moment} was queued no earlier; 0 if no flush proves anything. */
    long queuedFrom(long moment) {
        int before = firstNotBelow(ends, moment);
        return before == 0 ? 0 : latestBegins[before - 1];
    }

    /** What was queued by {@code moment} is gone then; {@link WorkItem#NEVER} if no flush proves anything. */
    long releasedBy(long moment) {
        int after = firstNotBelow(begins, moment + 1);
        return after == begins.length ? WorkItem.NEVER : earliestEnds[after];
    }

    private static int firstNotBelow(long[] sorted, long limit) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < limit) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
