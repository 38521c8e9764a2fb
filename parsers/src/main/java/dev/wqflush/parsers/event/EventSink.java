package dev.wqflush.parsers.event;

/**
 * Receives the events of one capture in file order. All arguments are primitives or interned names, so that no object
 * is made per event; {@code at} is valid only during the call. Names are ids of the reader's {@link NameTable}.
 *
 * <p>Every method does nothing by default: a sink names what it wants.
 */
public interface EventSink {
    /** A colour, result or address that the capture does not show. */
    int NOT_SHOWN = Integer.MIN_VALUE;

    /** Whether to read on; a reader asks between records, and when told not to, ends as if the input did. */
    default boolean wantsMore() {
        return true;
    }

    /** A new capture begins (the first, or another one in the same file). */
    default void captureBegan(NameTable names) {}

    /** The header names the kernel release, such as {@code 6.12.0-amd64}. */
    default void kernelRelease(String release) {}

    /** The header gives the number of online CPUs ({@code #P:n}); possible CPUs are not in any text. */
    default void onlineCpus(int count) {}

    /** trace-cmd's preamble gives the number of configured CPUs, which are the possible ones on most machines. */
    default void configuredCpus(int count) {}

    /** What the time stamps count; told before the first event. */
    default void clock(TraceClock clock) {}

    /**
     * {@code workqueue_queue_work}: under the pool lock, before the in-flight count goes up.
     *
     * @param workqueue its name, cut to 23 or 31 bytes by the kernel
     * @param requestedCpu as printed; a number beyond the possible CPUs means "any"
     * @param poolCpu the pool's CPU, -1 for an unbound pool
     */
    default void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {}

    /** {@code workqueue_activate_work}: {@code max_active} lets the item go to its pool's worklist. */
    default void workActivated(EventContext at, long work) {}

    /** {@code workqueue_execute_start} in the worker, or in softirq for BH items. */
    default void workStarted(EventContext at, long work, int function) {}

    /**
     * {@code workqueue_execute_end}: the in-flight count falls an unknown moment later.
     *
     * @param function {@link NameTable#NONE} where the kernel does not print it
     */
    default void workEnded(EventContext at, long work, int function) {}

    /**
     * {@code contention_begin}; a mutex may begin twice and end once.
     *
     * @param flags bits of {@link LockFlags}
     */
    default void contentionBegan(EventContext at, long lock, int flags) {}

    /** {@code contention_end}; {@code result} 0 means acquired. */
    default void contentionEnded(EventContext at, long lock, int result) {}

    /** {@code contended_release}: the holder lets go of a lock that others wait for. */
    default void contendedReleased(EventContext at, long lock) {}

    /** {@code sched_switch}. */
    default void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {}

    /** {@code sched_waking}: in the waker's context. */
    default void waking(EventContext at, int tid, int comm, int targetCpu) {}

    /** {@code sched_wakeup} or {@code sched_wakeup_new}: often on the target CPU, the waker is not told. */
    default void wakeup(EventContext at, int tid, int comm, int targetCpu) {}

    /** {@code sched_migrate_task}. */
    default void migrated(EventContext at, int tid, int fromCpu, int toCpu) {}

    /**
     * {@code __flush_workqueue} (up to 5.19 {@code flush_workqueue}) was entered.
     *
     * @param pointer address of the workqueue, 0 if not shown
     * @param name of the workqueue, {@link NameTable#NONE} if not shown
     */
    default void flushEntered(EventContext at, long pointer, int name) {}

    /** The flush of this task returned. */
    default void flushReturned(EventContext at) {}

    /**
     * {@code flush_workqueue_prep_pwqs} was entered.
     *
     * @param flushColour -1 to 15, or {@link #NOT_SHOWN}
     * @param workColour -1 to 15, or {@link #NOT_SHOWN}
     */
    default void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {}

    /**
     * The walk returned.
     *
     * @param armed 1 if something was armed, 0 if not, or {@link #NOT_SHOWN}
     * @param callSite offset of the return address in the caller, -1 if not shown; tells the four call sites apart
     * @param durationNanos as function_graph measured it, -1 if not measured
     */
    default void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {}

    /** function_graph saw a spin lock released inside this task's walk: one pool lock cycle. */
    default void poolLockCycled(EventContext at) {}

    /** {@code drain_workqueue} was entered. */
    default void drainEntered(EventContext at, long pointer, int name) {}

    /** A well-formed event of another kind: it still proves that its task was running. */
    default void otherEvent(EventContext at, int eventName) {}

    /**
     * Events of one CPU were lost before the next event of that CPU.
     *
     * @param count how many, or -1 if not told
     */
    default void eventsLost(int cpu, long count, long position) {}

    /** The all-CPU {@code trace} file reaches the first kept event of a CPU: what it did before is not in the file. */
    default void bufferStarted(int cpu, long position) {}
}
