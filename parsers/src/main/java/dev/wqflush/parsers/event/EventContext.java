package dev.wqflush.parsers.event;

/**
 * Where and when an event was recorded. A reader reuses one instance for every event, so a sink that needs a value
 * later copies it.
 */
public final class EventContext {
    /** Thread id or CPU that the capture does not tell. */
    public static final int UNKNOWN = -1;

    /** No CPU has this number or a higher one: twice the largest NR_CPUS that distributions build. */
    public static final int MOST_CPUS = 16_384;

    private long timeNanos;
    private int cpu = UNKNOWN;
    private int tid = UNKNOWN;
    private int comm;
    private ExecutionContext execution = ExecutionContext.UNKNOWN;
    private int preemptDepth = UNKNOWN;
    private EvidenceSource source = EvidenceSource.TRACEPOINT;
    private int eventName;
    private long position;

    /**
     * Sets everything but source and event name, which go back to {@link EvidenceSource#TRACEPOINT} and none.
     *
     * @param position line number of text, file offset of binary input
     * @return this
     */
    public EventContext set(
            long timeNanos, int cpu, int tid, int comm, ExecutionContext execution, int preemptDepth, long position) {
        this.timeNanos = timeNanos;
        this.cpu = cpu;
        this.tid = tid;
        this.comm = comm;
        this.execution = execution;
        this.preemptDepth = preemptDepth;
        this.source = EvidenceSource.TRACEPOINT;
        this.eventName = NameTable.NONE;
        this.position = position;
        return this;
    }

    /** Becomes a copy of another. */
    public void copy(EventContext other) {
        timeNanos = other.timeNanos;
        cpu = other.cpu;
        tid = other.tid;
        comm = other.comm;
        execution = other.execution;
        preemptDepth = other.preemptDepth;
        source = other.source;
        eventName = other.eventName;
        position = other.position;
    }

    /** Says what recorded the event; returns this. */
    public EventContext from(EvidenceSource evidence) {
        source = evidence;
        return this;
    }

    /** Says what the capture calls the event; returns this. */
    public EventContext named(int event) {
        eventName = event;
        return this;
    }

    /** Nanoseconds of the trace clock, or its ticks where {@link EventSink#clock} said that it has no unit. */
    public long timeNanos() {
        return timeNanos;
    }

    /** The CPU that recorded the event, or {@link #UNKNOWN}. */
    public int cpu() {
        return cpu;
    }

    /** The current task's thread id (0 for the idle task), or {@link #UNKNOWN}. */
    public int tid() {
        return tid;
    }

    /** Name of the current task in the reader's {@link NameTable}. */
    public int comm() {
        return comm;
    }

    /** What the CPU was executing. */
    public ExecutionContext execution() {
        return execution;
    }

    /** Whether the task itself did it, no interrupt on top of it, as far as the capture tells. */
    public boolean inTask() {
        return execution == ExecutionContext.TASK || execution == ExecutionContext.UNKNOWN;
    }

    /** Preemption depth 0 to 15, or {@link #UNKNOWN}. */
    public int preemptDepth() {
        return preemptDepth;
    }

    /** What recorded the event. */
    public EvidenceSource source() {
        return source;
    }

    /**
     * What the capture calls the event, by which it is counted; {@link NameTable#NONE} for a second event that the
     * reader takes from the same record, such as the return of a call that function_graph prints on one line.
     */
    public int eventName() {
        return eventName;
    }

    /** Line number of text (from 1), file offset of binary input. */
    public long position() {
        return position;
    }
}
