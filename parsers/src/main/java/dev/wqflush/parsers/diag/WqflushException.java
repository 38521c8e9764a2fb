package dev.wqflush.parsers.diag;

import org.jspecify.annotations.Nullable;

/** Why a command cannot go on; the message is the whole sentence for the user, without the program's name. */
public abstract sealed class WqflushException extends RuntimeException
        permits UnreadableInput, NothingToAnalyse, DamagedInput, BadUsage, BrokenInvariant {
    WqflushException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
