package dev.wqflush.replay.model;

import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.topology.PwqLayout;
import java.util.BitSet;

/**
 * The walk over all of {@code wq->pwqs}. Its counts follow from the layout alone; only pwqs that ever had an item are
 * looked at one by one, the others have nothing to arm and take their colour when they get their first item.
 */
class LegacyWalk extends WalkModel {
    private final boolean coalesced;
    private final BitSet touched = new BitSet();
    private int untouchedColour;
    private int next;

    /**
     * A walk with one pool lock cycle per visit.
     *
     * @param coalesced whether consecutive pwqs of one pool share a lock cycle instead (commit 85f0d8e39aff)
     */
    LegacyWalk(PwqLayout layout, int initialColour, boolean coalesced) {
        super(layout, initialColour);
        this.coalesced = coalesced;
        untouchedColour = initialColour;
    }

    @Override
    protected void begin() {
        next = touched.nextSetBit(0);
    }

    @Override
    public int nextPwq() {
        return next;
    }

    @Override
    public boolean visitNext() {
        if (next < 0) {
            return false;
        }
        armAndStamp(next);
        next = touched.nextSetBit(next + 1);
        return true;
    }

    @Override
    protected void end() {
        visits = layout.size();
        poolLocks = coalesced ? layout.poolRuns() : layout.size();
        if (workColour() >= 0) {
            untouchedColour = workColour();
        }
    }

    @Override
    protected void beforeQueue(int pwq) {
        if (!touched.get(pwq)) {
            touched.set(pwq);
            boolean alreadyPassed = next < 0 || next > pwq;
            stamp(pwq, alreadyPassed && workColour() != Colours.NONE ? workColour() : untouchedColour);
        }
    }
}
