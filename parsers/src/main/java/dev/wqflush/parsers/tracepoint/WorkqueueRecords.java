package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.event.NameTable;
import org.jspecify.annotations.Nullable;

/** The events of include/trace/events/workqueue.h; {@code WorkqueueEventTable} has their text. */
final class WorkqueueRecords {
    private WorkqueueRecords() {}

    /** Up to Linux 5.12 the workqueue is a pointer, which then serves as the name, as printed. */
    static RecordDecoder queued(Layout layout, int name, NameTable names, Symbols symbols) {
        Field work = layout.need("work");
        Field function = layout.need("function");
        Field workqueue = layout.need("workqueue");
        Field requestedCpu = layout.need("req_cpu");
        Field cpu = layout.need("cpu");
        return (at, record, sink) -> {
            sink.workQueued(
                    at,
                    record.number(work),
                    symbols.at(record.number(function)).name(),
                    workqueue.isText()
                            ? record.text(workqueue)
                            : names.intern("0x" + Long.toHexString(record.number(workqueue))),
                    (int) record.number(requestedCpu),
                    (int) record.number(cpu));
            return name;
        };
    }

    static RecordDecoder activated(Layout layout, int name) {
        Field work = layout.need("work");
        return (at, record, sink) -> {
            sink.workActivated(at, record.number(work));
            return name;
        };
    }

    static RecordDecoder started(Layout layout, int name, Symbols symbols) {
        Field work = layout.need("work");
        Field function = layout.need("function");
        return (at, record, sink) -> {
            sink.workStarted(
                    at, record.number(work), symbols.at(record.number(function)).name());
            return name;
        };
    }

    static RecordDecoder ended(Layout layout, int name, Symbols symbols) {
        Field work = layout.need("work");
        @Nullable Field function = layout.mayHave("function");
        return (at, record, sink) -> {
            int known = function == null
                    ? NameTable.NONE
                    : symbols.at(record.number(function)).name();
            sink.workEnded(at, record.number(work), known);
            return name;
        };
    }
}
