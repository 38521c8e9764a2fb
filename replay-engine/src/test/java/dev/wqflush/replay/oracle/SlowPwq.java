package dev.wqflush.replay.oracle;

import dev.wqflush.replay.protocol.Colours;

/** A {@code pool_workqueue} with the fields of the kernel's. */
final class SlowPwq {
    final int pool;
    final int nodeEntry;
    final int[] inFlight = new int[Colours.COUNT];
    int workColour;
    int flushColour = Colours.NONE;

    SlowPwq(int pool, int nodeEntry, int workColour) {
        this.pool = pool;
        this.nodeEntry = nodeEntry;
        this.workColour = workColour;
    }

    boolean isIdle() {
        for (int count : inFlight) {
            if (count > 0) {
                return false;
            }
        }
        return true;
    }
}
