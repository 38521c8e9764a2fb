package dev.wqflush.parsers.diag;

import org.jspecify.annotations.Nullable;

/** Arguments that make no sense together, or an output that cannot be written. */
public final class BadUsage extends WqflushException {
    /** Says why in one whole sentence. */
    public BadUsage(String sentence) {
        this(sentence, null);
    }

    /** Says why in one whole sentence; the cause is shown only when asked for. */
    public BadUsage(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
