package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.input.Ascii;

/**
 * The events of include/trace/events/sched.h that tell where a task is, in the kernel's words
 *
 * <pre>
 * sched_switch: prev_comm=C prev_pid=N prev_prio=N prev_state=S ==> next_comm=C next_pid=N next_prio=N
 * sched_waking: comm=C pid=N prio=N [success=1] target_cpu=NNN
 * sched_migrate_task: comm=C pid=N prio=N orig_cpu=N dest_cpu=N
 * </pre>
 *
 * and in those of trace-cmd's plugin ({@code C:N [prio] S ==> C:N [prio]}, {@code C:N [prio] CPU:NNN}) and of Linux 2.6
 * ({@code task C:N [prio] success=1 [NNN]}). A task's name may hold what looks like fields, so fields are found from
 * the right and the name takes what is left.
 */
final class SchedEventTable {
    private static final byte[] PREVIOUS_COMM = Ascii.bytes("prev_comm=");
    private static final byte[] PREVIOUS_PID = Ascii.bytes(" prev_pid=");
    private static final byte[] PREVIOUS_PRIORITY = Ascii.bytes(" prev_prio=");
    private static final byte[] PREVIOUS_STATE = Ascii.bytes(" prev_state=");
    private static final byte[] NEXT_COMM = Ascii.bytes(" next_comm=");
    private static final byte[] NEXT_PID = Ascii.bytes(" next_pid=");
    private static final byte[] COMM = Ascii.bytes("comm=");
    private static final byte[] PID = Ascii.bytes(" pid=");
    private static final byte[] PRIORITY = Ascii.bytes(" prio=");
    private static final byte[] TARGET_CPU = Ascii.bytes(" target_cpu=");
    private static final byte[] FROM_CPU = Ascii.bytes(" orig_cpu=");
    private static final byte[] TO_CPU = Ascii.bytes(" dest_cpu=");
    private static final byte[] ARROW = Ascii.bytes(" ==> ");
    private static final byte[] PLUGIN_CPU = Ascii.bytes(" CPU:");
    private static final byte[] PLUGIN_PRIORITY = Ascii.bytes(" [");
    private static final byte[] OLD_TASK = Ascii.bytes("task ");
    private static final byte[] OLD_CPU = Ascii.bytes(" success=1 [");

    private final NameTable names;

    SchedEventTable(NameTable names) {
        this.names = names;
    }

    void addTo(EventTable table) {
        table.add("sched_switch", this::switched);
        table.add("sched_waking", (at, b, from, to, sink) -> woken(at, b, from, to, sink, true));
        PayloadDecoder wakeup = (at, b, from, to, sink) -> woken(at, b, from, to, sink, false);
        table.add("sched_wakeup", wakeup);
        table.add("sched_wakeup_new", wakeup);
        table.add("sched_migrate_task", SchedEventTable::migrated);
    }

    private boolean switched(EventContext at, byte[] b, int from, int to, EventSink sink) {
        if (!Ascii.startsWith(b, from, to, PREVIOUS_COMM)) {
            return switchedAsPluginSays(at, b, from, to, sink);
        }
        int nextPid = Ascii.lastIndexOf(b, from, to, NEXT_PID);
        int state = nextPid < 0 ? -1 : Ascii.lastIndexOf(b, from, nextPid, PREVIOUS_STATE);
        int priority = state < 0 ? -1 : Ascii.lastIndexOf(b, from, state, PREVIOUS_PRIORITY);
        int pid = priority < 0 ? -1 : Ascii.lastIndexOf(b, from, priority, PREVIOUS_PID);
        int nextComm = pid < 0 ? -1 : Ascii.indexOf(b, state, nextPid, NEXT_COMM);
        if (nextComm < 0) {
            return false;
        }
        sink.switched(
                at,
                Fields.intAt(b, pid + PREVIOUS_PID.length, priority),
                names.intern(b, from + PREVIOUS_COMM.length, pid),
                state(b, state + PREVIOUS_STATE.length, nextComm),
                Fields.intAt(b, nextPid + NEXT_PID.length, to),
                names.intern(b, nextComm + NEXT_COMM.length, nextPid));
        return true;
    }

