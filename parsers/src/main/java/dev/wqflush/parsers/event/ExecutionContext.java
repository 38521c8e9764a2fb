package dev.wqflush.parsers.event;

/** What a CPU was executing when it recorded an event (third flag column of ftrace text). */
public enum ExecutionContext {
    /** The task named by the event. */
    TASK,
    /** A softirq on top of the named task; items of BH workqueues run here. */
    SOFTIRQ,
    /** A hard interrupt, also one inside a softirq. */
    HARDIRQ,
    /** A non-maskable interrupt; also what a breakpoint probe shows. */
    NMI,
    /** The capture has no flag column. */
    UNKNOWN;

    /** Of the number that every record holds as {@code common_flags} (enum trace_flag_type of the kernel). */
    public static ExecutionContext ofFlags(int flags) {
        return (flags & 0x40) != 0 ? NMI : (flags & 0x08) != 0 ? HARDIRQ : (flags & 0x10) != 0 ? SOFTIRQ : TASK;
    }
}
