package dev.wqflush.cli.report;

import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.replay.partial.LockBound;
import dev.wqflush.replay.partial.PoolLockWaits;
import dev.wqflush.replay.verdict.Words;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.util.ArrayList;
import java.util.List;

/** How long walks waited for pool locks at most, in words. */
public final class LockBoundText {
    private LockBoundText() {}

    /** For the summary at the prompt; nothing if no table was given. */
    static List<String> lines(Report report, int width) {
        String sentences = sentences(report);
        if (sentences.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(Prose.labelled("lock stats", width, sentences));
        return lines;
    }

    /** The bound, the walks that it is of, and what it rests on; empty if no table was given. */
    public static String sentences(Report report) {
        LockBound bound = report.lockBound();
        if (bound == null) {
            return "";
        }
        if (report.assessment().all().walkCount() == 0) {
            return "the capture shows no walk that could have waited for pool locks.";
        }
        return "the walks waited for pool locks " + Words.PLAIN.time(bound.nanos()) + " at most, beside "
                + walks(report) + ": " + reason(bound) + ". " + note(bound.waits());
    }

    /** Whose waits the bound holds besides those that are asked for. */
    static String note(PoolLockWaits waits) {
        String others = waits.byCaller()
                ? "the waits of other walks that the table covers"
                : "the waits of other users of these locks, such as queueing and workers,";
        return "An upper bound: " + others + " are in it. It holds if the table covers the capture.";
    }

    private static String walks(Report report) {
        WorkqueueSummary all = report.assessment().all();
        long measured = all.measuredWalks();
        if (measured <= 0 || !report.assessment().result().evidence().timed()) {
            return Words.PLAIN.bandWithKind(
                            all.model(report.assessment().result().tracedModel())
                                    .time())
                    + " in walks";
        }
        String which = measured == all.walkCount()
                ? "walks"
                : Words.PLAIN.count(measured) + " of " + Words.PLAIN.things(all.walkCount(), "walk", "walks");
        return Words.PLAIN.time(all.measuredWalkNanos()) + " in " + which + " ("
                + FlushTime.measured(report.assessment().result().topology()) + ")";
    }

    private static String reason(LockBound bound) {
        PoolLockWaits waits = bound.waits();
        String table = " in the table of " + waits.source();
        String what = waits.byCaller() ? " of walks" : " for pool locks";
        if (bound.isByCycles()) {
            return Words.PLAIN.things(bound.poolLockCycles(), "pool lock cycle", "pool lock cycles") + " of at most "
                    + Words.PLAIN.time(waits.longestNanos()) + ", the longest wait" + what + table;
        }
        if (waits.totalNanos() == 0) {
            return "there is no wait" + what + table + ", if no rows were cut off (-E)";
        }
        return (waits.count() < 0 ? "all waits" : "all " + Words.PLAIN.things(waits.count(), "wait", "waits"))
                + what
                + table;
    }
}
