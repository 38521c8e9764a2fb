package dev.wqflush.cli.report;

import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** One capture for each situation that a page must survive. */
final class Situations {
    private static final long MILLI = HtmlFixture.MILLI;
    private static final long SECOND = HtmlFixture.SECOND;

    private Situations() {}

    static Map<String, HtmlFixture> all() {
        Map<String, HtmlFixture> all = new LinkedHashMap<>();
        all.put("rich", rich());
        all.put("one-flush", oneFlush());
        all.put("no-flush", noFlush());
        all.put("no-walk", flushWithoutWalk());
        all.put("one-workqueue", withQueues(1));
        all.put("13-workqueues", withQueues(13));
        all.put("203-workqueues", withQueues(203));
        all.put("one-cpu", oneCpu());
        all.put("untimed", untimed());
        all.put("ranges", ranges());
        all.put("walks-not-measured", walksNotMeasured());
        all.put("stuck", stuck());
        all.put("hostile-names", hostileNames());
        all.put("many-flushes", manyFlushes());
        all.put("many-workqueues", manyWorkqueues());
        all.put("long-pauses", longPauses());
        return all;
    }

    /** Writes a page for each into the folder named, to be looked at. */
    public static void main(String[] folder) throws IOException {
        for (Map.Entry<String, HtmlFixture> each : all().entrySet()) {
            Path file = Path.of(folder[0], each.getKey() + ".html");
            Files.writeString(
                    file, Rendered.text(new HtmlReport(), each.getValue().report()));
        }
    }

    static HtmlFixture oneFlush() {
        HtmlFixture capture = new HtmlFixture().file("one.txt");
        capture.queue("events", WorkqueueKind.PER_CPU);
        return capture.flush(0, "sh", 7, SECOND, split(900_000));
    }

    static HtmlFixture noFlush() {
        HtmlFixture capture = new HtmlFixture().file("none.txt");
        capture.queue("events", WorkqueueKind.PER_CPU);
        return capture;
    }

    static HtmlFixture flushWithoutWalk() {
        HtmlFixture capture = new HtmlFixture();
        capture.queue("events", WorkqueueKind.PER_CPU);
        return capture.withoutWalks().flush(0, "sh", 7, SECOND, new FlushSplit(0, 0, 40 * MILLI, 0, 0));
    }

    static HtmlFixture oneCpu() {
        HtmlFixture capture = new HtmlFixture().possible(1);
        capture.queue("events", WorkqueueKind.PER_CPU);
        return capture.flush(0, "sh", 7, SECOND, split(900_000));
    }

    static HtmlFixture untimed() {
        HtmlFixture capture = new HtmlFixture().untimed();
        capture.queue("events", WorkqueueKind.PER_CPU);
        return capture.flush(0, "sh", 7, 12, FlushSplit.ZERO).flush(0, "sh", 7, 14, FlushSplit.ZERO);
    }

    static HtmlFixture ranges() {
        HtmlFixture capture = new HtmlFixture().ranges();
        capture.queue("events", WorkqueueKind.PER_CPU);
        for (int i = 0; i < 3; i++) {
            capture.flush(0, "sh", 7, SECOND * (i + 1) / 2, split(700_000));
        }
        return capture;
    }

    static HtmlFixture walksNotMeasured() {
        HtmlFixture capture = new HtmlFixture().walksNotMeasured();
        capture.queue("events", WorkqueueKind.BH);
        return capture.flush(0, "sh", 7, SECOND, split(900_000));
    }

    static HtmlFixture stuck() {
        HtmlFixture capture = new HtmlFixture();
        capture.queue("xfs-cil/sda", WorkqueueKind.UNBOUND);
        long start = 40 * SECOND;
        AwaitedItem never = new AwaitedItem("xlog_cil_push_work", -1, Long.MIN_VALUE, -1, -1, 5);
        return capture.flush(0, "fsync", 7, start, new FlushSplit(0, 0, 12 * SECOND, 0, 0), false, never, 1)
                .flush(0, "fsync", 8, start + SECOND, split(3_000_000));
    }

    static HtmlFixture hostileNames() {
        HtmlFixture capture = new HtmlFixture()
                .file("</style>\"'.txt")
                .finding(Finding.Severity.WARNING, "odd-name", "a name is <img src=x onerror=alert(1)>");
        List<String> names = List.of(
                "<script>alert(1)</script>",
                "\" onload=\"x",
                "</title></svg><b>",
                new String("שלום".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1),
                new String("a\u202eb\u2067c".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1),
                "bell\u0007\ufffe",
                "&lt;b&gt;",
                "${page}",
                "a_name_of_thirty_one_characters");
        long start = SECOND;
        for (String name : names) {
            int queue = capture.queue(name, WorkqueueKind.PER_CPU);
            AwaitedItem item = new AwaitedItem(name, 1, start, start + 200_000, start + 700_000, 5);
            capture.flush(queue, name, 9 + queue, start, split(90_000_000), true, item, 1);
            start += MILLI;
        }
        return capture;
    }

