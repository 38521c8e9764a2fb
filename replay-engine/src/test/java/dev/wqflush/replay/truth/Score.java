package dev.wqflush.replay.truth;

import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How a replay's walks compare with the kernel's: matched in order per workqueue, task and kind. */
final class Score {
    long walks;
    long matched;
    long extra;
    long legacy;
    long armedAny;
    long armed;
    long list;
    long nodeLocks;
    long coversVisits;
    long coversLocks;
    long ranged;
    double width;
    long truthVisits;
    long sumVisits;
    final List<String> misses = new ArrayList<>();

    static Score of(ReplayResult result, List<TruthWalk> truth, boolean counting) {
        Score score = new Score();
        int v1 = result.models().indexOf("legacy-v1");
        int v2 = result.models().indexOf("legacy-v2");
        int list = result.models().indexOf(ModelSet.ACTIVE_LIST);
        Map<String, Deque<WalkResult>> open = new LinkedHashMap<>();
        for (WalkResult walk : result.walks()) {
            open.computeIfAbsent(key(result, walk), key -> new ArrayDeque<>()).add(walk);
        }
        for (TruthWalk expected : truth) {
            score.walks++;
            score.truthVisits += expected.listVisits();
            Deque<WalkResult> candidates = open.get(expected.pointer() + ' ' + expected.tid() + ' ' + expected.kind());
            WalkResult walk = candidates == null ? null : candidates.poll();
            if (walk == null) {
                score.misses.add("missing " + expected);
                continue;
            }
            score.matched++;
            score.compare(expected, walk, v1, v2, list, counting);
        }
        open.forEach((key, left) -> {
            score.extra += left.size();
            left.forEach(
                    walk -> score.misses.add("extra " + key + " at " + walk.timeNanos() + " line " + walk.position()));
        });
        for (WalkResult walk : result.walks()) {
            score.sumVisits += walk.counts().get(list).visits().value();
        }
        return score;
    }

    private void compare(TruthWalk expected, WalkResult walk, int v1, int v2, int list, boolean counting) {
        WalkCounts one = walk.counts().get(v1);
        WalkCounts two = walk.counts().get(v2);
        WalkCounts al = walk.counts().get(list);
        boolean legacyRight = one.visits().value() == expected.pwqs()
                && one.poolLocks().value() == expected.pwqs()
                && two.poolLocks().value() == expected.v2PoolLocks();
        legacy += legacyRight ? 1 : 0;
        if (!legacyRight) {
            misses.add("legacy " + one + two.poolLocks() + " for " + expected);
        }
        armedAny += walk.armedAny() == expected.armedAny() ? 1 : 0;
        armed += one.armed() == expected.armed() ? 1 : 0;
        boolean listRight =
                al.visits().value() == expected.listVisits() && al.poolLocks().value() == expected.listPoolLocks();
        list(listRight);
        nodeLocks += counting && listRight && al.nodeLocks().value() == expected.nodeLocks() ? 1 : 0;
        if (!listRight) {
            misses.add(String.format(
                    Locale.ROOT,
                    "list at %s (%s) %s %s tid %d: %s/%s locks %s/%d armed %d/%d flush %d line %d",
                    expected.time(),
                    walk.timeNanos() / 1000,
                    expected.workqueue(),
                    expected.kind(),
                    expected.tid(),
                    al.visits(),
                    expected.listVisits(),
                    al.poolLocks(),
                    expected.listPoolLocks(),
                    one.armed(),
                    expected.armed(),
                    walk.flush(),
                    walk.position()));
        }
        coversVisits +=
                covers(al.visits().low(), expected.listVisits(), al.visits().high());
        coversLocks += covers(
                al.poolLocks().low(), expected.listPoolLocks(), al.poolLocks().high());
        ranged += al.visits().isExact() ? 0 : 1;
        width += al.visits().high() - al.visits().low();
    }

    private void list(boolean right) {
        list += right ? 1 : 0;
    }

    private static int covers(long low, long value, long high) {
        return low <= value && value <= high ? 1 : 0;
    }

    private static String key(ReplayResult result, WalkResult walk) {
        return Long.toHexString(result.workqueues().get(walk.workqueue()).pointer())
                + ' '
                + walk.tid()
                + ' '
                + walk.kind().word();
    }

    void add(Score other) {
        walks += other.walks;
        matched += other.matched;
        extra += other.extra;
        legacy += other.legacy;
        armedAny += other.armedAny;
        armed += other.armed;
        list += other.list;
        nodeLocks += other.nodeLocks;
        coversVisits += other.coversVisits;
        coversLocks += other.coversLocks;
        ranged += other.ranged;
        width += other.width;
        truthVisits += other.truthVisits;
        sumVisits += other.sumVisits;
    }

    private double percent(long part) {
        return walks == 0 ? 100 : 100.0 * part / walks;
    }

    double legacyPercent() {
        return percent(legacy);
    }

    double listPercent() {
        return percent(list);
    }

    double coverPercent() {
        return percent(Math.min(coversVisits, coversLocks));
    }

    double extraPercent() {
        return percent(extra);
    }

    static String header() {
        return String.format(
                Locale.ROOT,
                "%-28s %6s %6s %5s %6s %6s %6s %6s %6s %6s %6s %6s %6s",
                "",
                "walks",
                "kind",
                "extra",
                "legacy",
                "any",
                "armed",
                "list",
                "cov-v",
                "cov-l",
                "ranged",
                "width",
                "sum");
    }

    String row(String name) {
        return String.format(
                Locale.ROOT,
                "%-28s %6d %6.1f %5d %6.1f %6.1f %6.1f %6.1f %6.1f %6.1f %6.1f %6.3f %+6.1f",
                name,
                walks,
                percent(matched),
                extra,
                percent(legacy),
                percent(armedAny),
                percent(armed),
                percent(list),
                percent(coversVisits),
                percent(coversLocks),
                percent(ranged),
                walks == 0 ? 0 : width / walks,
                truthVisits == 0 ? 0 : 100.0 * (sumVisits - truthVisits) / truthVisits);
    }
}
