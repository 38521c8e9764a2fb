package dev.wqflush.replay.oracle;

/** Two models that have to agree in every answer. */
record Twins(PwqModel fast, PwqModel slow) implements PwqModel {
    @Override
    public int queue(int pwq) {
        return agreed("the colour stamped", fast.queue(pwq), slow.queue(pwq));
    }

    @Override
    public boolean release(int pwq, int colour) {
        return agreed("completion by an item", fast.release(pwq, colour), slow.release(pwq, colour));
    }

    @Override
    public void beginWalk(int flushColour, int workColour) {
        fast.beginWalk(flushColour, workColour);
        slow.beginWalk(flushColour, workColour);
        agreed("first pool", fast.nextPool(), slow.nextPool());
    }

    @Override
    public int nextPool() {
        return agreed("next pool", fast.nextPool(), slow.nextPool());
    }

    @Override
    public boolean visitNext() {
        boolean visited = agreed("whether a visit is left", fast.visitNext(), slow.visitNext());
        agreed("next pool", fast.nextPool(), slow.nextPool());
        return visited;
    }

    @Override
    public boolean endWalk() {
        boolean complete = agreed("completion by the walk", fast.endWalk(), slow.endWalk());
        agreed("the walk", fast.tally(), slow.tally());
        return complete;
    }

    @Override
    public WalkTally tally() {
        return fast.tally();
    }

    private static <T> T agreed(String what, T fast, T slow) {
        if (!fast.equals(slow)) {
            throw new AssertionError("twins differ in " + what + ": fast " + fast + ", slow " + slow);
        }
        return fast;
    }
}
