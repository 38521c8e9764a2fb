package dev.wqflush.parsers.diag;

import org.jspecify.annotations.Nullable;

/** A bug in this program: something that cannot be was found to be so. */
public final class BrokenInvariant extends WqflushException {
    /** Says why in one whole sentence. */
    public BrokenInvariant(String sentence) {
        this(sentence, null);
    }

    /** Says why in one whole sentence; the cause is shown only when asked for. */
    public BrokenInvariant(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
