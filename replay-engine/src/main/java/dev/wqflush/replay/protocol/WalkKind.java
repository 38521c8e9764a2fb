package dev.wqflush.replay.protocol;

import java.util.Locale;

/** Why {@code flush_workqueue_prep_pwqs} is called (kernel-model 2.1). */
public enum WalkKind {
    /** By the flusher that became {@code first_flusher}: arms the flush colour and stamps the next work colour. */
    FIRST,
    /** By a flusher that joins {@code flusher_queue}: stamps only. */
    QUEUED,
    /** By a cascading first flusher for those who found no free colour: stamps only. */
    OVERFLOW,
    /** By a cascading first flusher: arms the next flush colour. */
    CASCADE;

    /** The word of the outputs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
