package dev.wqflush.cli.events;

import java.util.Locale;

/** What an event means, whatever the capture calls it; one for each method of the readers' sink. */
enum EventKind {
    WORK_QUEUED,
    WORK_ACTIVATED,
    WORK_STARTED,
    WORK_ENDED,
    CONTENTION_BEGAN,
    CONTENTION_ENDED,
    CONTENDED_RELEASED,
    SWITCHED,
    WAKING,
    WAKEUP,
    MIGRATED,
    FLUSH_ENTERED,
    FLUSH_RETURNED,
    WALK_BEGAN,
    WALK_ENDED,
    POOL_LOCK_CYCLED,
    DRAIN_ENTERED,
    OTHER,
    /** A mark, not an event: some of this CPU are missing. */
    EVENTS_LOST,
    /** A mark, not an event: the CPU's buffer begins here. */
    BUFFER_STARTED;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** As it is printed, and as {@code --name} takes it. */
    String word() {
        return word;
    }
}
