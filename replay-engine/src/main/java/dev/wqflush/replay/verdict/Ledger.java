package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.CostModel;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.cost.TimeKind;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/** Adds up the flushes and walks of one workqueue, or of several. */
final class Ledger {
    /**
     * Below this share of measured walks the time in walks is modelled: return probes get lost, some walks always miss.
     */
    private static final double MEASURED_ENOUGH = 0.9;

    private static final int HISTOGRAM_DIGITS = 3;

    private final int workqueue;
    private final ReplayResult result;
    private final ModelIndex models;
    private final List<FlushResult> flushes = new ArrayList<>();
    private final Map<WalkKind, Long> walksByKind = new EnumMap<>(WalkKind.class);
    private final WalkCounts[] counts;
    private final Band[] times;
    private final Map<Integer, Long> nanosByTask = new HashMap<>();
    private final Histogram lengths = new Histogram(HISTOGRAM_DIGITS);
    private FlushSplit split = FlushSplit.ZERO;
    private Band saved;
    private Band severalPwqsTime;
    private long severalPwqsWalkNanos;
    private long walkNanosThatCount;
    private long openFlushes;
    private long longestNanos;
    private long walks;
    private long measuredWalks;
    private long measuredNanos;
    private long poolLockWaitNanos;
    private long behindOthersNanos;
    private long behindWalksNanos;

    /** An empty ledger of a workqueue, or of several with -1. */
    Ledger(int workqueue, ReplayResult result, ModelIndex models, TimeKind kind) {
        this.workqueue = workqueue;
        this.result = result;
        this.models = models;
        counts = new WalkCounts[result.models().size()];
        times = new Band[result.models().size()];
        Arrays.fill(counts, WalkCounts.ZERO);
        Arrays.fill(times, Band.zero(kind));
        saved = Band.zero(kind);
        severalPwqsTime = Band.zero(kind);
        if (workqueue >= 0) {
            poolLockWaitNanos = of().poolLockWaitNanos();
        }
    }

    /** The sum of others, which must be of different workqueues of the same result. */
    static Ledger sum(Collection<Ledger> parts, ReplayResult result, ModelIndex models, TimeKind kind) {
        Ledger all = new Ledger(-1, result, models, kind);
        parts.forEach(all::add);
        return all;
    }

    private void add(Ledger part) {
        flushes.addAll(part.flushes);
        part.walksByKind.forEach((walkKind, n) -> walksByKind.merge(walkKind, n, Long::sum));
        for (int i = 0; i < counts.length; i++) {
            counts[i] = counts[i].plus(part.counts[i]);
            times[i] = times[i].plus(part.times[i]);
        }
        part.nanosByTask.forEach((task, nanos) -> nanosByTask.merge(task, nanos, Long::sum));
        lengths.add(part.lengths);
        split = split.plus(part.split);
        saved = saved.plus(part.saved);
        severalPwqsTime = severalPwqsTime.plus(part.severalPwqsTime);
        severalPwqsWalkNanos += part.severalPwqsWalkNanos;
        walkNanosThatCount += part.walkNanosThatCount;
        openFlushes += part.openFlushes;
        longestNanos = Math.max(longestNanos, part.longestNanos);
        walks += part.walks;
        measuredWalks += part.measuredWalks;
        measuredNanos += part.measuredNanos;
        poolLockWaitNanos += part.poolLockWaitNanos;
        behindOthersNanos += part.behindOthersNanos;
        behindWalksNanos += part.behindWalksNanos;
    }

    void add(FlushResult flush, Band flushSaved, long othersWalkNanos) {
        long nanos = Math.max(0, flush.nanos());
        flushes.add(flush);
        lengths.recordValue(nanos);
        longestNanos = Math.max(longestNanos, nanos);
        nanosByTask.merge(flush.tid(), nanos, Long::sum);
        split = split.plus(flush.split());
        saved = saved.plus(flushSaved);
        long behindOthers = flush.split().mutexNanos() + flush.behindOthersNanos();
        behindOthersNanos += behindOthers;
        behindWalksNanos += Math.min(othersWalkNanos, behindOthers);
        if (!flush.ended()) {
            openFlushes++;
        }
        if (severalPwqs()) {
            severalPwqsWalkNanos += flush.split().walkNanos();
        }
    }

