package dev.wqflush.cli.events;

import static dev.wqflush.parsers.event.EventContext.UNKNOWN;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.LockFlags;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Tells events as ftrace text that means the same to this program, whatever they were read from: a line an event, with
 * all that the analysis takes from it and nothing else. What function_graph saw is told as trace-cmd prints it, the
 * rest as the kernel does. Names have to be without blanks and quotes where a field is told by them.
 *
 * <p>A walk that is not a leaf of function_graph loses its call site, which only its return tells.
 */
public final class FtraceText implements EventSink {
    /** Takes the lines. */
    public interface Lines {
        /**
         * A line.
         *
         * @param firstEvent number of the first event that it tells, from 1; 0 for none
         * @param lastEvent the last: a call and its return can be one line
         */
        void line(String text, long firstEvent, long lastEvent) throws IOException;
    }

    /** Beyond the CPUs that Linux can have, which is read as not known. */
    private static final int NO_CPU = 99_999;

    private static final Pattern GROUP = Pattern.compile("^\\w+:(?=\\w{4})");

    private static final long NANOS = 1_000_000_000;

    private static final String FLUSH = "__flush_workqueue";
    private static final String WALK = "flush_workqueue_prep_pwqs";
    private static final String DRAIN = "drain_workqueue";

    /** How deep calls are told to be, so that each stands within the one before it. */
    private enum Depth {
        DRAIN(""),
        FLUSH("  "),
        WALK("    "),
        UNLOCK("      "),
        OTHER("          ");

        final String indent;

        Depth(String indent) {
            this.indent = indent;
        }
    }

    private final Lines lines;
    private final StringBuilder line = new StringBuilder();
    private NameTable names = new NameTable();
    private TraceClock clock = TraceClock.NONE;
    private long events;

    /** A call that function_graph saw, whose line is made when it is known whether its return is the next event. */
    private final EventContext callAt = new EventContext();

    private String called = "";
    private long calledPointer;
    private Depth calledDepth = Depth.OTHER;

    /** Tells nothing yet. */
    public FtraceText(Lines lines) {
        this.lines = lines;
    }

    /** There are no more events. */
    public void end() {
        finishCall("() {", -1, events);
    }

    // ---- what is not of a task

    @Override
    public void captureBegan(NameTable newNames) {
        finishCall("() {", -1, events);
        names = newNames;
        clock = TraceClock.NONE;
        pass("# tracer: nop", 0, 0);
        pass("#", 0, 0);
    }

    @Override
    public void kernelRelease(String release) {
        pass("# wqflush latency trace v1.1.5 on " + release.replaceAll("[^\\w.+~-]", "_"), 0, 0);
    }

    @Override
    public void onlineCpus(int count) {
        pass("# entries-in-buffer/entries-written: 0/0   #P:" + count, 0, 0);
    }

    @Override
    public void configuredCpus(int count) {
        pass("cpus=" + count, 0, 0);
    }

    @Override
    public void clock(TraceClock newClock) {
        clock = newClock;
    }

    @Override
    public void eventsLost(int cpu, long count, long position) {
        finishCall("() {", -1, events);
        pass("CPU:" + Math.max(cpu, 0) + " [LOST " + (count < 0 ? "" : count + " ") + "EVENTS]", 0, 0);
    }

    @Override
    public void bufferStarted(int cpu, long position) {
        finishCall("() {", -1, events);
        pass("##### CPU " + Math.max(cpu, 0) + " buffer started ####", 0, 0);
    }

