package dev.wqflush.replay.oracle;

import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.topology.PwqLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Arming, stamping and counting as the kernel's source has them, its {@code WARN_ON}s as errors. Nothing here is shared
 * with the models of the main tree.
 */
abstract class SlowModel implements PwqModel {
    final List<SlowPwq> pwqs = new ArrayList<>();
    int flushColour = Colours.NONE;
    int workColour = Colours.NONE;
    int visits;
    int poolLocks;
    int nodeLocks;
    int kept;
    int dropped;
    private int armed;
    private int pwqsToFlush;

    SlowModel(PwqLayout layout, int colour) {
        for (int pwq = 0; pwq < layout.size(); pwq++) {
            pwqs.add(new SlowPwq(layout.pool(pwq), layout.nodeEntry(pwq), colour));
        }
    }

    /** Starts the walk proper. */
    abstract void begin();

    /** What queueing does before the item is stamped. */
    abstract void prepareQueueing(SlowPwq pwq);

    @Override
    public final int queue(int pwq) {
        SlowPwq target = pwqs.get(pwq);
        prepareQueueing(target);
        target.inFlight[target.workColour]++;
        return target.workColour;
    }

    @Override
    public final boolean release(int pwq, int colour) {
        SlowPwq left = pwqs.get(pwq);
        warnUnless(left.inFlight[colour] > 0, "an item leaves a pwq that has none of its colour");
        left.inFlight[colour]--;
        if (left.flushColour == colour && left.inFlight[colour] == 0) {
            left.flushColour = Colours.NONE;
            pwqsToFlush--;
            return pwqsToFlush == 0;
        }
        return false;
    }

    @Override
    public final void beginWalk(int newFlushColour, int newWorkColour) {
        flushColour = newFlushColour;
        workColour = newWorkColour;
        visits = 0;
        poolLocks = 0;
        nodeLocks = 0;
        kept = 0;
        dropped = 0;
        armed = 0;
        if (flushColour != Colours.NONE) {
            warnUnless(pwqsToFlush == 0, "a walk arms while pwqs are armed");
            pwqsToFlush = 1;
        }
        begin();
    }

    @Override
    public final boolean endWalk() {
        if (flushColour != Colours.NONE) {
            pwqsToFlush--;
            return pwqsToFlush == 0;
        }
        return false;
    }

    @Override
    public final WalkTally tally() {
        return new WalkTally(visits, poolLocks, nodeLocks, armed, kept, dropped);
    }

    /** The body of {@code flush_workqueue_prep_pwqs} for one pwq. */
    final void visit(SlowPwq pwq) {
        visits++;
        if (flushColour != Colours.NONE) {
            warnUnless(pwq.flushColour == Colours.NONE, "a pwq is armed twice");
            if (pwq.inFlight[flushColour] > 0) {
                pwq.flushColour = flushColour;
                pwqsToFlush++;
                armed++;
            }
        }
        if (workColour != Colours.NONE) {
            warnUnless(workColour == Colours.next(pwq.workColour), "a pwq missed the walk before");
            pwq.workColour = workColour;
        }
    }

    private static void warnUnless(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError("kernel warning: " + otherwise);
        }
    }
}
