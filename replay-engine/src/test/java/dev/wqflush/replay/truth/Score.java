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
import java.util.Locale;
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
    long trueVisits;
    long visits;

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
            score.visits += walk.counts().get(list).visits().value();
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
        missing.forEach(walk -> misses.add("missing " + walk));
        left.forEach(walk -> misses.add("extra " + walk.kind().word() + " tid " + walk.tid() + " at "
                + walk.timeNanos() / 1000 + " line " + walk.position()));
    }

    private void compare(
            ReplayResult result, TruthWalk walk, TruthWalk.Counted counted, WalkResult replayed, boolean keepsList) {
        WalkCounts one = replayed.counts().get(result.models().indexOf("legacy-v1"));
        WalkCounts two = replayed.counts().get(result.models().indexOf("legacy-v2"));
        WalkCounts active = replayed.counts().get(result.models().indexOf(ModelSet.ACTIVE_LIST));
        if (one.visits().value() == counted.pwqs()
                && one.poolLocks().value() == counted.pwqs()
                && two.poolLocks().value() == counted.v2PoolLocks()) {
            legacy++;
        } else {
            misses.add("legacy " + one + two.poolLocks() + " for " + walk);
        }
        armedAny += replayed.armedAny() == counted.armedAny() ? 1 : 0;
        armed += one.armed() == counted.armed() ? 1 : 0;
        if (active.visits().value() == counted.listVisits()
                && active.poolLocks().value() == counted.listPoolLocks()) {
            list++;
            nodes += keepsList && active.nodeLocks().value() == counted.nodeLocks() ? 1 : 0;
        } else {
            misses.add("list " + active.visits() + " locks " + active.poolLocks() + " armed " + one.armed() + " flush "
                    + replayed.flush() + " at " + replayed.timeNanos() / 1000 + " line " + replayed.position() + " for "
                    + walk);
        }
        coversVisits += covers(active.visits(), counted.listVisits()) ? 1 : 0;
        coversLocks += covers(active.poolLocks(), counted.listPoolLocks()) ? 1 : 0;
        ranged += active.visits().isExact() ? 0 : 1;
        width += active.visits().high() - active.visits().low();
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
        trueVisits += other.trueVisits;
        visits += other.visits;
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

    /** Heads the columns of {@link #row}. */
    static String header(List<Figure> figures) {
        StringBuilder header = new StringBuilder(String.format(Locale.ROOT, "%-18s %6s", "", "walks"));
        figures.forEach(figure -> header.append(String.format(Locale.ROOT, " %6s", figure.column())));
        return header.toString();
    }

    String row(String name, List<Figure> figures) {
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-18s %6d", name, walks));
        figures.forEach(figure -> row.append(String.format(Locale.ROOT, " %6s", figure.text(this))));
        return row.toString();
    }
}
