package dev.wqflush.replay.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The coloured flush of one workqueue: who holds which colour, who waits, and when a walk happens (kernel-model 2.1;
 * {@code __flush_workqueue} in kernel/workqueue.c). What a walk does, and whether it armed anything, is the
 * {@link Walker}'s; the protocol only asks.
 *
 * <pre>
 *   colours:  ... done | flushColour .. in use .. | workColour  being stamped
 *   flushers: first (armed, waiting) - queue (own colours, in order) - overflow (no colour was free)
 * </pre>
 *
 * @param <F> a flusher
 */
public final class FlushProtocol<F> {
    /** Does the walks. */
    public interface Walker<F> {
        /**
         * {@code flush_workqueue_prep_pwqs}.
         *
         * @param by the flusher whose task walks
         * @param waiting the flusher that a first or cascade walk arms for, otherwise {@code by}
         * @param flushColour colour to arm, {@link Colours#NONE} for none
         * @param workColour colour to stamp, {@link Colours#NONE} for none
         * @return whether anything was armed
         */
        boolean walk(WalkKind kind, F by, F waiting, int flushColour, int workColour);

        /** A flusher's waiting is over: by the end of the walk that armed nothing for it, or as a colour mate. */
        void completed(F flusher);
    }

    private record Waiting<F>(F flusher, int colour) {}

    private final Walker<F> walker;
    private final int colours;
    private final Deque<Waiting<F>> queue = new ArrayDeque<>();
    private final List<F> overflow = new ArrayList<>();
    private int flushColour;
    private int workColour;
    private @Nullable F first;

    /**
     * A workqueue that nobody flushes.
     *
     * @param colours how many there are, {@link Colours#in}
     * @param colour the one it is at
     */
    public FlushProtocol(Walker<F> walker, int colours, int colour) {
        this.walker = walker;
        this.colours = colours;
        flushColour = colour;
        workColour = colour;
    }

    /** How many colours there are. */
    public int colours() {
        return colours;
    }

    private int next(int colour) {
        return (colour + 1) % colours;
    }

    /** The colour being flushed. */
    public int flushColour() {
        return flushColour;
    }

    /** The colour being stamped on new items. */
    public int workColour() {
        return workColour;
    }

    /** The flusher for which pwqs are armed, or null. */
    public @Nullable F first() {
        return first;
    }

    /** Whether a flusher waits in the queue or in overflow. */
    public boolean isWaiting(F flusher) {
        return overflow.contains(flusher)
                || queue.stream().anyMatch(w -> w.flusher().equals(flusher));
    }

    /** Whether a flusher that enters now finds no free colour. */
    public boolean isFull() {
        return next(workColour) == flushColour;
    }

    /** A flusher holds {@code wq->mutex} for the first time: steps 2 and 3 of kernel-model 2.1. */
    public FlushPath enter(F flusher) {
        if (isFull()) {
            overflow.add(flusher);
            return FlushPath.OVERFLOW;
        }
        int colour = workColour;
        workColour = next(workColour);
        if (first != null) {
            queue.add(new Waiting<>(flusher, colour));
            walker.walk(WalkKind.QUEUED, flusher, flusher, Colours.NONE, workColour);
            return FlushPath.QUEUED;
        }
        first = flusher;
        if (walker.walk(WalkKind.FIRST, flusher, flusher, flushColour, workColour)) {
            return FlushPath.FIRST;
        }
        flushColour = workColour;
        first = null;
        return FlushPath.IDLE;
    }

    /**
     * The first flusher was woken and holds the mutex again: step 4 of kernel-model 2.1.
     *
     * @throws IllegalStateException if {@code flusher} is not the first flusher
     */
    public void cascade(F flusher) {
        if (!flusher.equals(first)) {
            throw new IllegalStateException("cascade by a flusher that is not first");
        }
        while (true) {
            first = null;
            while (!queue.isEmpty() && queue.element().colour() == flushColour) {
                walker.completed(queue.remove().flusher());
            }
            flushColour = next(flushColour);
            if (!overflow.isEmpty()) {
                int colour = workColour;
                workColour = next(workColour);
                overflow.forEach(f -> queue.add(new Waiting<>(f, colour)));
                overflow.clear();
                walker.walk(WalkKind.OVERFLOW, flusher, flusher, Colours.NONE, workColour);
            }
            if (queue.isEmpty()) {
                return;
            }
            F head = queue.remove().flusher();
            first = head;
            if (walker.walk(WalkKind.CASCADE, flusher, head, flushColour, Colours.NONE)) {
                return;
            }
            walker.completed(head);
        }
    }

    /**
     * Evidence shows that nobody waits any more although the protocol thinks so: forgets the waiting, keeps the work
     * colour.
     *
     * @return the flushers forgotten, oldest first
     */
    public List<F> reset() {
        List<F> forgotten = new ArrayList<>();
        if (first != null) {
            forgotten.add(first);
        }
        queue.forEach(w -> forgotten.add(w.flusher()));
        forgotten.addAll(overflow);
        first = null;
        queue.clear();
        overflow.clear();
        flushColour = workColour;
        return forgotten;
    }

    /** Evidence shows the true colours: takes them over while nobody waits. */
    public void adoptColour(int colour) {
        if (first == null && queue.isEmpty() && overflow.isEmpty()) {
            flushColour = colour;
            workColour = colour;
        }
    }
}
