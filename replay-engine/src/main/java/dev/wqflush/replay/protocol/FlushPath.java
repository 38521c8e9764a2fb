package dev.wqflush.replay.protocol;

import java.util.Locale;

/** How a flush went through the protocol (kernel-model 2.1). */
public enum FlushPath {
    /** Became first flusher, armed nothing and returned at once. */
    IDLE,
    /** Became first flusher and waited. */
    FIRST,
    /** Waited in {@code flusher_queue}. */
    QUEUED,
    /** Found all colours taken and waited in {@code flusher_overflow}. */
    OVERFLOW,
    /** The capture ends before it is decided, or the evidence was lost. */
    UNKNOWN;

    /** The word of the outputs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
