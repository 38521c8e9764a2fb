package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.Ascii;

/**
 * The events of include/trace/events/workqueue.h, as all kernels from 2.6.36 print them:
 *
 * <pre>
 * workqueue_queue_work: work struct=P function=F workqueue=W req_cpu=N cpu=N
 * workqueue_activate_work: work struct P [function=F]
 * workqueue_execute_start: work struct P: function F
 * workqueue_execute_end: work struct P[: function F]
 * </pre>
 *
 * and by name ({@code work=P function=F}) with option {@code fields} and {@code trace-cmd report -R}. Up to Linux 5.12
 * {@code W} is a pointer; it then serves as the name.
 */
final class WorkqueueEventTable {
    private static final byte[] WORK_STRUCT = Ascii.bytes("work struct");
    private static final byte[] WORK = Ascii.bytes("work");
    private static final byte[] FUNCTION = Ascii.bytes(" function");
    private static final byte[] WORKQUEUE = Ascii.bytes(" workqueue=");
    private static final byte[] REQUESTED_CPU = Ascii.bytes(" req_cpu=");
    private static final byte[] CPU = Ascii.bytes(" cpu=");

    private final NameTable names;

    WorkqueueEventTable(NameTable names) {
        this.names = names;
    }

    void addTo(EventTable table) {
        table.add("workqueue_queue_work", this::queued);
        table.add("workqueue_activate_work", WorkqueueEventTable::activated);
        table.add("workqueue_execute_start", this::started);
        table.add("workqueue_execute_end", this::ended);
    }

    /** The workqueue's name may hold blanks and field names, so it ends at the last {@code req_cpu=}. */
    private boolean queued(EventContext at, byte[] b, int from, int to, EventSink sink) {
        int work = workAt(b, from, to);
        int function = work < 0 ? -1 : Ascii.indexOf(b, work, to, FUNCTION);
        int workqueue = function < 0 ? -1 : Ascii.indexOf(b, function, to, WORKQUEUE);
        int requestedCpu = workqueue < 0 ? -1 : Ascii.lastIndexOf(b, workqueue, to, REQUESTED_CPU);
        int cpu = requestedCpu < 0 ? -1 : Ascii.lastIndexOf(b, requestedCpu, to, CPU);
        if (cpu < 0) {
            return false;
        }
        sink.workQueued(
                at,
                Fields.pointer(b, work, function),
                functionName(b, function, workqueue),
                names.intern(b, workqueue + WORKQUEUE.length, requestedCpu),
                Fields.intAt(b, requestedCpu + REQUESTED_CPU.length, cpu),
                Fields.intAt(b, cpu + CPU.length, to));
        return true;
    }

    private static boolean activated(EventContext at, byte[] b, int from, int to, EventSink sink) {
        int work = workAt(b, from, to);
        if (work < 0) {
            return false;
        }
        int function = Ascii.indexOf(b, work, to, FUNCTION);
        sink.workActivated(at, Fields.pointer(b, work, function < 0 ? to : function));
        return true;
    }

    private boolean started(EventContext at, byte[] b, int from, int to, EventSink sink) {
        int work = workAt(b, from, to);
        int function = work < 0 ? -1 : Ascii.indexOf(b, work, to, FUNCTION);
        if (function < 0) {
            return false;
        }
        sink.workStarted(at, workBefore(b, work, function), functionName(b, function, to));
        return true;
    }

    private boolean ended(EventContext at, byte[] b, int from, int to, EventSink sink) {
        int work = workAt(b, from, to);
        if (work < 0) {
            return false;
        }
        int function = Ascii.indexOf(b, work, to, FUNCTION);
        if (function < 0) {
            sink.workEnded(at, workBefore(b, work, to), NameTable.NONE);
        } else {
            sink.workEnded(at, workBefore(b, work, function), functionName(b, function, to));
        }
        return true;
    }

    /** Where the work's address stands, -1 if the payload begins otherwise. */
    private static int workAt(byte[] b, int from, int to) {
        byte[] key = Ascii.startsWith(b, from, to, WORK_STRUCT) ? WORK_STRUCT : WORK;
        int at = from + key.length + 1;
        return Ascii.startsWith(b, from, to, key) && at < to && (b[at - 1] == '=' || b[at - 1] == ' ') ? at : -1;
    }

    private static long workBefore(byte[] b, int work, int to) {
        return Fields.pointer(b, work, to > work && b[to - 1] == ':' ? to - 1 : to);
    }

    private int functionName(byte[] b, int keyword, int to) {
        return Fields.function(b, keyword + FUNCTION.length + 1, to, names);
    }
}
