package dev.wqflush.replay.oracle;

import java.util.ArrayList;
import java.util.List;

/** What happened in a simulation, in order. An event's place in the list is its moment. */
final class History {
    /** What may happen; the number of an event is that of an item or of a flush. */
    enum Kind {
        /** The queueing of an item is finished. */
        QUEUED,
        /** A barrier is queued behind the item {@code other}. */
        BARRIER,
        /** An item has ended. */
        ENDED,
        /** A pending item is taken back. */
        CANCELLED,
        /** A flush is entered; it does not hold the mutex yet. */
        ENTERED,
        /** The walk is over that gives later items another colour than the flush's. */
        CLOSED,
        /** Nothing keeps the flush from returning any more. */
        LET_GO,
        /** A flush has returned. */
        RETURNED,
        /** A completion was signalled while nobody was first flusher. */
        STRAY_COMPLETION,
        /** Nobody can run but producers, items and new flushers. */
        QUIET
    }

    /** One of them. */
    record Event(Kind kind, int id, int other) {
        @Override
        public String toString() {
            return switch (kind) {
                case QUIET, STRAY_COMPLETION -> kind.name();
                case BARRIER -> "BARRIER item " + id + " behind " + other;
                case QUEUED, ENDED, CANCELLED -> kind + " item " + id;
                case ENTERED, CLOSED, LET_GO, RETURNED -> kind + " flush " + id;
            };
        }
    }

    private final List<Event> events = new ArrayList<>();

    void add(Kind kind, int id) {
        events.add(new Event(kind, id, -1));
    }

    void addBarrier(int id, int target) {
        events.add(new Event(Kind.BARRIER, id, target));
    }

    List<Event> events() {
        return events;
    }
}
