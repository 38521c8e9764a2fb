package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.event.TaskState;

/** The events of include/trace/events/sched.h that tell where a task is. */
final class SchedRecords {
    private SchedRecords() {}

    static RecordDecoder switched(Layout layout, int name) {
        Field previousTid = layout.need("prev_pid");
        Field previousComm = layout.need("prev_comm");
        Field previousState = layout.need("prev_state");
        Field nextTid = layout.need("next_pid");
        Field nextComm = layout.need("next_comm");
        return (at, record, sink) -> {
            sink.switched(
                    at,
                    (int) record.number(previousTid),
                    record.text(previousComm),
                    TaskState.ofBits((int) record.number(previousState)),
                    (int) record.number(nextTid),
                    record.text(nextComm));
            return name;
        };
    }

    static RecordDecoder waking(Layout layout, int name) {
        Field tid = layout.need("pid");
        Field comm = layout.need("comm");
        Field targetCpu = layout.need("target_cpu");
        return (at, record, sink) -> {
            sink.waking(at, (int) record.number(tid), record.text(comm), (int) record.number(targetCpu));
            return name;
        };
    }

    static RecordDecoder wakeup(Layout layout, int name) {
        Field tid = layout.need("pid");
        Field comm = layout.need("comm");
        Field targetCpu = layout.need("target_cpu");
        return (at, record, sink) -> {
            sink.wakeup(at, (int) record.number(tid), record.text(comm), (int) record.number(targetCpu));
            return name;
        };
    }

    static RecordDecoder migrated(Layout layout, int name) {
        Field tid = layout.need("pid");
        Field fromCpu = layout.need("orig_cpu");
        Field toCpu = layout.need("dest_cpu");
        return (at, record, sink) -> {
            sink.migrated(at, (int) record.number(tid), (int) record.number(fromCpu), (int) record.number(toCpu));
            return name;
        };
    }
}
