package dev.wqflush.replay.model;

import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.topology.PwqLayout;
import java.util.Arrays;

/**
 * The pwqs of one workqueue under one flush algorithm: what a walk visits and locks, and what it arms. It is fed the
 * queueings and releases of items and the walks, and never sees another model.
 *
 * <p>A walk goes pwq by pwq ({@link #beginWalk}, {@link #visitNext} until it returns false, {@link #endWalk}), so that
 * items may come and go while it is under way, as they do in the kernel.
 */
public abstract class WalkModel {
    private static final int NOT_ARMED = Colours.NONE;

    /** The pwqs in the order of {@code wq->pwqs}. */
    protected final PwqLayout layout;

    private final int[] inFlight;
    private final int[] inFlightAll;
    private final int[] colour;
    private final int[] armedFor;

    /** By pwq, whether it was queued on or an item left it since it was last visited. */
    private final boolean[] used;

    private int toFlush;
    private int flushColour = Colours.NONE;
    private int workColour = Colours.NONE;

    /** Counts of the walk under way or just ended. */
    protected int visits;

    /** Pool lock cycles, as {@link #visits}. */
    protected int poolLocks;

    /** Node lock cycles, as {@link #visits}. */
    protected int nodeLocks;

    /** Visited pwqs that stay listed, as {@link #visits}. */
    protected int kept;

    /** Visited pwqs taken off their list, as {@link #visits}. */
    protected int dropped;

    private int armed;
    private int dirty;

    /** A workqueue with nothing in flight, all pwqs at colour {@code initialColour}. */
    protected WalkModel(PwqLayout layout, int initialColour) {
        this.layout = layout;
        inFlight = new int[layout.size() * Colours.COUNT];
        inFlightAll = new int[layout.size()];
        colour = new int[layout.size()];
        armedFor = new int[layout.size()];
        used = new boolean[layout.size()];
        Arrays.fill(colour, initialColour);
        Arrays.fill(armedFor, NOT_ARMED);
    }

    /** The pwqs. */
    public final PwqLayout layout() {
        return layout;
    }

    /**
     * An item is queued on a pwq, under its pool lock.
     *
     * @return the colour stamped on it
     */
    public final int queue(int pwq) {
        beforeQueue(pwq);
        int stamped = colour[pwq];
        inFlight[pwq * Colours.COUNT + stamped]++;
        inFlightAll[pwq]++;
        used[pwq] = true;
        return stamped;
    }

    /**
     * An item leaves its pwq ({@code pwq_dec_nr_in_flight}).
     *
     * @return whether the first flusher is complete by that
     */
    public final boolean release(int pwq, int itemColour) {
        inFlightAll[pwq]--;
        used[pwq] = true;
        if (--inFlight[pwq * Colours.COUNT + itemColour] > 0 || armedFor[pwq] != itemColour) {
            return false;
        }
        armedFor[pwq] = NOT_ARMED;
        return --toFlush == 0;
    }

    /** Begins a walk; colours as in {@code flush_workqueue_prep_pwqs}, {@link Colours#NONE} for none. */
    public final void beginWalk(int newFlushColour, int newWorkColour) {
        flushColour = newFlushColour;
        workColour = newWorkColour;
        visits = 0;
        poolLocks = 0;
        nodeLocks = 0;
        kept = 0;
        dropped = 0;
        armed = 0;
        dirty = 0;
        if (flushColour >= 0) {
            biasToFlush();
        }
        begin();
    }

    /** The pwq that {@link #visitNext} would visit, -1 if there is none left. */
    public abstract int nextPwq();

    /** The pool of {@link #nextPwq}, -1 if there is none left. */
    public final int nextPool() {
        int pwq = nextPwq();
        return pwq < 0 ? -1 : layout.pool(pwq);
    }

    /** Visits one pwq; returns false if none is left. */
    public abstract boolean visitNext();

    /**
     * Ends the walk.
     *
     * @return whether the first flusher is complete by that
     */
    public final boolean endWalk() {
        end();
        return flushColour >= 0 && dropBias();
    }

    /**
     * A whole walk with nothing in between.
     *
     * @return whether the first flusher is complete by that
     */
    public final boolean walk(int newFlushColour, int newWorkColour) {
        beginWalk(newFlushColour, newWorkColour);
        while (visitNext()) {}
        return endWalk();
    }

    /** pwqs visited by the last walk. */
    public final int visits() {
        return visits;
    }

    /** Pool lock cycles of the last walk. */
    public final int poolLocks() {
        return poolLocks;
    }

    /** Node lock cycles of the last walk. */
    public final int nodeLocks() {
        return nodeLocks;
    }

    /** pwqs armed by the last walk. */
    public final int armed() {
        return armed;
    }

    /** pwqs visited by the last walk that were used since they were visited before. */
    public final int dirty() {
        return dirty;
    }

    /** Visited pwqs that stay listed. */
    public final int kept() {
        return kept;
    }

    /** Visited pwqs taken off their list. */
    public final int dropped() {
        return dropped;
    }

    /** Holds back completion while the walk goes on ({@code nr_pwqs_to_flush = 1}). */
    protected void biasToFlush() {
        toFlush = 1;
    }

    /** Lets completion happen; returns whether it does. */
    protected boolean dropBias() {
        return --toFlush == 0;
    }

    /** Prepares the walk. */
    protected abstract void begin();

    /** Finishes the walk. */
    protected abstract void end();

    /** What queueing does before the item is stamped. */
    protected abstract void beforeQueue(int pwq);

    /** Arms and stamps one pwq under its pool lock. */
    protected final void armAndStamp(int pwq) {
        if (flushColour >= 0 && inFlight[pwq * Colours.COUNT + flushColour] > 0) {
            armedFor[pwq] = flushColour;
            toFlush++;
            armed++;
        }
        if (workColour >= 0) {
            colour[pwq] = workColour;
        }
        if (used[pwq]) {
            used[pwq] = false;
            dirty++;
        }
    }

    /** Whether nothing is in flight on a pwq, in any colour. */
    protected final boolean isIdle(int pwq) {
        return inFlightAll[pwq] == 0;
    }

    /** Gives a pwq the colour that the next item takes. */
    protected final void stamp(int pwq, int newColour) {
        colour[pwq] = newColour;
    }

    /** The colour that the walk under way stamps, {@link Colours#NONE} for none. */
    protected final int workColour() {
        return workColour;
    }
}
