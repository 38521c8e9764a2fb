package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.payload.ProbeHit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The events of a capture by the number in their records. */
public final class TracepointTable {
    /** {@code common_type} has 16 bits. */
    private static final int MOST_IDS = 1 << 16;

    private final NameTable names;
    private final Symbols symbols;
    private final ProbeHit probes = new ProbeHit();
    private final GraphRecords graph;
    private @Nullable Tracepoint[] tracepoints = new Tracepoint[512];
    private Field type = new Field("common_type", 0, 2, false, Field.Kind.NUMBER);
    private Field flags = new Field("common_flags", 2, 1, false, Field.Kind.NUMBER);
    private Field preemptCount = new Field("common_preempt_count", 3, 1, false, Field.Kind.NUMBER);
    private Field tid = new Field("common_pid", 4, 4, true, Field.Kind.NUMBER);

    /** A table without events. */
    public TracepointTable(NameTable names, Symbols symbols) {
        this.names = names;
        this.symbols = symbols;
        this.graph = new GraphRecords(names, symbols);
    }

    /** Adds an event; one with the number of another takes its place. */
    public void add(EventFormat format) {
        int id = format.id();
        if (id >= MOST_IDS) {
            return;
        }
        if (id >= tracepoints.length) {
            tracepoints = Arrays.copyOf(tracepoints, Math.max(id + 1, tracepoints.length * 2));
        }
        tracepoints[id] = tracepoint(format);
        type = common(format, type);
        flags = common(format, flags);
        preemptCount = common(format, preemptCount);
        tid = common(format, tid);
    }

    /** The event of a number; null if the capture does not describe it. */
    public @Nullable Tracepoint of(int id) {
        return id >= 0 && id < tracepoints.length ? tracepoints[id] : null;
    }

    /** Number of a record's event. */
    public int id(RawRecord record) {
        return (int) record.number(type);
    }

    /** Thread that recorded. */
    public int tid(RawRecord record) {
        return (int) record.number(tid);
    }

    /** What the CPU executed. */
    public ExecutionContext execution(RawRecord record) {
        return ExecutionContext.ofFlags((int) record.number(flags));
    }

    /** Preemption depth; since Linux 5.16 the upper half of the byte is another depth. */
    public int preemptDepth(RawRecord record) {
        return (int) record.number(preemptCount) & 15;
    }

    private static Field common(EventFormat format, Field last) {
        Field field = format.field(last.name());
        return field == null ? last : field;
    }

    private Tracepoint tracepoint(EventFormat format) {
        int name = names.intern(format.name());
        Layout layout = new Layout(format);
        RecordDecoder decoder = decoder(format, layout, name);
        if (decoder == null || !layout.isComplete()) {
            return new Tracepoint(name, tid.end(), other(name), graph);
        }
        return new Tracepoint(name, layout.length(), decoder, graph);
    }

    private @Nullable RecordDecoder decoder(EventFormat format, Layout layout, int name) {
        return switch (format.name()) {
            case "workqueue_queue_work" -> WorkqueueRecords.queued(layout, name, names, symbols);
            case "workqueue_activate_work" -> WorkqueueRecords.activated(layout, name);
            case "workqueue_execute_start" -> WorkqueueRecords.started(layout, name, symbols);
            case "workqueue_execute_end" -> WorkqueueRecords.ended(layout, name, symbols);
            case "contention_begin" -> LockRecords.contentionBegan(layout, name);
            case "contention_end" -> LockRecords.contentionEnded(layout, name);
            case "contended_release" -> LockRecords.contendedReleased(layout, name);
            case "sched_switch" -> SchedRecords.switched(layout, name);
            case "sched_waking" -> SchedRecords.waking(layout, name);
            case "sched_wakeup", "sched_wakeup_new" -> SchedRecords.wakeup(layout, name);
            case "sched_migrate_task" -> SchedRecords.migrated(layout, name);
            case "function" -> FunctionRecords.called(layout, name, symbols);
            case "funcgraph_entry", "fgraph_retaddr_entry" -> graph.entered(layout, name);
            case "funcgraph_exit" -> graph.returned(layout, name);
            default -> ProbeRecords.of(format, layout, name, symbols, probes);
        };
    }

    private static RecordDecoder other(int name) {
        return (at, record, sink) -> {
            sink.otherEvent(at, name);
            return name;
        };
    }
}
