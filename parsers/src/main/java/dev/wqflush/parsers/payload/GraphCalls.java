package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.Ascii;
import java.util.Arrays;

/**
 * Gives a meaning to the calls and returns that function_graph saw, printed or recorded. Open are the calls of flushes
 * and walks entered and not yet left, by task and depth; there are as many as tasks that flush at once, so they are
 * looked through one by one.
 */
public final class GraphCalls {
    /** More open calls than this are leftovers of lost returns. */
    private static final int MOST_OPEN = 1024;

    private static final byte[] SPIN_UNLOCK = Ascii.bytes("spin_unlock");

    private final int entryName;
    private final int exitName;
    private int[] tasks = new int[16];
    private int[] depths = new int[16];
    private FlushFunction[] functions = new FlushFunction[16];
    private long[] returnOffsets = new long[16];
    private int size;
    private long closedReturnOffset = -1;

    /** Nothing is open. */
    public GraphCalls(NameTable names) {
        entryName = names.intern("funcgraph_entry");
        exitName = names.intern("funcgraph_exit");
    }

    /** Name of the event of a call. */
    public int entryName() {
        return entryName;
    }

    /** Name of the event of a return. */
    public int exitName() {
        return exitName;
    }

    /**
     * A function is called.
     *
     * @param unlocks whether it releases a spin lock
     * @param workqueue its address, 0 if not shown
     * @param returnOffset of the call in its caller, -1 if not shown
     * @param inInterrupt whether a hard interrupt runs on top of the task
     */
    public void entered(
            EventContext at,
            FlushFunction function,
            boolean unlocks,
            long workqueue,
            int depth,
            long returnOffset,
            boolean inInterrupt,
            EventSink sink) {
        at.from(EvidenceSource.GRAPH);
        switch (function) {
            case FLUSH -> sink.flushEntered(at, workqueue, NameTable.NONE);
            case WALK -> sink.walkBegan(at, workqueue, NameTable.NONE, EventSink.NOT_SHOWN, EventSink.NOT_SHOWN);
            case DRAIN -> sink.drainEntered(at, workqueue, NameTable.NONE);
            case OTHER -> {
                if (unlocks && !inInterrupt && walksAt(task(at), depth - 1)) {
                    sink.poolLockCycled(at);
                } else {
                    sink.otherEvent(at, entryName);
                }
                return;
            }
        }
        open(task(at), depth, function, returnOffset);
    }

    /**
     * A function returns.
     *
     * @param named what it is by its own name, for calls whose entry was not seen
     * @param armed 1 or 0, or {@link EventSink#NOT_SHOWN}
     * @param durationNanos -1 if not shown
     */
    public void returned(
            EventContext at, FlushFunction named, int depth, int armed, long durationNanos, EventSink sink) {
        at.from(EvidenceSource.GRAPH);
        FlushFunction entered = close(task(at), depth);
        boolean known = entered != FlushFunction.OTHER;
        switch (known ? entered : named) {
            case FLUSH -> sink.flushReturned(at);
            case WALK -> sink.walkEnded(at, armed, known ? closedReturnOffset : -1, durationNanos);
            default -> sink.otherEvent(at, exitName);
        }
    }

    /** Whether the function called {@code b[from, to)} releases a spin lock. */
    public static boolean unlocks(byte[] b, int from, int to) {
        return Ascii.indexOf(b, from, to, SPIN_UNLOCK) >= 0;
    }

    /** Forgets all calls: another capture begins. */
    public void clear() {
        size = 0;
    }

    /** A task migrates and a CPU does not: only without task names is the CPU the best key. */
    private static int task(EventContext at) {
        return at.tid() == EventContext.UNKNOWN ? -2 - at.cpu() : at.tid();
    }

    private void open(int task, int depth, FlushFunction function, long returnOffset) {
        close(task, depth); // what the task had open at this depth or deeper has lost its return
        if (size == MOST_OPEN) {
            size = 0;
        }
        if (size == tasks.length) {
            tasks = Arrays.copyOf(tasks, size * 2);
            depths = Arrays.copyOf(depths, size * 2);
            functions = Arrays.copyOf(functions, size * 2);
            returnOffsets = Arrays.copyOf(returnOffsets, size * 2);
        }
        tasks[size] = task;
        depths[size] = depth;
        functions[size] = function;
        returnOffsets[size] = returnOffset;
        size++;
    }

    /** Leaves the task's call at this depth and all deeper ones; says which function it was, OTHER if none. */
    private FlushFunction close(int task, int depth) {
        FlushFunction closed = FlushFunction.OTHER;
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (tasks[i] == task && depths[i] >= depth) {
                if (depths[i] == depth) {
                    closed = functions[i];
                    closedReturnOffset = returnOffsets[i];
                }
            } else {
                tasks[kept] = tasks[i];
                depths[kept] = depths[i];
                functions[kept] = functions[i];
                returnOffsets[kept] = returnOffsets[i];
                kept++;
            }
        }
        size = kept;
        return closed;
    }

    /** Whether the task is in a walk that runs at this depth. */
    private boolean walksAt(int task, int depth) {
        for (int i = 0; i < size; i++) {
            if (tasks[i] == task && depths[i] == depth && functions[i] == FlushFunction.WALK) {
                return true;
            }
        }
        return false;
    }
}
