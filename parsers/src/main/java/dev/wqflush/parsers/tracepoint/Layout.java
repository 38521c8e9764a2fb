package dev.wqflush.parsers.tracepoint;

import org.jspecify.annotations.Nullable;

/** Looks the fields up that a decoder wants, once, and adds up what it must have. */
final class Layout {
    private static final Field MISSING = new Field("", 0, 0, false, Field.Kind.NUMBER);

    private final EventFormat format;
    private boolean complete = true;
    private int length;

    Layout(EventFormat format) {
        this.format = format;
    }

    /** A field without which the event means nothing. */
    Field need(String name) {
        Field field = format.field(name);
        if (field == null) {
            complete = false;
            return MISSING;
        }
        length = Math.max(length, field.end());
        return field;
    }

    /** A field that some kernels have. */
    @Nullable
    Field mayHave(String name) {
        Field field = format.field(name);
        if (field != null) {
            length = Math.max(length, field.end());
        }
        return field;
    }

    /** Whether every needed field was there. */
    boolean isComplete() {
        return complete;
    }

    /** Bytes that a record must have for the fields asked for. */
    int length() {
        return length;
    }
}
