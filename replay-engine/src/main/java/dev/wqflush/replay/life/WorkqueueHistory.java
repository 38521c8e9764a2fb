package dev.wqflush.replay.life;

import java.util.ArrayList;
import java.util.List;

/** The items of all workqueues of one name, in order of queueing. */
final class WorkqueueHistory {
    final int name;
    final List<WorkItem> items = new ArrayList<>();

    WorkqueueHistory(int name) {
        this.name = name;
    }

    void add(WorkItem item) {
        items.add(item);
    }
}
