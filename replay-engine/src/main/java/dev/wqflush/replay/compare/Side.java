package dev.wqflush.replay.compare;

import java.util.List;

/**
 * One side of a comparison.
 *
 * @param name how the user knows it
 * @param kernel its release, empty if not known
 * @param algorithm how its kernel walks
 * @param possible possible CPUs, as far as they are known
 * @param emulated whether its times are of an emulated guest
 * @param runs how many captures
 * @param spanNanos recorded time
 * @param waitedNanos sum over flushes, {@link #NOT_TOLD} if a report does not tell
 * @param wallNanos time in which at least one flush was open, likewise
 * @param workqueues those with flushes
 */
public record Side(
        String name,
        String kernel,
        Algorithm algorithm,
        int possible,
        boolean emulated,
        int runs,
        long spanNanos,
        long waitedNanos,
        long wallNanos,
        List<WorkqueueSide> workqueues) {
    /** A time that is not known. */
    public static final long NOT_TOLD = -1;

    /**
     * How a kernel walks.
     *
     * @param model id of its model
     * @param source how that is known
     */
    public record Algorithm(String model, Source source) {}

    /** How an algorithm is known. */
    public enum Source {
        /** The user said so. */
        TOLD,
        /** A mainline kernel of its release has it. */
        RELEASE,
        /** Its walks are so much shorter than the other side's that nothing else explains it. */
        WALK_TIMES
    }

    /** Freezes the workqueues. */
    public Side {
        workqueues = List.copyOf(workqueues);
    }

    /** The same side, walking otherwise. */
    Side with(Algorithm other) {
        return new Side(name, kernel, other, possible, emulated, runs, spanNanos, waitedNanos, wallNanos, workqueues);
    }

    /** How many flushes. */
    public long flushes() {
        return workqueues.stream().mapToLong(WorkqueueSide::flushes).sum();
    }
}