    /** A flush now and then, by many tasks. */
    static HtmlFixture longPauses() {
        HtmlFixture capture = new HtmlFixture();
        capture.queue("events", WorkqueueKind.PER_CPU);
        for (int i = 0; i < 3_000; i++) {
            capture.flush(0, "cron-" + i % 60, 100 + i % 60, (2L * i + i % 7) * SECOND, split((1 + i % 9) * MILLI));
        }
        return capture;
    }

    /** More flushes than are drawn singly, more workqueues than can be chosen by name. */
    static HtmlFixture manyWorkqueues() {
        HtmlFixture capture = new HtmlFixture();
        SplittableRandom random = new SplittableRandom(12);
        for (int queue = 0; queue < 12; queue++) {
            capture.queue("wq-" + queue, WorkqueueKind.PER_CPU);
        }
        for (int i = 0; i < 4_000; i++) {
            long start = SECOND + i * MILLI;
            capture.flush(i % 12, "task", 100 + i % 12, start, split(1 + random.nextLong(11 * MILLI)));
        }
        return capture;
    }

    static HtmlFixture manyFlushes() {
        HtmlFixture capture = new HtmlFixture();
        capture.queue("xfs-cil/sda", WorkqueueKind.UNBOUND);
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 20_000; i++) {
            long start = SECOND + i / 200 * 40L * MILLI + random.nextLong(MILLI);
            capture.flush(0, "fsync", 100 + i % 200, start, split(1 + random.nextLong(30 * MILLI)));
        }
        return capture;
    }

    static FlushSplit split(long nanos) {
        return new FlushSplit(
                nanos / 10, nanos / 5, nanos / 2, nanos / 10, nanos - nanos / 5 - nanos / 2 - 2 * (nanos / 10));
    }

    /** As many workqueues, each with one flush more than the one before. */
    static HtmlFixture withQueues(int count) {
        HtmlFixture capture = new HtmlFixture();
        List<WorkqueueKind> kinds = List.of(WorkqueueKind.values());
        for (int i = 0; i < count; i++) {
            int queue = capture.queue("queue-" + i, kinds.get(i % kinds.size()));
            for (int n = 0; n <= i % 7; n++) {
                long start = SECOND + (i + 20L * n) * MILLI;
                capture.flush(queue, "task-" + i, 100 + i, start, new FlushSplit(7, 1_000L * i, 10_000 + n, 0, 300));
            }
        }
        return capture;
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
        idle(capture, random, perCpuIdle, 14, idle, 0.72);
        idle(capture, random, highpri, 6, idle + 80 * MILLI, 0.79);
        idle(capture, random, unboundIdle, 14, idle + 150 * MILLI, 0.36);
        idle(capture, random, ordered, 6, idle + 250 * MILLI, 0.17);
        single(capture, random, perCpuSingle, 17, 73 * SECOND);
        single(capture, random, unboundSingle, 17, 73 * SECOND + 300 * MILLI);
        pileUp(capture, random, perCpuQueue, "wqload", 6, 55, 75 * SECOND + 208 * MILLI, 60);
        pileUp(capture, random, unboundQueue, "wqload", 6, 55, 77 * SECOND + 31 * MILLI, 140);
        pileUp(capture, random, xfs, "fsyncer", 4, 67, 82 * SECOND, 9);
        for (String name :
                List.of("idle.txt.gz", "single.txt.gz", "mt_percpu.txt.gz", "mt_unbound.txt.gz", "xfs.txt.gz")) {
            capture.file(name);
        }
        return capture.finding(
                Finding.Severity.INFO,
                "item-not-ended",
                "1 item of mt_unbound had not ended when the recording stopped");
    }

    private static void idle(
            HtmlFixture capture, SplittableRandom random, int queue, int count, long start, double walkShare) {
        long at = start;
        for (int i = 0; i < count; i++) {
            long length = 30_000 + random.nextLong(300_000);
            long walk = (long) (length * walkShare);
            capture.flush(
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

    private static void single(HtmlFixture capture, SplittableRandom random, int queue, int count, long start) {
        long at = start;
        for (int i = 0; i < count; i++) {
            long items = 100_000 + random.nextLong(900_000);
            FlushSplit split =
                    new FlushSplit(0, 40_000 + random.nextLong(90_000), items, random.nextLong(200_000), 12_000);
            capture.flush(queue, "wqload/0", 640, at, split, true, item(at, split, random, "wqload_item_fn"), 1);
            at += split.totalNanos() + random.nextLong(14 * MILLI);
        }
    }

    private static void pileUp(
            HtmlFixture capture,
            SplittableRandom random,
            int queue,
            String task,
            int tasks,
            int count,
            long start,
            long waitMillis) {
        long[] free = new long[tasks];
        Arrays.fill(free, start);
        for (int i = 0; i < count; i++) {
            int who = i % tasks;
            boolean slow = i / tasks == 2;
            long wait = slow ? waitMillis * MILLI : 1 + random.nextLong(waitMillis * MILLI / 6);
            FlushSplit split = new FlushSplit(
                    random.nextLong(wait), random.nextLong(wait / 8 + 1), wait, random.nextLong(wait / 3 + 1), 9_000);
            long at = free[who] + random.nextLong(3 * MILLI);
            capture.flush(
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
