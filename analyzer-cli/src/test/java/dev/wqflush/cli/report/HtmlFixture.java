package dev.wqflush.cli.report;

import dev.wqflush.replay.cost.DefaultCosts;
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
import dev.wqflush.replay.verdict.Judge;
import dev.wqflush.replay.verdict.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Captures that never were, put together flush by flush and judged like real ones. */
final class HtmlFixture {
    static final List<String> MODELS = List.of("legacy-v0", "legacy-v1", "legacy-v2", "active-list");
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;

    private final List<WorkqueueResult> queues = new ArrayList<>();
    private final List<FlushResult> flushes = new ArrayList<>();
    private final List<WalkResult> walks = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<CaptureFile> files = new ArrayList<>();
    private int possible = 192;
    private boolean timed = true;
    private boolean exact = true;
    private boolean measured = true;
    private boolean walking = true;

    HtmlFixture possible(int cpus) {
        possible = cpus;
        return this;
    }

    HtmlFixture untimed() {
        timed = false;
        return this;
    }

    /** Counts from now on have bounds. */
    HtmlFixture ranges() {
        exact = false;
        return this;
    }

    HtmlFixture walksNotMeasured() {
        measured = false;
        return this;
    }

    HtmlFixture withoutWalks() {
        walking = false;
        return this;
    }

    HtmlFixture file(String name) {
        files.add(
                new CaptureFile(name, "ftrace text", 3_684L + 100L * files.size(), "9eb59e0635ef".repeat(5) + "abcd"));
        return this;
    }

    HtmlFixture finding(Finding.Severity severity, String id, String text) {
        findings.add(new Finding(severity, id, text, 1, Long.MIN_VALUE, "line 17"));
        return this;
    }

    /** Adds a workqueue and returns its index. */
    int queue(String name, WorkqueueKind kind) {
        long pwqs = switch (kind) {
            case ORDERED -> 1;
            case UNBOUND -> possible + 1L;
            default -> possible;
        };
        queues.add(new WorkqueueResult(
                name,
                0xff11000000000000L + 256L * queues.size(),
                kind,
                "its items",
                false,
                exact ? Range.exactly(pwqs) : new Range(4, pwqs, pwqs),
                Range.exactly(kind == WorkqueueKind.PER_CPU ? pwqs : 2),
                10,
                0));
        return queues.size() - 1;
    }

    HtmlFixture flush(int queue, String task, int tid, long start, FlushSplit split) {
        return flush(queue, task, tid, start, split, true, null, 2);
    }

    HtmlFixture flush(
            int queue,
            String task,
            int tid,
            long start,
            FlushSplit split,
            boolean ended,
            @Nullable AwaitedItem awaited,
            int needed) {
        int number = flushes.size() + 1;
        flushes.add(new FlushResult(
                number,
                queue,
                task,
                tid,
                tid % 4,
                start,
                start + split.totalNanos(),
                ended,
                ended,
                FlushPath.FIRST,
                number % 16,
                1,
                1,
                split,
                ItemsNeeded.until(start + split.totalNanos()),
                0,
                split.wakeupNanos(),
                awaited,
                Grade.A,
                number * 10L));
        if (walking) {
            walks.add(new WalkResult(
                    walks.size() + 1,
                    start + split.mutexNanos(),
                    queue,
                    task,
                    tid,
                    tid % 4,
                    number,
                    WalkKind.FIRST,
                    number % 16,
                    (number + 1) % 16,
                    needed > 0,
                    measured ? WalkSource.PROBE : WalkSource.PROTOCOL,
                    false,
                    measured ? split.walkNanos() : -1,
                    counts(queues.get(queue).kind(), needed),
                    Grade.A,
                    number * 10L));
        }
        return this;
    }

    private List<WalkCounts> counts(WorkqueueKind kind, int needed) {
        long all = switch (kind) {
            case ORDERED -> 1;
            case UNBOUND -> possible + 1L;
            default -> possible;
        };
        boolean unbound = kind == WorkqueueKind.UNBOUND;
        return List.of(
                legacy(unbound ? 2 : all, unbound ? 2 : all, needed),
                legacy(all, all, needed),
                legacy(all, unbound ? 2 : all, needed),
                new WalkCounts(count(needed), count(needed), Range.exactly(3), needed, 0, needed, needed));
    }

    private WalkCounts legacy(long visits, long locks, int needed) {
        return new WalkCounts(count(visits), count(locks), Range.ZERO, needed, 0, 0, needed);
    }

    private Range count(long value) {
        return exact ? Range.exactly(value) : new Range(value / 2, value, value + 3);
    }

    Report report() {
        TreeMap<String, Long> events = new TreeMap<>(Map.of(
                "workqueue_queue_work", 812L, "workqueue_execute_start", 799L, "sched_switch", 2_400L, "walk", 326L));
        return new Report(
                "0.1.0", files, events, new LineCounts(5_762, 5_760, 2), List.of(), Set.copyOf(MODELS), assessment());
    }

    private Assessment assessment() {
        long first = flushes.stream().mapToLong(FlushResult::startNanos).min().orElse(SECOND);
        long last = flushes.stream().mapToLong(FlushResult::endNanos).max().orElse(2 * SECOND);
        Topology topology = new Topology(
                KernelRelease.parse("7.3.4-wqlab"),
                CpuSet.firstCpus(possible),
                true,
                CpuSet.firstCpus(Math.min(4, possible)),
                List.of(CpuSet.firstCpus(Math.min(4, possible))),
                List.of(),
                "cache_shard",
                Topology.DEFAULT_CACHE_SHARD_SIZE,
                Map.of(),
                Map.of(),
                "QEMU TCG",
                "copied sysfs tree");
        EvidenceSeen evidence = new EvidenceSeen(
                1_611,
                flushes.size(),
                flushes.size(),
                walks.size(),
                measured ? walks.size() : 0,
                2_400,
                40,
                0,
                0,
                timed);
        ReplayResult result = new ReplayResult(
                topology, MODELS, "legacy-v2", first, last, evidence, queues, flushes, walks, findings);
        return Judge.assess(result, DefaultCosts.published(), Thresholds.DEFAULT);
    }
}
