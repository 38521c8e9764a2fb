package dev.wqflush.parsers.perfdata;

import dev.wqflush.parsers.event.NameTable;
import org.eclipse.collections.impl.map.mutable.primitive.IntIntHashMap;

/** Names of tasks by thread id, as COMM and FORK records tell them. */
final class CommTable {
    /** Linux has at most as many threads; damaged input cannot make more. */
    private static final int MOST_TASKS = 1 << 22;

    private final IntIntHashMap comms = new IntIntHashMap();

    /** Knows the idle task only, by the name that perf gives it. */
    CommTable(NameTable names) {
        comms.put(0, names.intern("swapper"));
    }

    /** The task has a name from now on. */
    void name(int tid, int comm) {
        if (tid != 0 && comms.size() < MOST_TASKS) {
            comms.put(tid, comm);
        }
    }

    /** A new task bears the name of the one that made it. */
    void fork(int parent, int child) {
        name(child, of(parent));
    }

    /** The name of a task, {@link NameTable#NONE} if none was told. */
    int of(int tid) {
        return comms.getIfAbsent(tid, NameTable.NONE);
    }
}
