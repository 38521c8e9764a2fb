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
    OTHER;

    /** Of the number that the tracepoint records: bits {@code TASK_REPORT} of include/linux/sched.h. */
    public static TaskState ofBits(int bits) {
        if ((bits & 0xff) == 0) {
            return RUNNABLE;
        }
        return (bits & 2) != 0 ? UNINTERRUPTIBLE : (bits & 1) != 0 ? INTERRUPTIBLE : (bits & 0x80) != 0 ? IDLE : OTHER;
    }
}
