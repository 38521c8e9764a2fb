package dev.wqflush.replay.life;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a flush has to wait for under any algorithm: the items that were queued before it (kernel-model 1.4). What it
 * waits for beyond them is how the algorithm does it.
 */
final class ItemsBefore {
    private ItemsBefore() {}

    /** Notes for each flush which of these ended last, of those that ended within it. */
    static void decide(List<WorkItem> itemsByQueueing, List<FlushCall> callsByEntry) {
        List<WorkItem> inFlight = new ArrayList<>();
        int next = 0;
        for (FlushCall call : callsByEntry) {
            long entered = call.entered.ordinal();
            while (next < itemsByQueueing.size() && itemsByQueueing.get(next).queued < entered) {
                inFlight.add(itemsByQueueing.get(next++));
            }
            inFlight.removeIf(item -> item.ended == WorkItem.NEVER ? item.vanished : item.ended < entered);
            long ended = call.ended.ordinal();
            inFlight.stream()
                    .filter(item -> item.ended < ended)
                    .max(Comparator.comparingLong(item -> item.ended))
                    .ifPresent(last -> call.needed = last);
        }
    }
}
