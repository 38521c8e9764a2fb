package dev.wqflush.parsers.tracepoint;

/** The events of include/trace/events/lock.h that kernels have without lock debugging. */
final class LockRecords {
    private LockRecords() {}

    static RecordDecoder contentionBegan(Layout layout, int name) {
        Field lock = layout.need("lock_addr");
        Field flags = layout.need("flags");
        return (at, record, sink) -> {
            sink.contentionBegan(at, record.number(lock), (int) record.number(flags));
            return name;
        };
    }

    static RecordDecoder contentionEnded(Layout layout, int name) {
        Field lock = layout.need("lock_addr");
        Field result = layout.need("ret");
        return (at, record, sink) -> {
            sink.contentionEnded(at, record.number(lock), (int) record.number(result));
            return name;
        };
    }

    static RecordDecoder contendedReleased(Layout layout, int name) {
        Field lock = layout.need("lock_addr");
        return (at, record, sink) -> {
            sink.contendedReleased(at, record.number(lock));
            return name;
        };
    }
}
