package dev.wqflush.cli.report;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.DefaultCosts;
import dev.wqflush.replay.cost.TimeKind;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.ItemsNeeded;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WalkSource;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import dev.wqflush.replay.verdict.Assessment;
import dev.wqflush.replay.verdict.Evidence;
import dev.wqflush.replay.verdict.Flag;
import dev.wqflush.replay.verdict.FlushAssessment;
import dev.wqflush.replay.verdict.ModelTotals;
import dev.wqflush.replay.verdict.Percentiles;
import dev.wqflush.replay.verdict.Verdict;
import dev.wqflush.replay.verdict.VerdictClass;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A report made by hand: a per-cpu workqueue with a stuck and an ended flush, an unbound one, and as many more as asked
 * for. Numbers are chosen to be told apart, not to be likely.
 */
final class SampleReports {
    static final List<String> MODELS = List.of("legacy-v0", "legacy-v1", "legacy-v2", "active-list");

    private boolean timed = true;
    private boolean measuredWalks = true;
    private boolean flushes = true;
    private boolean topologyKnown = true;
    private int moreWorkqueues;
    private int moreFindings;
    private String firstName = "xfs-cil/ram0";

    SampleReports untimed() {
        timed = false;
        return this;
    }

    SampleReports withoutMeasuredWalks() {
        measuredWalks = false;
        return this;
    }

    SampleReports withoutFlushes() {
        flushes = false;
        return this;
    }

    SampleReports withoutTopology() {
        topologyKnown = false;
        return this;
    }

    SampleReports withMoreWorkqueues(int count) {
        moreWorkqueues = count;
        return this;
    }

    SampleReports withMoreFindings(int count) {
        moreFindings = count;
        return this;
    }

    SampleReports named(String latin1) {
        firstName = latin1;
        return this;
    }

    Report build() {
        List<WorkqueueResult> workqueues = new ArrayList<>();
        List<WorkqueueSummary> summaries = new ArrayList<>();
        if (flushes) {
            workqueues.add(workqueue(firstName, 0xffff888004f00400L, WorkqueueKind.PER_CPU));
            workqueues.add(workqueue("kblockd", 0, WorkqueueKind.UNBOUND));
            for (int i = 0; i < moreWorkqueues; i++) {
                workqueues.add(workqueue("wq-" + i, 0x1000L + i, WorkqueueKind.ORDERED));
            }
            for (int i = 0; i < workqueues.size(); i++) {
                summaries.add(summary(i, 2 - Math.min(i, 1), i == 0 ? VerdictClass.STUCK : VerdictClass.WALK_BOUND));
            }
        }
        ReplayResult result = new ReplayResult(
                topology(),
                MODELS,
                "legacy-v2",
                71_000_000_000L,
                72_840_000_000L,
                new EvidenceSeen(410, 3, 2, 4, 4, 900, 12, 0, 0, timed),
                workqueues,
                flushes ? List.of(endedFlush(), stuckFlush(), unboundFlush()) : List.of(),
                flushes ? List.of(walk(1, 0, 71_000_500_123L), walk(2, 1, 71_200_000_000L)) : List.of(),
                List.of(
                        new Finding(
                                Finding.Severity.WARNING,
                                "deep-queue",
                                "the flag of the same id says this already",
                                1,
                                71_395_475_000L,
                                "case.txt:12"),
                        new Finding(
                                Finding.Severity.INFO,
                                "lock-unknown",
                                "2 contended locks belong to no pool that was seen",
                                2,
                                Long.MIN_VALUE,
                                "")));
        long workqueueCount = Math.max(1, summaries.size());
        WorkqueueSummary all = summary(-1, flushes ? 1 + workqueueCount : 0, VerdictClass.STUCK);
        return new Report(
                "0.1.0",
                List.of(new CaptureFile("case.txt", "ftrace text", 123_456, "ab".repeat(32))),
                new TreeMap<>(Map.of("workqueue_queue_work", 410L, "sched_switch", 900L)),
                new LineCounts(1_330, 1_328, 2),
                List.of(new Finding(
                        Finding.Severity.INFO,
                        "lines-skipped",
                        "2 lines are no trace lines; left out",
                        2,
                        Long.MIN_VALUE,
                        "case.txt:3")),
                Set.copyOf(MODELS),
                new Assessment(
                        result,
                        DefaultCosts.published(),
                        verdict(),
                        flags(),
                        all,
                        summaries,
                        flushes
                                ? List.of(
                                        new FlushAssessment(VerdictClass.WALK_BOUND, band(9_100, 13_500, 49_600)),
                                        new FlushAssessment(VerdictClass.STUCK, band(0, 0, 0)),
                                        new FlushAssessment(VerdictClass.HEALTHY, band(-50, 120, 700)))
                                : List.of(),
                        flushes ? List.of(1, 0) : List.of()));
    }

