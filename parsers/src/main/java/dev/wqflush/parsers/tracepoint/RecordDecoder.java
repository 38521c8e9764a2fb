package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;

/** Gives a meaning to the records of one event. */
@FunctionalInterface
interface RecordDecoder {
    /**
     * Tells the sink what a record says, which is long enough; the name to count it by, as {@link Tracepoint} has it.
     */
    int decode(EventContext at, RawRecord record, EventSink sink);
}
