package dev.wqflush.parsers.diag;

import org.jspecify.annotations.Nullable;

/** The input broke off or was damaged: analysed as far as it goes. */
public final class DamagedInput extends WqflushException {
    /** Says why in one whole sentence. */
    public DamagedInput(String sentence) {
        this(sentence, null);
    }

    /** Says why in one whole sentence; the cause is shown only when asked for. */
    public DamagedInput(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
