package dev.wqflush.replay.life;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** Bounds the releases that the tracepoints do not show (rule R4). */
final class ItemBounds {
    /** The mutex keeps walks apart; their windows overlap by a neighbour or two where the walk itself is not seen. */
    private static final int WALKS_THAT_OVERLAP = 3;

    private ItemBounds() {}

    /**
     * Worklists and inactive lists are first in, first out: an item of the same pwq that starts, or is activated, later
     * proves that one before it that never was is gone.
     */
    static void byQueueOrder(List<WorkItem> items, ToIntFunction<WorkItem> pwqOf) {
        Map<Integer, List<WorkItem>> byPwq = new TreeMap<>();
        for (WorkItem item : items) {
            byPwq.computeIfAbsent(pwqOf.applyAsInt(item), pwq -> new ArrayList<>())
                    .add(item);
        }
        byPwq.values().forEach(ItemBounds::boundQueue);
    }

    private static void boundQueue(List<WorkItem> queue) {
        long nextStart = WorkItem.NEVER;
        long nextActivation = WorkItem.NEVER;
        for (int i = queue.size() - 1; i >= 0; i--) {
            WorkItem item = queue.get(i);
            if (!item.hasStarted()) {
                long by = item.activated == WorkItem.NEVER ? nextActivation : nextStart;
                if (by != WorkItem.NEVER) {
                    item.vanishBy(by - 1);
                }
            }
            if (!item.queueSeen) {
                continue;
            }
            nextStart = Math.min(nextStart, item.started);
            nextActivation = Math.min(nextActivation, item.activated);
        }
    }

    /**
     * What the walks prove: arming a colour means that every older one has ended; arming nothing, that this one has
     * too. Items queued while a walk ran are left out, for their colour is not certain.
     */
    static void byWalks(List<WorkItem> items, List<ReconstructedWalk> walks) {
        for (WorkItem item : items) {
            if (!item.queueSeen && item.queued > 0) {
                continue;
            }
            if (item.releasedBy != WorkItem.NEVER && item.releasedBy - item.releasedFrom <= LifeTracker.MOMENT_STEP) {
                continue;
            }
            int next = Moment.firstAfter(walks, walk -> walk.start.ordinal(), item.queued);
            if (!isDuringWalk(item, walks, next)) {
                boundByWalks(item, walks.subList(next, walks.size()));
            }
        }
    }

    private static void boundByWalks(WorkItem item, List<ReconstructedWalk> later) {
        for (ReconstructedWalk walk : later) {
            boolean older = item.generation < walk.armedGeneration;
            boolean itsOwn = item.generation == walk.armedGeneration && !walk.armed;
            if (walk.arms() && walk.armedGeneration >= 0 && (older || itsOwn)) {
                boundBefore(item, walk.start.ordinal());
                return;
            }
        }
    }

    /** Whether an item was queued while a walk ran, so that its colour is not certain. */
    private static boolean isDuringWalk(WorkItem item, List<ReconstructedWalk> walks, int next) {
        for (int i = next - 1; i >= Math.max(0, next - WALKS_THAT_OVERLAP); i--) {
            if (walks.get(i).endedBy >= item.queued) {
                return true;
            }
        }
        return false;
    }

    private static void boundBefore(WorkItem item, long walkMoment) {
        long by = walkMoment - 1;
        if (item.releasedFrom == WorkItem.NEVER) {
            if (!item.hasStarted()) {
                item.vanishBy(by);
            }
        } else if (item.releasedFrom <= by) {
            item.releasedBy = Math.min(item.releasedBy, by);
        }
    }
}
