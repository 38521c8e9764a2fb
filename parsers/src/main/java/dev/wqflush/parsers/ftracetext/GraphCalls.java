package dev.wqflush.parsers.ftracetext;

import dev.wqflush.parsers.payload.FlushFunction;
import java.util.Arrays;

/**
 * Calls of flushes and walks that function_graph has seen entered and not yet left, by task and depth. There are as
 * many as tasks that flush at once, so they are looked through one by one.
 */
final class GraphCalls {
    /** More open calls than this are leftovers of lost returns. */
    private static final int MOST_OPEN = 1024;

    private int[] tasks = new int[16];
    private int[] depths = new int[16];
    private FlushFunction[] functions = new FlushFunction[16];
    private long[] returnOffsets = new long[16];
    private int size;
    private long closedReturnOffset = -1;

    /** Enters a call; what the task had open at this depth or deeper has lost its return. */
    void open(int task, int depth, FlushFunction function, long returnOffset) {
        close(task, depth);
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
    FlushFunction close(int task, int depth) {
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

    /** Where the call that {@link #close} closed last returns to, as an offset in its caller; -1 if not shown. */
    long closedReturnOffset() {
        return closedReturnOffset;
    }

    /** Whether the task is in a walk that runs at this depth. */
    boolean walksAt(int task, int depth) {
        for (int i = 0; i < size; i++) {
            if (tasks[i] == task && depths[i] == depth && functions[i] == FlushFunction.WALK) {
                return true;
            }
        }
        return false;
    }

    void clear() {
        size = 0;
    }
}
