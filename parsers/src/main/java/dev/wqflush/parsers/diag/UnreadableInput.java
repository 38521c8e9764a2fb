package dev.wqflush.parsers.diag;

import org.jspecify.annotations.Nullable;

/** An input could not be read at all: missing, empty, or no trace. */
public final class UnreadableInput extends WqflushException {
    /** Says why in one whole sentence. */
    public UnreadableInput(String sentence) {
        this(sentence, null);
    }

    /** Says why in one whole sentence; the cause is shown only when asked for. */
    public UnreadableInput(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
