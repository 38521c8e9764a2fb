package dev.wqflush.replay.model;

/**
 * A question that the active list's commit message leaves open (kernel-model 4), with the answer that the model takes
 * and the other one. A6, what "nothing in flight" means, has no other answer: looking only at the flush colour lets a
 * flush return too early, as random schedules show.
 */
public enum OpenChoice {
    /** Where pools that span nodes are listed. */
    A1("an entry of their own", "node 0"),
    /** Node lock sections for the pwqs of a node that stay. */
    A2("one", "none"),
    /** A run of one pool at the end of a node. */
    A3("ends", "goes on"),
    /** Kept pwqs, against those queued meanwhile. */
    A4("before", "after"),
    /** A cascade's walk at a node with an empty list. */
    A5("takes the lock", "skips it"),
    /** What "nothing in flight" looks at. */
    A6("all colours", "all colours"),
    /** Which nodes a walk goes through. */
    A7("possible nodes", "online nodes"),
    /** A new pwq. */
    A8("off the list", "on the list");

    private final String taken;
    private final String other;

    OpenChoice(String taken, String other) {
        this.taken = taken;
        this.other = other;
    }

    /** The answer that the model takes. */
    public String taken() {
        return taken;
    }

    /** The other answer. */
    public String other() {
        return other;
    }

    /** Whether there is another answer. */
    public boolean isOpen() {
        return !taken.equals(other);
    }
}
