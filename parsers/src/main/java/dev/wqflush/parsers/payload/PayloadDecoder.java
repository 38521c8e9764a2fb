package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;

/** Gives a meaning to the text behind an event's name. */
@FunctionalInterface
public interface PayloadDecoder {
    /** Tells the sink what {@code b[from, to)} says; false if it is not as it should be, and nothing was told. */
    boolean decode(EventContext at, byte[] b, int from, int to, EventSink sink);
}
