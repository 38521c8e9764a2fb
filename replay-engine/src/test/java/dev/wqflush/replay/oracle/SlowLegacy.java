package dev.wqflush.replay.oracle;

import dev.wqflush.replay.topology.PwqLayout;
import java.util.HashSet;
import java.util.Set;

/** The walk over all pwqs, one after the other. */
final class SlowLegacy extends SlowModel {
    private final boolean coalesced;
    private final boolean stepByStep;
    private final Set<SlowPwq> used = new HashSet<>();
    private int position;

    /**
     * A workqueue that nobody flushes.
     *
     * @param coalesced whether neighbours of one pool share a lock cycle
     * @param stepByStep whether each pwq is a step of its own; otherwise the walk runs through pwqs that never had an
     *     item, as {@code LegacyWalk} does
     */
    SlowLegacy(PwqLayout layout, int colour, boolean coalesced, boolean stepByStep) {
        super(layout, colour);
        this.coalesced = coalesced;
        this.stepByStep = stepByStep;
        position = pwqs.size();
    }

    @Override
    void begin() {
        position = 0;
        passUnused();
    }

    @Override
    void prepareQueueing(SlowPwq pwq) {
        used.add(pwq);
    }

    @Override
    public int nextPool() {
        return position < pwqs.size() ? pwqs.get(position).pool : -1;
    }

    @Override
    public boolean visitNext() {
        if (position == pwqs.size()) {
            return false;
        }
        pass();
        passUnused();
        return true;
    }

    private void passUnused() {
        while (!stepByStep && position < pwqs.size() && !used.contains(pwqs.get(position))) {
            pass();
        }
    }

    private void pass() {
        SlowPwq pwq = pwqs.get(position);
        boolean lockHeld = coalesced && position > 0 && pwqs.get(position - 1).pool == pwq.pool;
        if (!lockHeld) {
            poolLocks++;
        }
        visit(pwq);
        position++;
    }
}
