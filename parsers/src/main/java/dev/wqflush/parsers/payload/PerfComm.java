package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.event.NameTable;

/** A task's name as perf shows it. */
public final class PerfComm {
    private PerfComm() {}

    /** The id of the name in {@code b[from, to)}; a task without one is shown as {@code :TID}. */
    public static int intern(NameTable names, byte[] b, int from, int to) {
        return from < to && b[from] == ':' ? NameTable.NONE : names.intern(b, from, to);
    }
}
