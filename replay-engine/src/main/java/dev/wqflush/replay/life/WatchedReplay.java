package dev.wqflush.replay.life;

import dev.wqflush.replay.model.WalkModel;
import dev.wqflush.replay.topology.CpuSet;

/** A replay of the active list that tells a record which item is at work when its model tells what it does. */
final class WatchedReplay extends ViewReplay {
    private final ListRecord record;

    WatchedReplay(
            WalkModel model, FlushReconstruction.PwqOf pwqOf, Timeline timeline, CpuSet queuing, ListRecord record) {
        super(model, pwqOf, timeline, queuing);
        this.record = record;
    }

    @Override
    void queue(int index) {
        WorkItem item = timeline.items.get(index);
        record.queueing(item);
        super.queue(index);
        record.queued(item, pwqOf.pwq(item, record.layout), colour(index));
    }

    @Override
    void release(int index) {
        WorkItem item = timeline.items.get(index);
        super.release(index);
        record.released(item, pwqOf.pwq(item, record.layout));
    }

    @Override
    void beginWalk(int walk) {
        record.walkBegan(walk, timeline.walks.get(walk).flushColour);
    }

    @Override
    void doWhatIsUnseen() {
        record.unseen();
        super.doWhatIsUnseen();
    }
}
