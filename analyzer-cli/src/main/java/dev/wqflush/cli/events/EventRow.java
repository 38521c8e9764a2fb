package dev.wqflush.cli.events;

import dev.wqflush.parsers.event.EventContext;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One event with what it tells; a single row is filled anew for every event. */
final class EventRow {
    private final Map<EventField, Object> values = new EnumMap<>(EventField.class);
    private EventKind kind = EventKind.OTHER;
    private EventContext at = new EventContext();

    /** Empties the row for another event, whose context must last as long. */
    EventRow begin(EventKind newKind, EventContext newAt) {
        kind = newKind;
        at = newAt;
        values.clear();
        return this;
    }

    EventRow with(EventField field, long value) {
        values.put(field, value);
        return this;
    }

    /** The same unless the value is the one that stands for "not told". */
    EventRow with(EventField field, long value, long notTold) {
        return value == notTold ? this : with(field, value);
    }

    EventRow with(EventField field, String word) {
        values.put(field, word);
        return this;
    }

    EventKind kind() {
        return kind;
    }

    EventContext at() {
        return at;
    }

    /** Whether it stands for missing events and has neither time nor task. */
    boolean isMark() {
        return kind == EventKind.EVENTS_LOST || kind == EventKind.BUFFER_STARTED;
    }

    /** What the event tells, in the order of the columns. */
    Set<EventField> told() {
        return values.keySet();
    }

    boolean tells(EventField field) {
        return values.containsKey(field);
    }

    /** A number, an address or the id of a name. */
    long value(EventField field) {
        return (Long) Objects.requireNonNull(values.get(field));
    }

    String word(EventField field) {
        return (String) Objects.requireNonNull(values.get(field));
    }
}