    private boolean switchedAsPluginSays(EventContext at, byte[] b, int from, int to, EventSink sink) {
        int nextPriority = Ascii.lastIndexOf(b, from, to, PLUGIN_PRIORITY);
        int arrow = nextPriority < 0 ? -1 : Ascii.lastIndexOf(b, from, nextPriority, ARROW);
        int priority = arrow < 0 ? -1 : Ascii.lastIndexOf(b, from, arrow, PLUGIN_PRIORITY);
        int next = arrow + ARROW.length;
        int nextPid = priority < 0 ? -1 : pidBefore(b, next, nextPriority);
        int pid = nextPid < 0 ? -1 : pidBefore(b, from, priority);
        if (pid < 0) {
            return false;
        }
        int stateFrom = Ascii.trimBlanks(b, priority, arrow) - 1;
        sink.switched(
                at,
                Fields.intAt(b, pid, priority),
                names.intern(b, from, pid - 1),
                b[stateFrom] == 'W' ? TaskState.IDLE : state(b, stateFrom, arrow), // its table is of Linux 2.6
                Fields.intAt(b, nextPid, nextPriority),
                names.intern(b, next, nextPid - 1));
        return true;
    }

    private boolean woken(EventContext at, byte[] b, int from, int to, EventSink sink, boolean waking) {
        int cpu = Ascii.lastIndexOf(b, from, to, TARGET_CPU);
        int priority = cpu < 0 ? -1 : Ascii.lastIndexOf(b, from, cpu, PRIORITY);
        int pid = priority < 0 ? -1 : Ascii.lastIndexOf(b, from, priority, PID);
        if (pid < 0 || !Ascii.startsWith(b, from, pid, COMM)) {
            return wokenAsPluginSays(at, b, from, to, sink);
        }
        int tid = Fields.intAt(b, pid + PID.length, priority);
        int comm = names.intern(b, from + COMM.length, pid);
        int targetCpu = Fields.intAt(b, cpu + TARGET_CPU.length, to);
        if (waking) {
            sink.waking(at, tid, comm, targetCpu);
        } else {
            sink.wakeup(at, tid, comm, targetCpu);
        }
        return true;
    }

    /** {@code comm:pid [prio] CPU:NNN}; neither the plugin nor Linux 2.6 has sched_waking. */
    private boolean wokenAsPluginSays(EventContext at, byte[] b, int payload, int to, EventSink sink) {
        boolean old = Ascii.startsWith(b, payload, to, OLD_TASK);
        int from = old ? payload + OLD_TASK.length : payload;
        byte[] cpuKey = old ? OLD_CPU : PLUGIN_CPU;
        int cpu = Ascii.lastIndexOf(b, from, to, cpuKey);
        int priority = cpu < 0 ? -1 : Ascii.lastIndexOf(b, from, cpu, PLUGIN_PRIORITY);
        int pid = priority < 0 ? -1 : pidBefore(b, from, priority);
        if (pid < 0) {
            return false;
        }
        sink.wakeup(
                at,
                Fields.intAt(b, pid, priority),
                names.intern(b, from, pid - 1),
                Fields.intAt(b, cpu + cpuKey.length, to));
        return true;
    }

    private static boolean migrated(EventContext at, byte[] b, int from, int to, EventSink sink) {
        int toCpu = Ascii.lastIndexOf(b, from, to, TO_CPU);
        int fromCpu = toCpu < 0 ? -1 : Ascii.lastIndexOf(b, from, toCpu, FROM_CPU);
        int priority = fromCpu < 0 ? -1 : Ascii.lastIndexOf(b, from, fromCpu, PRIORITY);
        int pid = priority < 0 ? -1 : Ascii.lastIndexOf(b, from, priority, PID);
        if (pid < 0) {
            return false;
        }
        sink.migrated(
                at,
                Fields.intAt(b, pid + PID.length, priority),
                Fields.intAt(b, fromCpu + FROM_CPU.length, toCpu),
                Fields.intAt(b, toCpu + TO_CPU.length, to));
        return true;
    }

    /** The pid in {@code comm:pid} that ends at {@code to}; -1 if it is not so. */
    private static int pidBefore(byte[] b, int from, int to) {
        int digits = Ascii.digitsBefore(b, from, to);
        return digits < to && digits > from && b[digits - 1] == ':' ? digits : -1;
    }

    /** Letters, or the number of {@code TASK_*} bits. */
    private static TaskState state(byte[] b, int from, int to) {
        if (Fields.isNumber(b, from, to)) {
            return TaskState.ofBits(Fields.intAt(b, from, to));
        }
        return switch (from < to ? b[from] : 0) {
            case 'R' -> TaskState.RUNNABLE;
            case 'S' -> TaskState.INTERRUPTIBLE;
            case 'D' -> TaskState.UNINTERRUPTIBLE;
            case 'I' -> TaskState.IDLE;
            default -> TaskState.OTHER;
        };
    }
}
