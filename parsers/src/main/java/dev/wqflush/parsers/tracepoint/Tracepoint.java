package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;

/** An event of a capture: its name, and what its records mean. */
public final class Tracepoint {
    /** The record is shorter than its format says; nothing was told. */
    public static final int DAMAGED = -1;

    private final int name;
    private final int length;
    private final RecordDecoder decoder;
    private final GraphRecords graph;

    Tracepoint(int name, int length, RecordDecoder decoder, GraphRecords graph) {
        this.name = name;
        this.length = length;
        this.decoder = decoder;
        this.graph = graph;
    }

    /** Id of the event's name. */
    public int name() {
        return name;
    }

    /**
     * Tells the sink what a record says; {@code at} is set but for source and name.
     *
     * @return the name to count the record by, {@link dev.wqflush.parsers.event.NameTable#NONE} if it belongs to the
     *     one before it (the return of a call without calls within), {@link #DAMAGED}
     */
    public int decode(EventContext at, RawRecord record, EventSink sink) {
        if (record.length() < length) {
            return DAMAGED;
        }
        graph.nextRecord();
        return decoder.decode(at.named(name), record, sink);
    }
}
