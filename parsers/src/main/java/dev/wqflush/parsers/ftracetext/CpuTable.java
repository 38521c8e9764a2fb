package dev.wqflush.parsers.ftracetext;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.NameTable;
import java.util.Arrays;

/** What is known of each CPU while a capture is read; asking about {@link EventContext#UNKNOWN} is allowed. */
final class CpuTable {
    private int[] tids = new int[0];
    private int[] comms = new int[0];
    private boolean[] interrupted = new boolean[0];
    private boolean[] seen = new boolean[0];
    private int seenCount;

    /** The CPU goes on with a task. */
    void setTask(int cpu, int tid, int comm) {
        if (cpu >= 0) {
            grow(cpu);
            tids[cpu] = tid;
            comms[cpu] = comm;
        }
    }

    /** The CPU enters or leaves a hard interrupt. */
    void setInterrupted(int cpu, boolean inInterrupt) {
        if (cpu >= 0) {
            grow(cpu);
            interrupted[cpu] = inInterrupt;
        }
    }

    /** Takes note that the CPU recorded something; says whether it is the first time. */
    boolean see(int cpu) {
        if (cpu < 0 || (cpu < seen.length && seen[cpu])) {
            return false;
        }
        grow(cpu);
        seen[cpu] = true;
        seenCount++;
        return true;
    }

    /** How many CPUs recorded something. */
    int seenCount() {
        return seenCount;
    }

    /** The CPU's current task, if a switch to it was seen. */
    int tid(int cpu) {
        return cpu >= 0 && cpu < tids.length ? tids[cpu] : EventContext.UNKNOWN;
    }

    /** Name of the CPU's current task. */
    int comm(int cpu) {
        return cpu >= 0 && cpu < comms.length ? comms[cpu] : NameTable.NONE;
    }

    /** Whether the CPU is in a hard interrupt. */
    boolean isInterrupted(int cpu) {
        return cpu >= 0 && cpu < interrupted.length && interrupted[cpu];
    }

    /** Forgets everything. */
    void clear() {
        Arrays.fill(tids, EventContext.UNKNOWN);
        Arrays.fill(comms, NameTable.NONE);
        Arrays.fill(interrupted, false);
        Arrays.fill(seen, false);
        seenCount = 0;
    }

    private void grow(int cpu) {
        int size = tids.length;
        if (cpu >= size) {
            int grown = Math.max(cpu + 1, size * 2);
            tids = Arrays.copyOf(tids, grown);
            comms = Arrays.copyOf(comms, grown);
            interrupted = Arrays.copyOf(interrupted, grown);
            seen = Arrays.copyOf(seen, grown);
            Arrays.fill(tids, size, grown, EventContext.UNKNOWN);
        }
    }
}
