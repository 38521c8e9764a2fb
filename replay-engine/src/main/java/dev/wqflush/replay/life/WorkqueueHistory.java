package dev.wqflush.replay.life;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.collections.impl.set.mutable.primitive.LongHashSet;

/**
 * The items of all workqueues of one name, in order of queueing. Until a flush is seen, ended items matter only for
 * which pwqs are listed, so a busy workqueue that nobody flushes keeps one of them per pwq.
 */
final class WorkqueueHistory {
    private static final int COMPACT_FROM = 1 << 16;

    final int name;
    final List<WorkItem> items = new ArrayList<>();

    /** Items queued, those forgotten included. */
    long queued;

    boolean flushed;
    private int compactAt = COMPACT_FROM;

    WorkqueueHistory(int name) {
        this.name = name;
    }

    void add(WorkItem item) {
        items.add(item);
        queued++;
        if (items.size() >= compactAt && !flushed) {
            compact();
        }
    }

    private void compact() {
        LongHashSet kept = new LongHashSet();
        List<WorkItem> backwards = new ArrayList<>();
        for (int i = items.size() - 1; i >= 0; i--) {
            WorkItem item = items.get(i);
            boolean over = item.releasedBy != WorkItem.NEVER;
            if (!over || kept.add(target(item))) {
                backwards.add(item);
            }
        }
        items.clear();
        for (int i = backwards.size() - 1; i >= 0; i--) {
            items.add(backwards.get(i));
        }
        compactAt = Math.max(COMPACT_FROM, 2 * items.size());
    }

    /** What decides of an item's pwq: pool, requested and queueing CPU, all within 16,384 or a little below 0. */
    private static long target(WorkItem item) {
        return (item.poolCpu & 0x1f_ffffL) << 42
                | (item.requestedCpu & 0x1f_ffffL) << 21
                | (item.eventCpu & 0x1f_ffffL);
    }
}
