package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.payload.FlushFunction;
import dev.wqflush.parsers.payload.GraphCalls;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The records of function_graph. A call without calls within is two records here and one line in print, so its return
 * is not counted; it is known by following its entry on the same CPU.
 */
final class GraphRecords {
    private final Symbols symbols;
    private final GraphCalls calls;
    /** Of each CPU, the address of the function that its last record entered; 0 if that was another record. */
    private long[] entered = new long[64];

    private int[] enteredBy = new int[64];
    /** CPUs whose last record is an entry. */
    private int entries;
    /** The function that the record before this one entered on the same CPU; 0 if it was another record. */
    private long justEntered;

    private int justEnteredBy;

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
            remember(at, address);
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
            boolean leaf = address != 0 && justEntered == address && justEnteredBy == at.tid();
            FlushFunction named = symbols.at(address).flush();
            if (leaf && named == FlushFunction.OTHER) {
                return NameTable.NONE;
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

    /** Another record of the CPU is decoded. */
    void nextRecord(int cpu) {
        justEntered = 0;
        if (entries > 0 && cpu >= 0 && cpu < entered.length && entered[cpu] != 0) {
            justEntered = entered[cpu];
            justEnteredBy = enteredBy[cpu];
            entered[cpu] = 0;
            entries--;
        }
    }

    private void remember(EventContext at, long address) {
        int cpu = at.cpu();
        if (cpu < 0 || address == 0) {
            return;
        }
        if (cpu >= entered.length) {
            entered = Arrays.copyOf(entered, Math.max(cpu + 1, entered.length * 2));
            enteredBy = Arrays.copyOf(enteredBy, entered.length);
        }
        entered[cpu] = address;
        enteredBy[cpu] = at.tid();
        entries++;
    }
}
