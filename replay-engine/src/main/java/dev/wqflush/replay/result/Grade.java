package dev.wqflush.replay.result;

/** How much of the evidence the capture holds; later is worse (contract 3). */
public enum Grade {
    /** Walks seen, flush entries and exits, workqueue and scheduler events, known topology, no loss. */
    A,
    /** The walk is inferred by the protocol, the rest as A. */
    B,
    /** Flush ends inferred, or topology a lower bound, or loss touches the flush. */
    C,
    /** Partial evidence only: printed tables, logs, stacks. */
    D;

    /** The worse of two. */
    public Grade worse(Grade other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
