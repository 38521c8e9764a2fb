package dev.wqflush.replay.model;

import dev.wqflush.replay.topology.PwqLayout;

/** The active list, telling what it does. */
final class WatchedActiveList extends ActiveList {
    private final ListWatcher watcher;
    private int armedBefore;

    WatchedActiveList(PwqLayout layout, int initialColour, ListWatcher watcher) {
        super(layout, initialColour);
        this.watcher = watcher;
    }

    @Override
    protected void begin() {
        armedBefore = 0;
        super.begin();
    }

    @Override
    protected void syncColour(int pwq, int mirrored) {
        watcher.listed(pwq);
        super.syncColour(pwq, mirrored);
    }

    @Override
    protected boolean mayDrop(int pwq) {
        boolean drops = super.mayDrop(pwq);
        watcher.visited(pwq, armed() > armedBefore, !drops);
        armedBefore = armed();
        return drops;
    }
}
