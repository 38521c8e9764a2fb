package dev.wqflush.parsers.ftracetext;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.payload.Fields;
import dev.wqflush.parsers.payload.FlushFunction;
import dev.wqflush.parsers.payload.GraphCalls;

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
    private static final byte[] BLOCK = Ascii.bytes(") {");
    private static final byte[] NAMED_RETURN = Ascii.bytes("} /* ");
    private static final byte[] RESULT = Ascii.bytes("ret=");
    private static final byte[] OLD_RESULT = Ascii.bytes(" = ");
    private static final byte[] CALLER = Ascii.bytes("<-");

    private final GraphCalls calls;

    GraphDecoder(NameTable names) {
        calls = new GraphCalls(names);
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
        if (b[from] == '}') {
            boolean named = Ascii.startsWith(b, from, to, NAMED_RETURN); // tracing_thresh shows no entries
            FlushFunction function = named ? FlushFunction.at(b, from + NAMED_RETURN.length, to) : FlushFunction.OTHER;
            calls.returned(at.named(calls.exitName()), function, depth, armed(b, from, to), durationNanos, sink);
            return calls.exitName();
        }
        at.named(calls.entryName());
        FlushFunction function = FlushFunction.at(b, from, to);
        if (function == FlushFunction.OTHER) {
            calls.entered(at, function, isSpinUnlock(b, from, to), 0, depth, -1, inInterrupt, sink);
            return calls.entryName();
        }
        long workqueue = FlushFunction.workqueueArgument(b, from, to);
        calls.entered(at, function, false, workqueue, depth, returnOffset(b, from, to), inInterrupt, sink);
        if (Ascii.indexOf(b, from, to, BLOCK) < 0) {
            leafReturned(at, b, from, to, function, depth, durationNanos, sink);
        }
        return calls.entryName();
    }

    /** A call without calls within: its line has the time of the entry. */
    private void leafReturned(
            EventContext at,
            byte[] b,
            int from,
            int to,
            FlushFunction function,
            int depth,
            long durationNanos,
            EventSink sink) {
        at.set(
                at.timeNanos() + Math.max(durationNanos, 0),
                at.cpu(),
                at.tid(),
                at.comm(),
                at.execution(),
                at.preemptDepth(),
                at.position());
        calls.returned(at, function, depth, armed(b, from, to), durationNanos, sink);
    }

    private static boolean isSpinUnlock(byte[] b, int from, int to) {
        int parenthesis = Ascii.indexOf(b, from, to, (byte) '(');
        return GraphCalls.unlocks(b, from, parenthesis < 0 ? to : parenthesis);
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
