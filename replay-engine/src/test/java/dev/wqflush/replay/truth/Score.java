package dev.wqflush.replay.truth;

import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a replay's walks compare with the kernel's: matched in order per workqueue, task and kind. */
final class Score {
    long walks;
    long matched;
    long extra;
    long legacy;
    long armedAny;
    long armed;
    long list;
    long nodeWalks;
    long nodes;
    long coversVisits;
    long coversLocks;
    long ranged;
    long width;
    long legacyOrFlagged;

    /** What the active list does or would do, by the kernel's counters; node locks only where it really does. */
    long trueVisits;

    long trueLocks;
    long trueNodeLocks;

    /** The same by the replay, over all its walks. */
    long visits;

    long locks;
    long nodeLocks;

    final FlushScore flushes = new FlushScore();

    /** How often a walk that found no match was taken for another kind, such as {@code first as queued}. */
    final SortedMap<String, Integer> confusions = new TreeMap<>();

    final List<String> misses = new ArrayList<>();

    /**
     * Compares.
     *
     * @param keepsList whether the traced kernel works with the active list, so that its node locks are real
     */
    static Score of(ReplayResult result, List<TruthWalk> truth, boolean keepsList) {
        Score score = new Score();
        Map<String, List<WalkResult>> replayed =
                result.walks().stream().collect(Collectors.groupingBy(walk -> key(result, walk)));
        Map<String, List<TruthWalk>> made = truth.stream().collect(Collectors.groupingBy(TruthWalk::key));
        made.forEach((key, walks) ->
                score.match(result, walks, new ArrayList<>(replayed.getOrDefault(key, List.of())), keepsList));
        replayed.forEach((key, walks) -> {
            if (!made.containsKey(key)) {
                score.confuse(List.of(), walks);
            }
        });
        int list = result.models().indexOf(ModelSet.ACTIVE_LIST);
        for (WalkResult walk : result.walks()) {
            WalkCounts counts = walk.counts().get(list);
            score.visits += counts.visits().value();
            score.locks += counts.poolLocks().value();
            score.nodeLocks += counts.nodeLocks().value();
        }
        return score;
    }

    private static String key(ReplayResult result, WalkResult walk) {
        return TruthWalk.key(result.workqueues().get(walk.workqueue()).pointer(), walk.tid());
    }

    /** The walks of one task on one workqueue. */
    private void match(ReplayResult result, List<TruthWalk> truth, List<WalkResult> open, boolean keepsList) {
        List<TruthWalk> missing = new ArrayList<>();
        for (TruthWalk walk : truth) {
            walks++;
            TruthWalk.Counted counted = walk.counted();
            if (counted != null) {
                trueVisits += counted.listVisits();
                trueLocks += counted.listPoolLocks();
                trueNodeLocks += counted.nodeLocks();
                nodeWalks += keepsList ? 1 : 0;
            }
            WalkResult match = take(open, walk);
            if (match == null) {
                missing.add(walk);
            } else {
                matched++;
                if (counted != null) {
                    compare(result, walk, counted, match, keepsList);
                }
            }
        }
        confuse(missing, open);
    }

    private static @Nullable WalkResult take(List<WalkResult> open, TruthWalk walk) {
        for (Iterator<WalkResult> each = open.iterator(); each.hasNext(); ) {
            WalkResult candidate = each.next();
            if (walk.isOfKind(candidate.kind())) {
                each.remove();
                return candidate;
            }
        }
        return null;
    }

    /** Says what was taken for what, among the walks of one task that found no match. */
    private void confuse(List<TruthWalk> missing, List<WalkResult> left) {
        extra += left.size();
        for (int i = 0; i < Math.max(missing.size(), left.size()); i++) {
            String made = i < missing.size() ? missing.get(i).kind().word() : "nothing";
            String replayed = i < left.size() ? left.get(i).kind().word() : "nothing";
            confusions.merge(made + " as " + replayed, 1, Integer::sum);
        }
        missing.forEach(walk -> misses.add("missing " + walk.words()));
        left.forEach(walk -> misses.add("extra " + walk.kind().word() + " tid " + walk.tid() + " at "
                + walk.timeNanos() / 1000 + " line " + walk.position()));
    }

