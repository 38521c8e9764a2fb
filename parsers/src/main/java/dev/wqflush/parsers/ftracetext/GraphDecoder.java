package dev.wqflush.parsers.ftracetext;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.payload.Fields;
import dev.wqflush.parsers.payload.FlushFunction;

/**
 * Gives a meaning to calls and returns of function_graph, the tracer's own lines or trace-cmd's {@code funcgraph_entry}
 * and {@code funcgraph_exit}:
 *
 * <pre>
 * name() {          name();          }          } /* name ret=0x1 *&#47;
 * </pre>
 *
 * Depth is told by the indent, not by counting brackets: the file may begin or lose lines anywhere.
 */
final class GraphDecoder {
    private static final byte[] SPIN_UNLOCK = Ascii.bytes("spin_unlock");
    private static final byte[] BLOCK = Ascii.bytes(") {");
    private static final byte[] NAMED_RETURN = Ascii.bytes("} /* ");
    private static final byte[] RESULT = Ascii.bytes("ret=");
    private static final byte[] OLD_RESULT = Ascii.bytes(" = ");
    private static final byte[] CALLER = Ascii.bytes("<-");

    private final GraphCalls calls = new GraphCalls();
    private final int entryName;
    private final int exitName;

    GraphDecoder(NameTable names) {
        entryName = names.intern("funcgraph_entry");
        exitName = names.intern("funcgraph_exit");
    }

    /** Forgets all calls: another capture begins. */
    void reset() {
        calls.clear();
    }

    /**
     * Tells what {@code b[from, to)} says.
     *
     * @param durationNanos of a leaf or a return; -1 if not shown
     * @param inInterrupt whether a hard interrupt runs on top of the task
     * @return the name to count the line by
     */
    int decode(
            EventContext at,
            byte[] b,
            int from,
            int to,
            int depth,
            long durationNanos,
            boolean inInterrupt,
            EventSink sink) {
        // a task migrates and a CPU does not: only without task names is the CPU the best key
        int task = at.tid() == EventContext.UNKNOWN ? -2 - at.cpu() : at.tid();
        at.from(EvidenceSource.GRAPH);
        if (b[from] == '}') {
            returned(at.named(exitName), b, from, to, task, depth, durationNanos, sink);
            return exitName;
        }
        at.named(entryName);
        boolean leaf = Ascii.indexOf(b, from, to, BLOCK) < 0;
        FlushFunction function = FlushFunction.at(b, from, to);
        switch (function) {
            case FLUSH -> sink.flushEntered(at, FlushFunction.workqueueArgument(b, from, to), NameTable.NONE);
            case WALK ->
                sink.walkBegan(
                        at,
                        FlushFunction.workqueueArgument(b, from, to),
                        NameTable.NONE,
                        EventSink.NOT_SHOWN,
                        EventSink.NOT_SHOWN);
            case DRAIN -> sink.drainEntered(at, FlushFunction.workqueueArgument(b, from, to), NameTable.NONE);
            case OTHER -> {
                if (!inInterrupt && calls.walksAt(task, depth - 1) && isSpinUnlock(b, from, to)) {
                    sink.poolLockCycled(at);
                } else {
                    sink.otherEvent(at, entryName);
                }
            }
        }
        if (function != FlushFunction.OTHER) {
            if (leaf) {
                leafReturned(at, b, from, to, function, durationNanos, sink);
            } else {
                calls.open(task, depth, function, returnOffset(b, from, to));
            }
        }
        return entryName;
    }

    private void returned(
            EventContext at, byte[] b, int from, int to, int task, int depth, long durationNanos, EventSink sink) {
        FlushFunction entered = calls.close(task, depth);
        boolean known = entered != FlushFunction.OTHER;
        boolean named = !known && Ascii.startsWith(b, from, to, NAMED_RETURN); // tracing_thresh shows no entries
        switch (named ? FlushFunction.at(b, from + NAMED_RETURN.length, to) : entered) {
            case FLUSH -> sink.flushReturned(at);
            case WALK -> sink.walkEnded(at, armed(b, from, to), known ? calls.closedReturnOffset() : -1, durationNanos);
            default -> sink.otherEvent(at, exitName);
        }
    }

    /** A call without calls within: its line has the time of the entry. */
    private static void leafReturned(
            EventContext at, byte[] b, int from, int to, FlushFunction function, long durationNanos, EventSink sink) {
        at.set(
                        at.timeNanos() + Math.max(durationNanos, 0),
                        at.cpu(),
                        at.tid(),
                        at.comm(),
                        at.execution(),
                        at.preemptDepth(),
                        at.position())
                .from(EvidenceSource.GRAPH);
        if (function == FlushFunction.FLUSH) {
            sink.flushReturned(at);
        } else if (function == FlushFunction.WALK) {
            sink.walkEnded(at, armed(b, from, to), returnOffset(b, from, to), durationNanos);
        }
    }

    private static boolean isSpinUnlock(byte[] b, int from, int to) {
        int parenthesis = Ascii.indexOf(b, from, to, (byte) '(');
        return Ascii.indexOf(b, from, parenthesis < 0 ? to : parenthesis, SPIN_UNLOCK) >= 0;
    }

    /** Shown with option funcgraph-retval; the function returns a bool in the low byte. */
    private static int armed(byte[] b, int from, int to) {
        int result = Ascii.indexOf(b, from, to, RESULT);
        int value = result + RESULT.length;
        if (result < 0) {
            result = Ascii.indexOf(b, from, to, OLD_RESULT);
            value = result + OLD_RESULT.length;
        }
        return result < 0 ? EventSink.NOT_SHOWN : (Ascii.number(b, value, to) & 0xff) == 0 ? 0 : 1;
    }

    /** Shown with option funcgraph-retaddr: {@code <-caller+0x2ee/0x580}. */
    private static long returnOffset(byte[] b, int from, int to) {
        int caller = Ascii.indexOf(b, from, to, CALLER);
        int plus = caller < 0 ? -1 : Ascii.indexOf(b, caller, Fields.wordEnd(b, caller, to), (byte) '+');
        return plus < 0 ? -1 : Ascii.number(b, plus + 1, to);
    }
}
