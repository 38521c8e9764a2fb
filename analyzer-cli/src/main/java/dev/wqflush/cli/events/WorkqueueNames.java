package dev.wqflush.cli.events;

import dev.wqflush.parsers.event.NameTable;
import org.eclipse.collections.api.map.primitive.MutableLongIntMap;
import org.eclipse.collections.impl.factory.primitive.LongIntMaps;

/** Which workqueue an event is about, where the event itself does not say so: remembered from those before it. */
final class WorkqueueNames {
    /** Items, workqueues or tasks at a time; far more than a kernel has, so only damage forgets something. */
    private static final int MOST = 1 << 20;

    private final MutableLongIntMap ofItem = LongIntMaps.mutable.empty();
    private final MutableLongIntMap ofPointer = LongIntMaps.mutable.empty();
    private final MutableLongIntMap ofFlusher = LongIntMaps.mutable.empty();

    void forget() {
        ofItem.clear();
        ofPointer.clear();
        ofFlusher.clear();
    }

    void queued(long work, int workqueue) {
        put(ofItem, work, workqueue);
    }

    int ofItem(long work) {
        return ofItem.getIfAbsent(work, NameTable.NONE);
    }

    /** The workqueue that a task begins to flush or to walk, by whatever of address and name is shown. */
    int flushed(int task, long pointer, int shown) {
        int name = shown;
        if (name != NameTable.NONE && pointer != 0) {
            put(ofPointer, pointer, name);
        } else if (name == NameTable.NONE) {
            name = pointer == 0 ? ofFlusher(task) : ofPointer.getIfAbsent(pointer, NameTable.NONE);
        }
        put(ofFlusher, task, name);
        return name;
    }

    /** What the task flushes, as far as it is known. */
    int ofFlusher(int task) {
        return ofFlusher.getIfAbsent(task, NameTable.NONE);
    }

    private static void put(MutableLongIntMap map, long key, int name) {
        if (map.size() == MOST) {
            map.clear();
        }
        map.put(key, name);
    }
}