    // ---- items

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        event(
                at,
                "workqueue_queue_work: work struct=%016x function=%s workqueue=%s req_cpu=%d cpu=%d",
                work,
                names.name(function),
                names.name(workqueue),
                requestedCpu,
                poolCpu);
    }

    @Override
    public void workActivated(EventContext at, long work) {
        event(at, "workqueue_activate_work: work struct %016x", work);
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        event(at, "workqueue_execute_start: work struct %016x: function %s", work, names.name(function));
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        if (function == NameTable.NONE) {
            event(at, "workqueue_execute_end: work struct %016x", work);
        } else {
            event(at, "workqueue_execute_end: work struct %016x: function %s", work, names.name(function));
        }
    }

    // ---- locks and scheduler

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        StringBuilder told = new StringBuilder();
        flag(told, flags, LockFlags.SPIN, "SPIN");
        flag(told, flags, LockFlags.READ, "READ");
        flag(told, flags, LockFlags.WRITE, "WRITE");
        flag(told, flags, LockFlags.RT, "RT");
        flag(told, flags, LockFlags.PERCPU, "PERCPU");
        flag(told, flags, LockFlags.MUTEX, "MUTEX");
        event(at, "contention_begin: %016x (flags=%s)", lock, told);
    }

    private static void flag(StringBuilder told, int flags, int bit, String name) {
        if ((flags & bit) != 0) {
            told.append(told.isEmpty() ? "" : "|").append(name);
        }
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        event(at, "contention_end: %016x (ret=%d)", lock, result);
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        event(at, "contended_release: %016x", lock);
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        event(
                at,
                "sched_switch: prev_comm=%s prev_pid=%d prev_prio=120 prev_state=%s ==> next_comm=%s next_pid=%d"
                        + " next_prio=120",
                names.name(previousComm),
                previousTid,
                switch (previousState) {
                    case RUNNABLE -> "R";
                    case INTERRUPTIBLE -> "S";
                    case UNINTERRUPTIBLE -> "D";
                    case IDLE -> "I";
                    case OTHER -> "X";
                },
                names.name(nextComm),
                nextTid);
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        woken(at, "sched_waking", tid, comm, targetCpu);
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        boolean isNew = names.name(at.eventName()).endsWith("sched_wakeup_new");
        woken(at, isNew ? "sched_wakeup_new" : "sched_wakeup", tid, comm, targetCpu);
    }

    private void woken(EventContext at, String event, int tid, int comm, int targetCpu) {
        event(at, "%s: comm=%s pid=%d prio=120 target_cpu=%03d", event, names.name(comm), tid, targetCpu);
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        event(at, "sched_migrate_task: comm= pid=%d prio=120 orig_cpu=%d dest_cpu=%d", tid, fromCpu, toCpu);
    }

    // ---- flushes

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        entered(at, FLUSH, Depth.FLUSH, pointer, name, "");
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        entered(at, DRAIN, Depth.DRAIN, pointer, name, "");
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        entered(
                at,
                WALK,
                Depth.WALK,
                pointer,
                name,
                colour(" flush_color=", flushColour) + colour(" work_color=", workColour));
    }

    private static String colour(String key, int colour) {
        return colour == NOT_SHOWN ? "" : key + colour;
    }

    private void entered(EventContext at, String function, Depth depth, long pointer, int name, String colours) {
        switch (at.source()) {
            case GRAPH -> {
                finishCall("() {", -1, events);
                events++;
                callAt.copy(at);
                called = function;
                calledPointer = pointer;
                calledDepth = depth;
            }
            case FUNCTION -> event(at, "function: %s(%s) <-", function, pointer == 0 ? "" : argument(pointer));
            case PROBE, TRACEPOINT ->
                event(
                        at,
                        "%s: (%s+0x0/0x0)%s%s%s",
                        probe(at, function + "_entry"),
                        function,
                        pointer == 0 ? "" : " " + argument(pointer),
                        name == NameTable.NONE ? "" : " name=\"" + names.name(name) + "\"",
                        colours);
        }
    }

    private static String argument(long pointer) {
        return "wq=0x" + Long.toHexString(pointer);
    }

    private String probe(EventContext at, String otherwise) {
        String name = eventName(at.eventName());
        return name.isEmpty() ? otherwise : name;
    }

    @Override
    public void flushReturned(EventContext at) {
        if (at.source() == EvidenceSource.GRAPH) {
            returned(at, FLUSH, Depth.FLUSH, NOT_SHOWN, -1, -1);
        } else {
            event(at, "%s: (caller+0x0/0x0 <- %s)", probe(at, FLUSH + "_return"), FLUSH);
        }
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        if (at.source() == EvidenceSource.GRAPH) {
            returned(at, WALK, Depth.WALK, armed, callSite, durationNanos);
        } else {
            event(
                    at,
                    "%s: (%s%s <- %s)%s",
                    probe(at, WALK + "_return"),
                    FLUSH,
                    callSite < 0 ? "" : "+0x" + Long.toHexString(callSite) + "/0x4000",
                    WALK,
                    armed == NOT_SHOWN ? "" : " ret=" + armed);
        }
    }

    // ---- function_graph

    @Override
    public void poolLockCycled(EventContext at) {
        event(at, "funcgraph_entry: |  %s_raw_spin_unlock();", Depth.UNLOCK.indent);
    }

    private void returned(EventContext at, String function, Depth depth, int armed, long callSite, long durationNanos) {
        String result = armed == NOT_SHOWN ? "" : " ret=" + armed;
        boolean leaf = called.equals(function)
                && at.eventName() == NameTable.NONE
                && at.tid() == callAt.tid()
                && at.timeNanos() == callAt.timeNanos() + Math.max(durationNanos, 0);
        if (leaf) {
            events++;
            String site = callSite < 0 ? "" : " <-caller+0x" + Long.toHexString(callSite);
            finishCall("(); /*" + site + result + " */", durationNanos, events - 1);
        } else {
            event(at, "funcgraph_exit: %s|  %s} /* %s%s */", duration(durationNanos), depth.indent, function, result);
        }
    }

    private static String duration(long nanos) {
        return nanos < 0 ? "" : String.format(Locale.ROOT, "%d.%03d us ", nanos / 1_000, nanos % 1_000);
    }

    /**
     * Tells the call that waits for it.
     *
     * @param tail what stands behind the function's name; arguments are put into its parentheses
     * @param first number of the event of the call
     */
    private void finishCall(String tail, long durationNanos, long first) {
        if (called.isEmpty()) {
            return;
        }
        String body = tail;
        if (calledPointer != 0) {
            body = "(" + argument(calledPointer) + tail.substring(1);
        }
        String text = "funcgraph_entry: " + duration(durationNanos) + "|  " + calledDepth.indent + called + body;
        called = "";
        tell(callAt, text, first);
    }

    // ---- others

    @Override
    public void otherEvent(EventContext at, int eventName) {
        String name = eventName(eventName);
        switch (at.source()) {
            case GRAPH -> event(at, "%s: |  %s", name, Depth.OTHER.indent + (name.endsWith("exit") ? "}" : "other();"));
            case FUNCTION -> event(at, "function: other <-");
            case PROBE, TRACEPOINT -> event(at, "%s:", name.isEmpty() ? "other" : name);
        }
    }

    /** As an identifier, without the group that perf puts before it. */
    private String eventName(int id) {
        return GROUP.matcher(names.name(id)).replaceFirst("").replaceAll("\\W", "_");
    }

    private void event(EventContext at, String format, Object... values) {
        finishCall("() {", -1, events);
        events++;
        tell(at, String.format(Locale.ROOT, format, values), events);
    }

    private void tell(EventContext at, String text, long firstEvent) {
        line.setLength(0);
        boolean columns = at.tid() == UNKNOWN && (at.cpu() != UNKNOWN || clock != TraceClock.NONE);
        if (columns) {
            columns(at);
            line.append("/* ").append(text).append(" */");
        } else {
            context(at);
            line.append(text);
        }
        pass(line.toString(), firstEvent, events);
    }

    /** What stands before an event; nothing where nothing is known, as with option context-info off. */
    private void context(EventContext at) {
        if (at.tid() == UNKNOWN) {
            return;
        }
        String comm = at.comm() == NameTable.NONE ? "<...>" : names.name(at.comm());
        line.append(String.format(
                Locale.ROOT, "%16s-%-7d [%03d] ", comm, at.tid(), at.cpu() == UNKNOWN ? NO_CPU : at.cpu()));
        if (at.execution() != ExecutionContext.UNKNOWN || at.preemptDepth() != UNKNOWN) {
            line.append(flags(at)).append(' ');
        }
        line.append(time(at)).append(": ");
    }

    /** The columns of function_graph, where the task may be left out. */
    private void columns(EventContext at) {
        if (clock == TraceClock.NANOSECONDS) {
            line.append(time(at)).append(" | ");
        }
        if (at.cpu() != UNKNOWN) {
            line.append(at.cpu()).append(") ");
        }
        if (at.execution() != ExecutionContext.UNKNOWN || at.preemptDepth() != UNKNOWN) {
            line.append(flags(at)).append(" | ");
        }
        line.append("|  ");
    }

    private static String flags(EventContext at) {
        char execution = switch (at.execution()) {
            case TASK -> '.';
            case SOFTIRQ -> 's';
            case HARDIRQ -> 'h';
            case NMI -> 'Z';
            case UNKNOWN -> '?';
        };
        int depth = at.preemptDepth();
        char digit = depth == UNKNOWN ? '?' : depth == 0 ? '.' : Character.forDigit(depth & 15, 16);
        return ".." + execution + digit + ".";
    }

    private String time(EventContext at) {
        long time = at.timeNanos();
        return clock == TraceClock.NANOSECONDS
                ? String.format(Locale.ROOT, "%d.%09d", time / NANOS, time % NANOS)
                : Long.toUnsignedString(time);
    }

    private void pass(String text, long firstEvent, long lastEvent) {
        try {
            lines.line(text, firstEvent, lastEvent);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
