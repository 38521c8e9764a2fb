package dev.wqflush.replay.model;

/** Watches the active list at work, to explain its counts. */
public interface ListWatcher {
    /** A pwq that was on no list is put on one, by the item about to be queued. */
    void listed(int pwq);

    /** The walk under way visits a pwq. */
    void visited(int pwq, boolean armed, boolean kept);
}
