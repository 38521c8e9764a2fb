package dev.wqflush.replay.oracle;

import dev.wqflush.replay.model.WalkModel;

/** A model of the main tree, or a subclass of one. */
record RealModel(WalkModel model) implements PwqModel {
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
        model.beginWalk(flushColour, workColour);
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
        return new WalkTally(
                model.visits(), model.poolLocks(), model.nodeLocks(), model.armed(), model.kept(), model.dropped());
    }
}