    private void compare(
            ReplayResult result, TruthWalk walk, TruthWalk.Counted counted, WalkResult replayed, boolean keepsList) {
        WalkCounts one = replayed.counts().get(result.models().indexOf("legacy-v1"));
        WalkCounts two = replayed.counts().get(result.models().indexOf("legacy-v2"));
        WalkCounts active = replayed.counts().get(result.models().indexOf(ModelSet.ACTIVE_LIST));
        boolean legacyRight = one.visits().value() == counted.pwqs()
                && one.poolLocks().value() == counted.pwqs()
                && two.poolLocks().value() == counted.v2PoolLocks();
        legacy += legacyRight ? 1 : 0;
        legacyOrFlagged += legacyRight || isFlagged(result, replayed) ? 1 : 0;
        if (!legacyRight) {
            misses.add("legacy %s for %d, v2 locks %s for %d: %s"
                    .formatted(
                            text(one.visits()),
                            counted.pwqs(),
                            text(two.poolLocks()),
                            counted.v2PoolLocks(),
                            walk.words()));
        }
        armedAny += replayed.armedAny() == counted.armedAny() ? 1 : 0;
        armed += one.armed() == counted.armed() ? 1 : 0;
        if (active.visits().value() == counted.listVisits()
                && active.poolLocks().value() == counted.listPoolLocks()) {
            list++;
            nodes += keepsList && active.nodeLocks().value() == counted.nodeLocks() ? 1 : 0;
        } else {
            misses.add("list %s for %d, locks %s for %d, armed %d for %d in flush %d at %d us line %d: %s"
                    .formatted(
                            text(active.visits()),
                            counted.listVisits(),
                            text(active.poolLocks()),
                            counted.listPoolLocks(),
                            one.armed(),
                            counted.armed(),
                            replayed.flush(),
                            replayed.timeNanos() / 1000,
                            replayed.position(),
                            walk.words()));
        }
        coversVisits += covers(active.visits(), counted.listVisits()) ? 1 : 0;
        coversLocks += covers(active.poolLocks(), counted.listPoolLocks()) ? 1 : 0;
        ranged += active.visits().isExact() ? 0 : 1;
        width += active.visits().high() - active.visits().low();
    }

    /** Whether the report says of the workqueue that its counts are estimates. */
    private static boolean isFlagged(ReplayResult result, WalkResult walk) {
        String name = result.workqueues().get(walk.workqueue()).name();
        return result.findings().stream()
                .anyMatch(finding -> finding.id().equals("attributes-changed")
                        && finding.text().contains(name + " changed"));
    }

    private static String text(Range range) {
        return range.isExact() ? "" + range.value() : range.value() + " (" + range.low() + ".." + range.high() + ")";
    }

    private static boolean covers(Range range, long value) {
        return range.low() <= value && value <= range.high();
    }

    static Score sum(Collection<Score> scores) {
        Score sum = new Score();
        scores.forEach(sum::add);
        return sum;
    }

    private void add(Score other) {
        walks += other.walks;
        matched += other.matched;
        extra += other.extra;
        legacy += other.legacy;
        armedAny += other.armedAny;
        armed += other.armed;
        list += other.list;
        nodeWalks += other.nodeWalks;
        nodes += other.nodes;
        coversVisits += other.coversVisits;
        coversLocks += other.coversLocks;
        ranged += other.ranged;
        width += other.width;
        legacyOrFlagged += other.legacyOrFlagged;
        trueVisits += other.trueVisits;
        trueLocks += other.trueLocks;
        trueNodeLocks += other.trueNodeLocks;
        visits += other.visits;
        locks += other.locks;
        nodeLocks += other.nodeLocks;
        flushes.add(other.flushes);
        other.confusions.forEach((what, times) -> confusions.merge(what, times, Integer::sum));
    }

    double ofWalks(long part) {
        return percent(part, walks);
    }

    double ofMatched(long part) {
        return percent(part, matched);
    }

    /** A share in per cent, NaN of nothing. */
    static double percent(long part, long whole) {
        return whole == 0 ? Double.NaN : 100.0 * part / whole;
    }
}
