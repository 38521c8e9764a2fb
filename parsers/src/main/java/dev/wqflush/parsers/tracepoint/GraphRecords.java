package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.payload.FlushFunction;
import dev.wqflush.parsers.payload.GraphCalls;
import org.jspecify.annotations.Nullable;

/**
 * The records of function_graph. A call without calls within is two records here, and one line in trace-cmd's print if
 * no record of any CPU stands between them; then the return is not counted here either.
 */
final class GraphRecords {
    private final Symbols symbols;
    private final GraphCalls calls;
    /** The function that the last record entered; 0 if it was another record. */
    private long entered;

    private int enteredBy;
    private int enteredOn;
    /** The same of the record before the last. */
    private long enteredBefore;

    GraphRecords(NameTable names, Symbols symbols) {
        this.symbols = symbols;
        this.calls = new GraphCalls(names);
    }

    RecordDecoder entered(Layout layout, int name) {
        Field function = layout.need("func");
        Field depth = layout.need("depth");
        @Nullable Field arguments = layout.mayHave("args");
        @Nullable Field returnAddress = layout.mayHave("retaddr");
        return (at, record, sink) -> {
            long address = record.number(function);
            KernelFunction called = symbols.at(address);
            boolean meant = called.flush() != FlushFunction.OTHER;
            calls.entered(
                    at,
                    called.flush(),
                    called.unlocks(),
                    meant ? FunctionRecords.first(record, arguments) : 0,
                    (int) record.number(depth),
                    meant && returnAddress != null ? offset(record.number(returnAddress)) : -1,
                    at.execution() == ExecutionContext.HARDIRQ,
                    sink);
            entered = address;
            enteredBy = at.tid();
            enteredOn = at.cpu();
            return name;
        };
    }

    RecordDecoder returned(Layout layout, int name) {
        Field function = layout.need("func");
        Field depth = layout.need("depth");
        Field called = layout.need("calltime");
        Field left = layout.need("rettime");
        @Nullable Field result = layout.mayHave("retval");
        return (at, record, sink) -> {
            long address = record.number(function);
            boolean leaf =
                    enteredBefore != 0 && enteredBefore == address && enteredBy == at.tid() && enteredOn == at.cpu();
            FlushFunction named = symbols.at(address).flush();
            if (leaf && named == FlushFunction.OTHER) {
                return NameTable.NONE;
            }
            if (leaf) {
                at.named(NameTable.NONE);
            }
            int armed = result == null ? EventSink.NOT_SHOWN : (record.number(result) & 0xff) == 0 ? 0 : 1;
            calls.returned(
                    at, named, (int) record.number(depth), armed, record.number(left) - record.number(called), sink);
            return leaf ? NameTable.NONE : name;
        };
    }

    private long offset(long returnAddress) {
        return symbols.at(returnAddress).offsetOf(returnAddress);
    }

    /** Another record is decoded. */
    void nextRecord() {
        enteredBefore = entered;
        entered = 0;
    }
}
