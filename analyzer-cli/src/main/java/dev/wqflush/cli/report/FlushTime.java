package dev.wqflush.cli.report;

import dev.wqflush.cli.report.chart.Part;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.verdict.Words;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What all flushes waited, in words. */
final class FlushTime {
    private FlushTime() {}

    /** How much was waited by how many tasks; of a capture with times. */
    static String line(Report report) {
        ReplayResult result = report.assessment().result();
        FlushSplit split = report.assessment().all().split();
        long tasks = result.flushes().stream().map(FlushResult::tid).distinct().count();
        return "%s waited by %s in %s of wall time (%s)%s"
                .formatted(
                        Quantities.time(split.totalNanos()),
                        Words.PLAIN.things(tasks, "task", "tasks"),
                        Quantities.time(report.assessment().all().wallNanos()),
                        measured(result.topology()),
                        whatOtherIs(report, split));
    }

    /** The parts in the order of a table. */
    static List<Part> largestFirst(FlushSplit split) {
        return Stream.of(Part.ITEMS, Part.WAKEUP, Part.MUTEX, Part.WALK, Part.OTHER)
                .sorted(Comparator.comparingLong((Part part) -> part.of(split)).reversed())
                .toList();
    }

    /** How times of this machine are to be taken. */
    static String measured(Topology topology) {
        return topology.emulated() == null ? "measured" : "measured, emulated";
    }

    private static String whatOtherIs(Report report, FlushSplit split) {
        if (largestFirst(split).get(0) != Part.OTHER) {
            return "";
        }
        return report.assessment().all().measuredWalks() > 0
                ? "; other: entry, exit and the probes"
                : "; other: entry, exit, and walks, which are not measured";
    }
}
