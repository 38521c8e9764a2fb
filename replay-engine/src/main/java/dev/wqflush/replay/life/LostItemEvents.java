package dev.wqflush.replay.life;

import dev.wqflush.replay.life.LossLog.Gap;
import java.util.List;

/**
 * Bounds what is not seen of the items of one workqueue because events are lost, and says where: an item that starts
 * unqueued, or that seems to go on after a flush waited for it.
 */
final class LostItemEvents {
    private final LossLog losses;
    private long inFlightAtStart;

    LostItemEvents(LossLog losses) {
        this.losses = losses;
    }

    /** Items queued before the capture began. */
    long inFlightAtStart() {
        return inFlightAtStart;
    }

    /**
     * Bounds the items of one workqueue.
     *
     * @param proofs what its flushes prove
     */
    void bound(List<WorkItem> items, FlushProofs proofs) {
        for (WorkItem item : items) {
            if (!item.queueSeen) {
                boundQueueing(item, proofs.queuedFrom(item.started));
            }
            if (item.releasedFrom == WorkItem.NEVER) {
                boundRelease(item, proofs.releasedBy(item.queuedBy));
            }
        }
    }

    private void boundQueueing(WorkItem item, long from) {
        if (from == 0) {
            inFlightAtStart++;
            return;
        }
        losses.betray(gap(item, from, item.started));
        item.queuedFrom = from;
        item.queued = Math.max(from, item.started - 1);
        item.queuedBy = item.queued;
    }

    private void boundRelease(WorkItem item, long by) {
        if (by == WorkItem.NEVER) {
            item.lostFrom = item.idleAfter;
            return;
        }
        if (item.hasStarted()) {
            long latest = Math.min(by, item.idleAfter);
            losses.betray(gap(item, item.started, latest));
            item.releasedFrom = item.started;
            item.releasedBy = latest;
            item.endLost = true;
            item.flushProof = by;
        } else {
            item.vanishBy(by);
            item.flushProof = by;
        }
    }

    private static Gap gap(WorkItem item, long from, long to) {
        return new Gap(item.runCpu, from, to, item.startedNanos, item.startPosition);
    }
}
