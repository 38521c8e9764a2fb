package dev.wqflush.replay.life;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** Bounds the releases that the tracepoints do not show (rule R4). */
final class ItemBounds {
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
            nextStart = Math.min(nextStart, item.started);
            nextActivation = Math.min(nextActivation, item.activated);
        }
    }

    /**
     * What the walks prove: arming a colour means that every older one has ended; arming nothing, that this one has
     * too; and a flusher that a worker woke was armed on that worker's item. Items queued while a walk ran are left
     * out, for their colour is not certain.
     */
    static void byWalks(List<WorkItem> items, List<ReconstructedWalk> walks, FlushReconstruction reconstruction) {
        for (WorkItem item : items) {
            if (item.releasedBy != WorkItem.NEVER && item.releasedBy - item.releasedFrom <= LifeTracker.MOMENT_STEP) {
                continue;
            }
            long generation = reconstruction.generation(item);
            boolean duringWalk = false;
            for (ReconstructedWalk walk : walks) {
                if (walk.start.ordinal() > item.queued) {
                    boolean proven = walk.arms()
                            && walk.armedGeneration >= 0
                            && (generation < walk.armedGeneration
                                    || (generation == walk.armedGeneration && !walk.armed));
                    if (proven && !duringWalk) {
                        boundBefore(item, walk.start.ordinal());
                        break;
                    }
                } else if (walk.endedBy >= item.queued) {
                    duringWalk = true;
                }
            }
        }
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
