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
import java.util.SplittableRandom;
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
                split.wakeupNanos(),
                awaited,
                Grade.A,
                number * 10L));
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
                measured ? split.walkNanos() : -1,
                counts(queues.get(queue).kind(), needed),
                Grade.A,
                number * 10L));
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
                new WalkCounts(count(needed), count(needed), Range.exactly(3), needed, 0, needed));
    }

    private WalkCounts legacy(long visits, long locks, int needed) {
        return new WalkCounts(count(visits), count(locks), Range.ZERO, needed, 0, 0);
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

    /** About as many flushes of as many kinds as the pictures of the design show. */
    static HtmlFixture rich() {
        HtmlFixture capture = new HtmlFixture();
        SplittableRandom random = new SplittableRandom(7);
        int perCpuQueue = capture.queue("wql_percpu_queue", WorkqueueKind.PER_CPU);
        int perCpuSingle = capture.queue("wql_percpu_single", WorkqueueKind.PER_CPU);
        int perCpuIdle = capture.queue("wql_percpu_idle", WorkqueueKind.PER_CPU);
        int xfs = capture.queue("xfs-cil/ram0", WorkqueueKind.UNBOUND);
        int unboundQueue = capture.queue("wql_unbound_queue", WorkqueueKind.UNBOUND);
        int highpri = capture.queue("wql_highpri_idle", WorkqueueKind.PER_CPU);
        int unboundSingle = capture.queue("wql_unbound_single", WorkqueueKind.UNBOUND);
        int unboundIdle = capture.queue("wql_unbound_idle", WorkqueueKind.UNBOUND);
        int ordered = capture.queue("wql_ordered_idle", WorkqueueKind.ORDERED);
        long idle = 71 * SECOND;
        capture.idle(random, perCpuIdle, 14, idle, 0.72);
        capture.idle(random, highpri, 6, idle + 80 * MILLI, 0.79);
        capture.idle(random, unboundIdle, 14, idle + 150 * MILLI, 0.36);
        capture.idle(random, ordered, 6, idle + 250 * MILLI, 0.17);
        capture.single(random, perCpuSingle, 17, 73 * SECOND);
        capture.single(random, unboundSingle, 17, 73 * SECOND + 300 * MILLI);
        capture.pileUp(random, perCpuQueue, "wqload", 6, 55, 75 * SECOND + 208 * MILLI, 60);
        capture.pileUp(random, unboundQueue, "wqload", 6, 55, 77 * SECOND + 31 * MILLI, 140);
        capture.pileUp(random, xfs, "fsyncer", 4, 67, 82 * SECOND, 9);
        for (String name :
                List.of("idle.txt.gz", "single.txt.gz", "mt_percpu.txt.gz", "mt_unbound.txt.gz", "xfs.txt.gz")) {
            capture.file(name);
        }
        return capture.finding(
                Finding.Severity.INFO,
                "item-not-ended",
                "1 item of mt_unbound had not ended when the recording stopped");
    }

    private void idle(SplittableRandom random, int queue, int count, long start, double walkShare) {
        long at = start;
        for (int i = 0; i < count; i++) {
            long length = 30_000 + random.nextLong(300_000);
            long walk = (long) (length * walkShare);
            flush(
                    queue,
                    i % 7 == 0 ? "sh" : "wqload/0",
                    i % 7 == 0 ? 501 : 640,
                    at,
                    new FlushSplit(0, walk, 0, 0, length - walk),
                    true,
                    null,
                    0);
            at += length + random.nextLong(9 * MILLI);
        }
    }

    private void single(SplittableRandom random, int queue, int count, long start) {
        long at = start;
        for (int i = 0; i < count; i++) {
            long items = 100_000 + random.nextLong(900_000);
            FlushSplit split =
                    new FlushSplit(0, 40_000 + random.nextLong(90_000), items, random.nextLong(200_000), 12_000);
            flush(queue, "wqload/0", 640, at, split, true, item(at, split, random, "wqload_item_fn"), 1);
            at += split.totalNanos() + random.nextLong(14 * MILLI);
        }
    }

    private void pileUp(
            SplittableRandom random, int queue, String task, int tasks, int count, long start, long waitMillis) {
        long[] free = new long[tasks];
        java.util.Arrays.fill(free, start);
        for (int i = 0; i < count; i++) {
            int who = i % tasks;
            boolean slow = i / tasks == 2;
            long wait = slow ? waitMillis * MILLI : 1 + random.nextLong(waitMillis * MILLI / 6);
            FlushSplit split = new FlushSplit(
                    random.nextLong(wait), random.nextLong(wait / 8 + 1), wait, random.nextLong(wait / 3 + 1), 9_000);
            long at = free[who] + random.nextLong(3 * MILLI);
            flush(
                    queue,
                    task + "/" + who,
                    640 + who,
                    at,
                    split,
                    true,
                    item(at, split, random, task + "_item_fn"),
                    i % 4);
            free[who] = at + split.totalNanos() + random.nextLong(waitMillis * MILLI / 8);
        }
    }

    private static AwaitedItem item(long start, FlushSplit split, SplittableRandom random, String function) {
        long end = start + split.mutexNanos() + split.walkNanos() + split.itemsNanos();
        long ran = Math.min(split.itemsNanos(), 500_000 + random.nextLong(1_000_000));
        return new AwaitedItem(
                function, (int) random.nextLong(4), start - random.nextLong(2 * MILLI), end - ran, end, 3);
    }
}
