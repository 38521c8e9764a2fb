package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.CostModel;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;
import java.util.Collection;

/** Takes the decisions of the triage in their order; the first that holds is the class. */
final class Classifier {
    /**
     * A walk that took more than ten times the high end of what its acts cost was not walking all that time, but
     * stalled: preempted, interrupted, on an emulated CPU. Captures of emulated guests show walks of 4 pwqs at fifty
     * times the high end, while those of 128 and 192 stay at three to four times.
     */
    private static final long STALLED = 10;

    private final Thresholds thresholds;
    private final long spanNanos;
    private final boolean decidable;
    private final boolean whole;
    private final boolean deviceSeen;

    Classifier(ReplayResult result, Thresholds thresholds) {
        this.thresholds = thresholds;
        spanNanos = result.spanNanos();
        EvidenceSeen seen = result.evidence();
        decidable = seen.timed() && (seen.schedulerEvents() > 0 || seen.flushReturns() > 0);
        whole = seen.schedulerEvents() > 0 && seen.walkTimes() > 0;
        deviceSeen = result.findings().stream().anyMatch(f -> f.id().equals(Flags.CACHE_FLUSH_INSIDE));
    }

    /**
     * The time of a walk that counts for a class: as measured, but for stalls, which no state of its cache lines would
     * explain; by its counts where it was not measured.
     */
    static long walkNanos(WalkResult walk, WalkCounts counts, WorkqueueResult workqueue, CostParameters costs) {
        if (walk.measuredNanos() < 0) {
            return CostModel.time(counts, walk.warm(), workqueue, costs).baseNanos();
        }
        long most = CostModel.time(counts, false, workqueue, costs).highNanos();
        return Math.min(walk.measuredNanos(), STALLED * most);
    }

    /** Whether times and waits are there to decide anything but counts. */
    boolean decidable() {
        return decidable;
    }

    /** Whether the flush did not end in the capture and waited too long to be just cut off by its end. */
    boolean stuck(FlushResult flush) {
        long nanos = flush.nanos();
        boolean longWait = nanos > thresholds.stuckNanos()
                || (nanos > thresholds.stuckLeastNanos() && nanos > thresholds.stuckSpanShare() * spanNanos);
        return decidable && !flush.ended() && longWait;
    }

    /** Class of one workqueue. */
    VerdictClass ofWorkqueue(Ledger ledger) {
        if (ledger.flushes().stream().anyMatch(this::stuck)) {
            return VerdictClass.STUCK;
        }
        if (!decidable) {
            return VerdictClass.UNDECIDED;
        }
        return healthy(ledger)
                ? VerdictClass.HEALTHY
                : ofWaiting(ledger, ledger.percentiles().p50());
    }

    /** Class of the capture from the classes of its workqueues; {@code unwell} is the sum of those not healthy. */
    VerdictClass ofCapture(Collection<VerdictClass> classes, Ledger unwell) {
        if (classes.isEmpty()) {
            return VerdictClass.NO_FLUSH;
        }
        if (classes.contains(VerdictClass.STUCK)) {
            return VerdictClass.STUCK;
        }
        if (!decidable) {
            return VerdictClass.UNDECIDED;
        }
        return classes.stream().allMatch(c -> c == VerdictClass.HEALTHY)
                ? VerdictClass.HEALTHY
                : ofWaiting(unwell, Long.MAX_VALUE);
    }

    /** Class of one flush of a workqueue that has the given class. */
    VerdictClass ofFlush(FlushResult flush, long walkNanos, VerdictClass ofWorkqueue) {
        if (stuck(flush)) {
            return VerdictClass.STUCK;
        }
        if (ofWorkqueue == VerdictClass.HEALTHY || !decidable) {
            return ofWorkqueue;
        }
        return mostOf(flush.split(), flush.split().mutexNanos() + flush.behindOthersNanos(), walkNanos, flush.nanos());
    }

    /**
     * Contract 3: waiting matters neither in sum nor one by one. A loop of short flushes is the exception: where one
     * task spends much of its time in walks, they matter however short each is.
     */
    private boolean healthy(Ledger ledger) {
        long busiest = ledger.busiestTaskNanos();
        if (busiest <= thresholds.quietSpanShare() * spanNanos) {
            return true;
        }
        boolean walking = walkShare(ledger) * busiest >= thresholds.walkingSpanShare() * spanNanos;
        return ledger.percentiles().p99() < thresholds.shortFlushNanos() && !walking;
    }

    private VerdictClass ofWaiting(Ledger ledger, long typicalNanos) {
        VerdictClass most =
                mostOf(ledger.split(), ledger.behindOthersNanos(), ledger.walkNanosThatCount(), typicalNanos);
        if (most == VerdictClass.WALK_BOUND) {
            return most;
        }
        long spun = ledger.poolLockWaitNanos();
        boolean locks = spun > 0
                && spun >= thresholds.lockShare() * (spun + ledger.split().totalNanos());
        return locks ? VerdictClass.LOCK_BOUND : most;
    }

    /** Share of flush time in walks, 0 to 1. */
    private static double walkShare(Ledger ledger) {
        long total = ledger.split().totalNanos();
        return total <= 0 ? 0 : Math.min(1, (double) ledger.walkNanosThatCount() / total);
    }

    /**
     * Walk-bound from the threshold on, otherwise the largest part. If that is {@code other}, the capture does not
     * tell; but where walks and sleeps were seen, it is the flusher's own running, and harmless if flushes are short.
     */
    private VerdictClass mostOf(FlushSplit split, long behindOthers, long walkNanos, long typicalNanos) {
        if (walkNanos > 0 && walkNanos >= thresholds.walkShare() * split.totalNanos()) {
            return VerdictClass.WALK_BOUND;
        }
        long items = split.itemsNanos() - (behindOthers - split.mutexNanos());
        long most = Math.max(Math.max(behindOthers, items), Math.max(split.wakeupNanos(), split.otherNanos()));
        if (most <= 0 || most == split.otherNanos()) {
            return whole && typicalNanos < thresholds.shortFlushNanos() ? VerdictClass.HEALTHY : VerdictClass.UNDECIDED;
        }
        if (most == behindOthers) {
            return VerdictClass.MUTEX_BOUND;
        }
        if (most == items) {
            return deviceSeen ? VerdictClass.DEVICE_BOUND : VerdictClass.ITEM_BOUND;
        }
        return VerdictClass.WAKEUP_BOUND;
    }
}
