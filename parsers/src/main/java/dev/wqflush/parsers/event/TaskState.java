package dev.wqflush.parsers.event;

/** In which state a task left the CPU ({@code prev_state} of {@code sched_switch}). */
public enum TaskState {
    /** Runnable: preempted, or it gave way ({@code R}, {@code R+}). */
    RUNNABLE,
    /** Interruptible sleep ({@code S}). */
    INTERRUPTIBLE,
    /** Uninterruptible sleep ({@code D}); what a flusher does while it waits. */
    UNINTERRUPTIBLE,
    /** Idle ({@code I}); what a worker does without work. */
    IDLE,
    /** Anything else, or not shown. */
    OTHER
}
