package dev.wqflush.replay.truth;

import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.ReplayResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a replay's flushes compare with the kernel's, in order of entry per workqueue and task. A time is right within
 * 0.1 ms or 5 %, whichever is more: a probe takes some ten microseconds on the machines that were traced.
 */
final class FlushScore {
    private static final long TOLERANCE_NANOS = 100_000;
    private static final double TOLERANCE = 0.05;

    long flushes;
    long paths;
    long mutexes;

    /** Those that waited for items; an idle flush has nothing to compare. */
    long waited;

    long items;
    long wakeups;
    long itemsNanos;
    long trueItemsNanos;

    /** How often a path was taken for another one. */
    final SortedMap<String, Integer> confusions = new TreeMap<>();

    static FlushScore of(ReplayResult result, List<TruthFlush> truth) {
        Map<String, Deque<FlushResult>> open = new HashMap<>();
        for (FlushResult flush : result.flushes()) {
            long pointer = result.workqueues().get(flush.workqueue()).pointer();
            open.computeIfAbsent(TruthWalk.key(pointer, flush.tid()), key -> new ArrayDeque<>())
                    .add(flush);
        }
        FlushScore score = new FlushScore();
        for (TruthFlush flush : truth) {
            Deque<FlushResult> candidates = open.getOrDefault(flush.key(), new ArrayDeque<>());
            score.flushes++;
            if (!candidates.isEmpty()) {
                score.compare(flush, candidates.remove());
            }
        }
        return score;
    }

    private void compare(TruthFlush flush, FlushResult replayed) {
        FlushSplit split = replayed.split();
        if (replayed.path().word().equals(flush.path())) {
            paths++;
        } else {
            confusions.merge(flush.path() + " as " + replayed.path().word(), 1, Integer::sum);
        }
        mutexes += isWithin(split.mutexNanos(), split.mutexNanos(), flush.mutexNanos());
        itemsNanos += split.itemsNanos();
        trueItemsNanos += flush.itemsNanos();
        if (!flush.path().equals(FlushPath.IDLE.word())) {
            waited++;
            items += isWithin(split.itemsNanos(), split.itemsNanos(), flush.itemsNanos());
            wakeups += isWithin(split.wakeupNanos(), split.wakeupNanos() + split.otherNanos(), flush.wakeupNanos());
        }
    }

    private static int isWithin(long low, long high, long truth) {
        long tolerance = Math.max(TOLERANCE_NANOS, (long) (TOLERANCE * truth));
        return low - tolerance <= truth && truth <= high + tolerance ? 1 : 0;
    }

    void add(FlushScore other) {
        flushes += other.flushes;
        paths += other.paths;
        mutexes += other.mutexes;
        waited += other.waited;
        items += other.items;
        wakeups += other.wakeups;
        itemsNanos += other.itemsNanos;
        trueItemsNanos += other.trueItemsNanos;
        other.confusions.forEach((what, times) -> confusions.merge(what, times, Integer::sum));
    }
}