    void add(WalkResult walk, CostParameters costs) {
        walks++;
        walksByKind.merge(walk.kind(), 1L, Long::sum);
        if (walk.measuredNanos() >= 0) {
            measuredWalks++;
            measuredNanos += walk.measuredNanos();
        }
        for (int i = 0; i < counts.length; i++) {
            WalkCounts done = walk.counts().get(i);
            Band time = CostModel.time(done, walk.warm(), of(), costs);
            counts[i] = counts[i].plus(done);
            times[i] = times[i].plus(time);
            if (i == models.traced() && severalPwqs()) {
                severalPwqsTime = severalPwqsTime.plus(time);
                walkNanosThatCount += Classifier.walkNanos(walk, done, of(), costs);
            }
        }
    }

    /** The workqueue itself; not for a sum. */
    WorkqueueResult of() {
        return result.workqueues().get(workqueue);
    }

    /** Ordered workqueues have one pwq: their walks are no matter. */
    boolean severalPwqs() {
        return of().pwqs().high() > 1;
    }

    int workqueue() {
        return workqueue;
    }

    List<FlushResult> flushes() {
        return flushes;
    }

    FlushSplit split() {
        return split;
    }

    Band saved() {
        return saved;
    }

    long walks() {
        return walks;
    }

    long poolLockWaitNanos() {
        return poolLockWaitNanos;
    }

    /** Sum over walks under one model, by its index. */
    WalkCounts counts(int model) {
        return counts[model];
    }

    /** The longest that one task waited in flushes. */
    long busiestTaskNanos() {
        return nanosByTask.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** Time in the walks of workqueues with more than one pwq: measured if nearly all of them were, else modelled. */
    Band walkTime() {
        return measuredEnough()
                ? new Band(severalPwqsWalkNanos, severalPwqsWalkNanos, severalPwqsWalkNanos, TimeKind.MEASURED)
                : severalPwqsTime;
    }

    /** Sum of {@link Classifier#walkNanos} over walks of more than one pwq: to decide with, not to print. */
    long walkNanosThatCount() {
        return walkNanosThatCount;
    }

    private boolean measuredEnough() {
        return walks > 0 && measuredWalks >= MEASURED_ENOUGH * walks;
    }

    /** How long flushers waited for others: for {@code wq->mutex}, or for their turn in a cascade. */
    long behindOthersNanos() {
        return behindOthersNanos;
    }

    /** How long flushers waited for items that were queued before, or whose end nobody could wait for less. */
    long itemsNanos() {
        return split.itemsNanos() - (behindOthersNanos - split.mutexNanos());
    }

    /**
     * How much of that can have been behind walks of others: their measured time within the waiting flush, and no more
     * than it waited. -1 if walks were not measured.
     */
    long behindWalksNanos() {
        return measuredEnough() ? behindWalksNanos : -1;
    }

    Percentiles percentiles() {
        return new Percentiles(percentile(50), percentile(90), percentile(99), longestNanos);
    }

    private long percentile(double percent) {
        return Math.min(lengths.getValueAtPercentile(percent), longestNanos);
    }

    /** Traced model less active list; nothing where one of them was not replayed. */
    private Range saved(Function<WalkCounts, Range> field) {
        return models.comparable()
                ? field.apply(counts[models.traced()]).minus(field.apply(counts[models.activeList()]))
                : Range.ZERO;
    }

    /** Length of the union of the intervals in which a flush was open. */
    private long wallNanos() {
        List<FlushResult> byStart = new ArrayList<>(flushes);
        byStart.sort(Comparator.comparingLong(FlushResult::startNanos));
        long wall = 0;
        long covered = Long.MIN_VALUE;
        for (FlushResult flush : byStart) {
            long from = Math.max(covered, flush.startNanos());
            if (flush.endNanos() > from) {
                wall += flush.endNanos() - from;
                covered = flush.endNanos();
            }
        }
        return wall;
    }

    WorkqueueSummary summary(VerdictClass verdictClass, Grade grade) {
        List<ModelTotals> totals = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            totals.add(new ModelTotals(result.models().get(i), walks, counts[i], times[i]));
        }
        return new WorkqueueSummary(
                workqueue,
                flushes.size(),
                openFlushes,
                walksByKind,
                totals,
                saved(WalkCounts::visits),
                saved(WalkCounts::poolLocks),
                saved,
                measuredWalks > 0 ? measuredNanos : -1,
                measuredWalks,
                percentiles(),
                split,
                wallNanos(),
                verdictClass,
                grade);
    }
}
