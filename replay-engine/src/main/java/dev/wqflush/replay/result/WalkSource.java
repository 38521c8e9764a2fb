package dev.wqflush.replay.result;

import java.util.Locale;

/** How a walk is known. */
public enum WalkSource {
    /** A probe on {@code flush_workqueue_prep_pwqs} shows it. */
    PROBE,
    /** function_graph or the function tracer shows it. */
    GRAPH,
    /** The protocol requires it, and the flusher's own events decide when and what it armed. */
    PROTOCOL,
    /** The protocol requires it; items alone decided whether it armed anything. */
    INFERRED;

    /** The word of the outputs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
