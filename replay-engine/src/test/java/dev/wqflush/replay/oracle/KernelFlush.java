package dev.wqflush.replay.oracle;

import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.FlushProtocol.Walker;
import dev.wqflush.replay.protocol.WalkKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The slow twin of the protocol: the two phases of {@code __flush_workqueue} in the order of its statements, its
 * {@code WARN_ON}s as errors.
 */
class KernelFlush implements FlushSteps {
    final List<Flush> flusherQueue = new ArrayList<>();
    final Map<Flush, Integer> colourOf = new HashMap<>();
    final Walker<Flush> walker;
    int flushColour;
    int workColour;
    private final List<Flush> flusherOverflow = new ArrayList<>();
    private @Nullable Flush firstFlusher;

    KernelFlush(Walker<Flush> walker, int colour) {
        this.walker = walker;
        flushColour = colour;
        workColour = colour;
    }

    @Override
    public @Nullable Flush first() {
        return firstFlusher;
    }

    @Override
    public FlushPath enter(Flush flush) {
        int nextColour = Colours.next(workColour);
        if (nextColour == flushColour) {
            flusherOverflow.add(flush);
            return FlushPath.OVERFLOW;
        }
        warnUnless(flusherOverflow.isEmpty(), "overflow while colours are free");
        colourOf.put(flush, workColour);
        workColour = nextColour;
        if (firstFlusher != null) {
            warnUnless(flushColour != colour(flush), "queued with the flush colour");
            flusherQueue.add(flush);
            walker.walk(WalkKind.QUEUED, flush, flush, Colours.NONE, workColour);
            return FlushPath.QUEUED;
        }
        warnUnless(flushColour == colour(flush), "first with another colour");
        firstFlusher = flush;
        if (!walker.walk(WalkKind.FIRST, flush, flush, flushColour, workColour)) {
            flushColour = nextColour;
            firstFlusher = null;
            return FlushPath.IDLE;
        }
        return FlushPath.FIRST;
    }

    @Override
    public void cascade(Flush flush) {
        warnUnless(flush == firstFlusher, "cascade by another");
        warnUnless(flushColour == colour(flush), "cascade of another colour");
        firstFlusher = null;
        while (true) {
            completeMates();
            warnUnless(
                    flusherOverflow.isEmpty() || flushColour == Colours.next(workColour),
                    "overflow while colours are free");
            advanceFlushColour();
            if (!flusherOverflow.isEmpty()) {
                for (Flush overflowed : flusherOverflow) {
                    colourOf.put(overflowed, workColour);
                }
                workColour = Colours.next(workColour);
                flusherQueue.addAll(flusherOverflow);
                flusherOverflow.clear();
                walker.walk(WalkKind.OVERFLOW, flush, flush, Colours.NONE, workColour);
            }
            if (flusherQueue.isEmpty()) {
                warnUnless(flushColour == workColour, "colours in use that nobody waits for");
                return;
            }
            warnUnless(flushColour != workColour, "a flusher waits for the colour being stamped");
            Flush next = flusherQueue.remove(0);
            warnUnless(flushColour == colour(next), "next has another colour");
            firstFlusher = next;
            if (walker.walk(WalkKind.CASCADE, flush, next, flushColour, Colours.NONE)) {
                return;
            }
            // The kernel does this at the end of the walk, by dropping the bias.
            walker.completed(next);
            firstFlusher = null;
        }
    }

    final void completeMates() {
        while (!flusherQueue.isEmpty() && colour(flusherQueue.get(0)) == flushColour) {
            walker.completed(flusherQueue.remove(0));
        }
    }

    /** This flush colour is finished. */
    void advanceFlushColour() {
        flushColour = Colours.next(flushColour);
    }

    private int colour(Flush flush) {
        return colourOf.getOrDefault(flush, Colours.NONE);
    }

    private static void warnUnless(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError("kernel warning: " + otherwise);
        }
    }
}
