package dev.wqflush.replay.life;

import dev.wqflush.replay.model.WalkModel;
import dev.wqflush.replay.topology.CpuSet;
import java.util.List;

/** A replay of the active list that tells a record which item is at work when its model tells what it does. */
final class WatchedReplay extends ViewReplay {
    private final ListRecord record;
    private final FlushReconstruction.PwqOf pwqOf;
    private final List<WorkItem> items;
    private final List<ReconstructedWalk> walks;

    WatchedReplay(
            WalkModel model,
            FlushReconstruction.PwqOf pwqOf,
            List<WorkItem> items,
            List<ReconstructedWalk> walks,
            CpuSet queuing,
            View view,
            ListRecord record) {
        super(model, pwqOf, items, walks, queuing, view);
        this.record = record;
        this.pwqOf = pwqOf;
        this.items = items;
        this.walks = walks;
    }

    @Override
    void queue(int index) {
        WorkItem item = items.get(index);
        record.queueing(item);
        super.queue(index);
        record.queued(item, pwqOf.pwq(item, record.layout), colour(index));
    }

    @Override
    void release(int index) {
        WorkItem item = items.get(index);
        super.release(index);
        record.released(item, pwqOf.pwq(item, record.layout));
    }

    @Override
    void beginWalk(int walk) {
        record.walkBegan(walk, walks.get(walk).flushColour);
    }

    @Override
    void doWhatIsUnseen() {
        record.unseen();
        super.doWhatIsUnseen();
    }
}
