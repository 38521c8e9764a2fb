package dev.wqflush.replay.oracle;

/** One call of {@code flush_workqueue} in a simulation. */
final class Flush {
    final int id;

    /** Its completion was signalled. */
    boolean letGo;

    /** It waits for its completion, or has waited. */
    boolean slept;

    Flush(int id) {
        this.id = id;
    }

    @Override
    public String toString() {
        return "flush " + id;
    }
}
