package dev.wqflush.parsers.diag;

import org.jspecify.annotations.Nullable;

/** The input was read, but holds no flush and no workqueue event. */
public final class NothingToAnalyse extends WqflushException {
    /** Says why in one whole sentence. */
    public NothingToAnalyse(String sentence) {
        this(sentence, null);
    }

    /** Says why in one whole sentence; the cause is shown only when asked for. */
    public NothingToAnalyse(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
