package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.parsers.event.NameTable;
import org.jspecify.annotations.Nullable;

/** The records of the function tracer. */
final class FunctionRecords {
    private FunctionRecords() {}

    static RecordDecoder called(Layout layout, int name, Symbols symbols) {
        Field address = layout.need("ip");
        @Nullable Field arguments = layout.mayHave("args");
        return (at, record, sink) -> {
            at.from(EvidenceSource.FUNCTION);
            switch (symbols.at(record.number(address)).flush()) {
                case FLUSH -> sink.flushEntered(at, first(record, arguments), NameTable.NONE);
                case WALK ->
                    sink.walkBegan(
                            at, first(record, arguments), NameTable.NONE, EventSink.NOT_SHOWN, EventSink.NOT_SHOWN);
                case DRAIN -> sink.drainEntered(at, first(record, arguments), NameTable.NONE);
                case OTHER -> sink.otherEvent(at, name);
            }
            return name;
        };
    }

    /** The workqueue, which options func-args and funcgraph-args record as the first of 64-bit registers; 0 without. */
    static long first(RawRecord record, @Nullable Field arguments) {
        return arguments == null ? 0 : record.number(arguments.offset(), Long.BYTES, false);
    }
}
