package dev.wqflush.replay.oracle;

import dev.wqflush.replay.protocol.Colours;

/** Broken: walks and arms, but stamps no new colour on any pwq. */
record WithoutColourAdvance(PwqModel model) implements PwqModel {
    @Override
    public int queue(int pwq) {
        return model.queue(pwq);
    }

    @Override
    public boolean release(int pwq, int colour) {
        return model.release(pwq, colour);
    }

    @Override
    public void beginWalk(int flushColour, int workColour) {
        model.beginWalk(flushColour, Colours.NONE);
    }

    @Override
    public int nextPool() {
        return model.nextPool();
    }

    @Override
    public boolean visitNext() {
        return model.visitNext();
    }

    @Override
    public boolean endWalk() {
        return model.endWalk();
    }

    @Override
    public WalkTally tally() {
        return model.tally();
    }
}
