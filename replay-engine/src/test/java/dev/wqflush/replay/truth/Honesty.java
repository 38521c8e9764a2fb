package dev.wqflush.replay.truth;

import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.truth.TruthWalk.Counted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How much of what a replay calls exact is right, where the capture is damaged: walks are matched with the kernel's by
 * time, per workqueue and task, and a walk that the kernel did not make is wrong in all its counts.
 */
final class Honesty {
    /** Cost of leaving a walk unmatched, in nanoseconds of distance. */
    private static final double UNMATCHED = 100e6;

    private static final Set<String> DOUBTS = Set.of("lost-events", "clock-disorder");
    private static final Counted NO_WALK = new Counted(false, 0, 0, 0, 0, 0, 0);
    private static final double OTHER_KIND = 5e6;

    long captures;
    long found;
    long walks;
    long matched;
    long exactList;
    long wrongList;
    long exactLegacy;
    long wrongLegacy;
    double width;
    final List<String> misses = new ArrayList<>();

    static Honesty of(ReplayResult result, List<TruthWalk> truth) {
        Honesty honesty = new Honesty();
        honesty.captures = 1;
        boolean marked = result.evidence().lossMarks() > 0;
        honesty.found = marked || result.findings().stream().map(Finding::id).anyMatch(DOUBTS::contains) ? 1 : 0;
        Map<String, List<WalkResult>> walks = new LinkedHashMap<>();
        for (WalkResult walk : result.walks()) {
            long pointer = result.workqueues().get(walk.workqueue()).pointer();
            walks.computeIfAbsent(TruthWalk.key(pointer, walk.tid()), key -> new ArrayList<>())
                    .add(walk);
        }
        Map<String, List<TruthWalk>> expected = new LinkedHashMap<>();
        for (TruthWalk walk : truth) {
            expected.computeIfAbsent(walk.key(), key -> new ArrayList<>()).add(walk);
        }
        walks.forEach((key, made) -> {
            List<@Nullable TruthWalk> partners = align(made, expected.getOrDefault(key, List.of()));
            for (int i = 0; i < made.size(); i++) {
                honesty.compare(result, made.get(i), partners.get(i));
            }
        });
        return honesty;
    }

    /** For every walk its partner or null, in order, so that the distances in time are least. */
    private static List<@Nullable TruthWalk> align(List<WalkResult> made, List<TruthWalk> truth) {
        double[][] cost = new double[made.size() + 1][truth.size() + 1];
        for (int i = made.size(); i >= 0; i--) {
            for (int j = truth.size(); j >= 0; j--) {
                if (i == made.size() || j == truth.size()) {
                    cost[i][j] = UNMATCHED * (made.size() - i + truth.size() - j);
                } else {
                    cost[i][j] = Math.min(
                            cost[i + 1][j + 1] + distance(made.get(i), truth.get(j)),
                            UNMATCHED + Math.min(cost[i + 1][j], cost[i][j + 1]));
                }
            }
        }
        List<@Nullable TruthWalk> partners = new ArrayList<>();
        int j = 0;
        for (int i = 0; i < made.size(); i++) {
            while (j < truth.size() && cost[i][j] == UNMATCHED + cost[i][j + 1]) {
                j++;
            }
            boolean match = j < truth.size() && cost[i][j] == cost[i + 1][j + 1] + distance(made.get(i), truth.get(j));
            partners.add(match ? truth.get(j++) : null);
        }
        return partners;
    }

    private static double distance(WalkResult walk, TruthWalk truth) {
        return Math.abs(walk.timeNanos() - truth.nanos()) + (walk.kind() == truth.kind() ? 0 : OTHER_KIND);
    }

    private void compare(ReplayResult result, WalkResult walk, @Nullable TruthWalk truth) {
        walks++;
        matched += truth == null ? 0 : 1;
        WalkCounts v1 = walk.counts().get(result.models().indexOf("legacy-v1"));
        WalkCounts v2 = walk.counts().get(result.models().indexOf("legacy-v2"));
        WalkCounts list = walk.counts().get(result.models().indexOf(ModelSet.ACTIVE_LIST));
        Counted counted = truth == null ? NO_WALK : Objects.requireNonNull(truth.counted());
        long wrongBefore = wrongList + wrongLegacy;
        legacy(v1.visits(), counted.pwqs());
        legacy(v1.poolLocks(), counted.pwqs());
        legacy(v2.poolLocks(), counted.v2PoolLocks());
        list(list.visits(), counted.listVisits());
        list(list.poolLocks(), counted.listPoolLocks());
        width += list.visits().high() - list.visits().low();
        if (wrongList + wrongLegacy > wrongBefore) {
            misses.add(String.format(
                    Locale.ROOT,
                    "at %d us tid %d %s line %d: %s %s %s %s for %s",
                    walk.timeNanos() / 1000,
                    walk.tid(),
                    walk.kind().word(),
                    walk.position(),
                    v1.visits(),
                    v2.poolLocks(),
                    list.visits(),
                    list.poolLocks(),
                    truth));
        }
    }

    private void legacy(Range count, long truth) {
        exactLegacy += count.isExact() ? 1 : 0;
        wrongLegacy += count.isExact() && count.value() != truth ? 1 : 0;
    }

    private void list(Range count, long truth) {
        exactList += count.isExact() ? 1 : 0;
        wrongList += count.isExact() && count.value() != truth ? 1 : 0;
    }

    void add(Honesty other) {
        captures += other.captures;
        found += other.found;
        walks += other.walks;
        matched += other.matched;
        exactList += other.exactList;
        wrongList += other.wrongList;
        exactLegacy += other.exactLegacy;
        wrongLegacy += other.wrongLegacy;
        width += other.width;
        misses.addAll(other.misses);
    }

    /** Of the counts called exact, how many are not right, in per cent. */
    double wrongPercent() {
        return percent(wrongList + wrongLegacy, exactList + exactLegacy);
    }

    /** As {@link #wrongPercent()}, of the active list's alone. */
    double wrongListPercent() {
        return percent(wrongList, exactList);
    }

    private static double percent(long part, long whole) {
        return whole == 0 ? 0 : 100.0 * part / whole;
    }

    /** Of the counts, how many are called exact, in per cent. */
    double exactPercent() {
        return percent(exactList + exactLegacy, 5 * walks);
    }

    static String header() {
        return String.format(
                Locale.ROOT,
                "%-24s %8s %6s %6s %6s %6s %6s %6s %6s %6s%n",
                "",
                "captures",
                "found",
                "walks",
                "extra",
                "exact",
                "wrong",
                "list",
                "wrong",
                "width");
    }

    String row(String name) {
        return String.format(
                Locale.ROOT,
                "%-24s %8d %6.1f %6d %6d %6.1f %6.2f %6.1f %6.2f %6.2f%n",
                name,
                captures,
                percent(found, captures),
                walks,
                walks - matched,
                exactPercent(),
                wrongPercent(),
                percent(exactList, 2 * walks),
                wrongListPercent(),
                walks == 0 ? 0 : width / walks);
    }
}