    private Verdict verdict() {
        return flushes
                ? new Verdict(
                        VerdictClass.STUCK,
                        "A flush of xfs-cil/ram0 by fsync waits since 71.400000 for xlog_cil_push_work, 1.44 s so "
                                + "far; walks are 7.7 % of 2.45 s. The active list would save 13.5 us per flush "
                                + "(8.4..49.6, modelled). Grade A, emulated guest.",
                        Grade.A,
                        List.of(
                                new Evidence("flush time", 2.45e9, "ns", "measured"),
                                new Evidence("walk share", 0.077, "share", "measured")),
                        "look at what xlog_cil_push_work waits for on CPU 3")
                : new Verdict(
                        VerdictClass.NO_FLUSH,
                        "No flush was seen.",
                        Grade.D,
                        List.of(),
                        "record the probes of __flush_workqueue too");
    }

    private List<Flag> flags() {
        List<Flag> flags = new ArrayList<>();
        flags.add(new Flag("hidden-walk", 25, 71_100_000_000L, "25 walks lay inside a running item", false));
        flags.add(new Flag("emulated-guest", 1, Long.MIN_VALUE, "counts and order are real, times are not", true));
        flags.add(new Flag(
                "deep-queue",
                38,
                71_395_475_000L,
                "38 flushes began with 5 or 6 on the workqueue, first at 71.395475, which makes a sentence that is "
                        + "longer than a line of the terminal",
                true));
        for (int i = 0; i < moreFindings; i++) {
            flags.add(new Flag("late-wakeup", 1, Long.MIN_VALUE, "flusher " + i + " ran more than 5 ms late", false));
        }
        return flags;
    }

    private Topology topology() {
        KernelRelease kernel = topologyKnown ? KernelRelease.parse("7.3.4-wqlab") : null;
        if (!topologyKnown) {
            return Topology.inferred(CpuSet.firstCpus(4), kernel);
        }
        return new Topology(
                kernel,
                CpuSet.firstCpus(192),
                true,
                CpuSet.firstCpus(4),
                List.of(CpuSet.firstCpus(4), CpuSet.parse("")),
                List.of(CpuSet.firstCpus(4)),
                "cache_shard",
                Topology.DEFAULT_CACHE_SHARD_SIZE,
                Map.of(),
                Map.of(),
                "QEMU TCG",
                "sysfs.tar.gz");
    }

    private static WorkqueueResult workqueue(String name, long pointer, WorkqueueKind kind) {
        return new WorkqueueResult(
                name, pointer, kind, "its items", false, Range.exactly(192), new Range(190, 192, 192), 300, 0);
    }

    private WorkqueueSummary summary(int workqueue, long flushCount, VerdictClass verdictClass) {
        List<ModelTotals> models = new ArrayList<>();
        for (String model : MODELS) {
            models.add(new ModelTotals(model, 2 * flushCount, counts(model), band(1_000, 25_000, 98_000)));
        }
        return new WorkqueueSummary(
                workqueue,
                flushCount,
                0,
                Map.of(WalkKind.FIRST, flushCount, WalkKind.CASCADE, flushCount),
                models,
                new Range(15_000, 15_631, 15_633),
                Range.exactly(16_067),
                band(9_000, 13_500, 49_600),
                measuredWalks ? 33_000_000 : -1,
                measuredWalks ? 2 * flushCount : 0,
                new Percentiles(25_000, 900_000, 1_444_000_000L, 1_444_000_000L),
                new FlushSplit(479_000_000, 188_000_000, 1_210_000_000, 523_000_000, 48_000_000),
                860_000_000,
                verdictClass,
                Grade.A);
    }

    private static WalkCounts counts(String model) {
        return model.equals("active-list")
                ? new WalkCounts(new Range(2, 3, 5), new Range(59, 61, 64), Range.exactly(4), 1, 1, 2, 3)
                : new WalkCounts(Range.exactly(192), Range.exactly(16_128), Range.ZERO, 1, 0, 0, 3);
    }

    private static FlushResult endedFlush() {
        return flush(1, 0, 71_000_000_000L, 71_900_250_750L, true, item());
    }

    private static FlushResult stuckFlush() {
        return flush(2, 0, 71_400_000_000L, 72_840_000_000L, false, item());
    }

    private static FlushResult unboundFlush() {
        return flush(3, 1, 71_500_000_000L, 71_500_025_000L, true, null);
    }

    private static AwaitedItem item() {
        return new AwaitedItem("xlog_cil_push_work", 3, 71_399_000_000L, 71_401_000_000L, -1, 88);
    }

    private static FlushResult flush(
            int number, int workqueue, long start, long end, boolean ended, @Nullable AwaitedItem awaited) {
        return new FlushResult(
                number,
                workqueue,
                "fsync",
                4_000 + number,
                1,
                start,
                end,
                ended,
                true,
                FlushPath.FIRST,
                number,
                1,
                number,
                new FlushSplit(0, 20_000, end - start - 25_000, 5_000, 0),
                ItemsNeeded.until(ended ? end - 5_000 : end),
                0,
                0,
                awaited,
                Grade.A,
                10L * number);
    }

    private static WalkResult walk(int number, int workqueue, long time) {
        return new WalkResult(
                number,
                time,
                workqueue,
                "=cmd|' /C calc'!A0",
                4_001,
                1,
                number,
                WalkKind.FIRST,
                1,
                2,
                true,
                WalkSource.PROBE,
                false,
                21_000,
                MODELS.stream().map(SampleReports::counts).toList(),
                Grade.A,
                11);
    }

    private static Band band(long low, long base, long high) {
        return new Band(low, base, high, TimeKind.MODELLED);
    }
}
