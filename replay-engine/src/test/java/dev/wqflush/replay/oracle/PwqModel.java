package dev.wqflush.replay.oracle;

import dev.wqflush.replay.topology.PwqLayout;

/** What a simulation asks of a model: behind it stand the real models, their twins and the broken ones. */
interface PwqModel {
    /** Makes a model with nothing in flight. */
    @FunctionalInterface
    interface Factory {
        /** A model whose pwqs are all at colour {@code colour}. */
        PwqModel create(PwqLayout layout, int colour);
    }

    /** Queues an item; returns the colour stamped on it. */
    int queue(int pwq);

    /** An item leaves; returns whether the first flusher is complete by that. */
    boolean release(int pwq, int colour);

    /** Begins a walk. */
    void beginWalk(int flushColour, int workColour);

    /** The pool that {@link #visitNext} would lock, -1 for none. */
    int nextPool();

    /** One step of the walk; false if none is left. */
    boolean visitNext();

    /** Ends the walk; returns whether the first flusher is complete by that. */
    boolean endWalk();

    /** What the walk just ended did. */
    WalkTally tally();
}
