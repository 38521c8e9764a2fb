package dev.wqflush.replay.partial;

import dev.wqflush.parsers.evidence.Histogram;
import dev.wqflush.parsers.evidence.Histogram.Bucket;
import dev.wqflush.parsers.evidence.ItemRow;
import dev.wqflush.parsers.evidence.LockRow;
import dev.wqflush.parsers.evidence.LockTable;
import dev.wqflush.parsers.evidence.MonitorRow;
import dev.wqflush.parsers.evidence.PartialEvidence;
import dev.wqflush.replay.verdict.Thresholds;
import dev.wqflush.replay.verdict.VerdictClass;
import dev.wqflush.replay.verdict.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What printed tables tell: bounds and candidates. */
final class TableStories {
    private static final Words WORDS = Words.PLAIN;
    private static final String RECORD_LOCKS =
            "record lock:contention_begin and lock:contention_end with flushes: wqflush record --print; only a trace tells"
                    + " which of these waits fell into walks";
    private static final String RECORD =
            "record a trace while it is slow: wqflush record --print; a table holds no flushes";

    private final PartialEvidence evidence;
    private final Thresholds thresholds;

    TableStories(PartialEvidence evidence, Thresholds thresholds) {
        this.evidence = evidence;
        this.thresholds = thresholds;
    }

    /** The stories, the one that decides most first. */
    List<Story> stories() {
        List<Story> stories = new ArrayList<>();
        evidence.locks().forEach(table -> stories.add(locks(table)));
        stories.sort(Comparator.comparing(story -> story.verdictClass() == VerdictClass.NO_FLUSH));
        evidence.histograms().forEach(histogram -> stories.add(histogram(histogram)));
        items(stories);
        monitor(stories);
        return stories;
    }

    private Story locks(LockTable table) {
        long total = table.totalWaitNanos();
        List<LockRow> pool = table.rows().stream().filter(LockRow::isPoolLock).toList();
        List<LockRow> mutex =
                table.rows().stream().filter(LockRow::isFlushMutex).toList();
        long spun = waited(pool);
        long slept = waited(mutex);
        if (spun > 0 && spun >= thresholds.lockShare() * total) {
            return new Story(
                    "lock-table",
                    VerdictClass.LOCK_BOUND,
                    "A candidate: waiting for pool locks is " + share(spun, total) + ", " + atMost(pool)
                            + "; walks hold these locks, and so do queueing and workers: what walks cost is at most this",
                    RECORD_LOCKS,
                    table.line());
        }
        if (slept > 0 && slept >= thresholds.walkShare() * total) {
            return new Story(
                    "lock-table",
                    VerdictClass.MUTEX_BOUND,
                    "A candidate: waiting for wq->mutex is " + share(slept, total) + ", " + atMost(mutex)
                            + "; flushers wait for each other there, for walks or for the items in between",
                    RECORD_LOCKS,
                    table.line());
        }
        LockRow top = table.rows().stream()
                .max(Comparator.comparingLong(LockRow::totalWaitNanos))
                .orElseThrow();
        String most = "most waiting is for " + described(top);
        boolean seen = !pool.isEmpty() || !mutex.isEmpty();
        return new Story(
                "lock-table",
                seen ? VerdictClass.UNDECIDED : VerdictClass.NO_FLUSH,
                "A table of " + table.source() + " with "
                        + WORDS.things(table.rows().size(), "row", "rows") + ": " + most
                        + (seen
                                ? "; pool locks and wq->mutex are " + share(spun + slept, total)
                                        + ", too little to matter"
                                : "; no pool lock and no wq->mutex is among them, so this is no matter of flushes"),
                seen ? RECORD_LOCKS : "follow the lock on top of the table; no flush algorithm changes it",
                table.line());
    }

    private static String described(LockRow row) {
        String lock = row.lock().isEmpty() ? row.type() : row.lock();
        String name = row.place().isEmpty() ? lock : (lock.isEmpty() ? "" : lock + " in ") + row.place();
        return WORDS.name(name) + " (" + WORDS.time(row.totalWaitNanos()) + " summed over tasks)";
    }

    private static long waited(List<LockRow> rows) {
        return rows.stream().mapToLong(row -> Math.max(0, row.totalWaitNanos())).sum();
    }

    private static String share(long part, long total) {
        return WORDS.percent(total <= 0 ? 0 : (double) part / total) + " of the waiting in the table";
    }

    private static String atMost(List<LockRow> rows) {
        long max = rows.stream().mapToLong(LockRow::maxWaitNanos).max().orElse(-1);
        return WORDS.time(waited(rows)) + " summed over tasks" + (max < 0 ? "" : ", the longest " + WORDS.time(max));
    }

    private static Story histogram(Histogram histogram) {
        String name = histogram.name().toLowerCase(Locale.ROOT);
        boolean ofFlush = name.contains("flush_workqueue") || name.contains("wq_flush") || name.contains("flush_wq");
        Bucket half = histogram.bucketOf(0.5);
        Bucket most = histogram.bucketOf(0.99);
        String values = WORDS.count(histogram.count()) + " values, half of them below " + WORDS.count(half.high())
                + ", 99 % below " + WORDS.count(most.high());
        return new Story(
                "histogram",
                ofFlush ? VerdictClass.UNDECIDED : VerdictClass.NO_FLUSH,
                "A histogram " + WORDS.name(histogram.name()) + " holds " + values
                        + (ofFlush
                                ? ", in the unit of its script: a bound of how long flushes took, not of what for"
                                : "; by its name it is not of flush_workqueue"),
                RECORD,
                histogram.line());
    }

    private void items(List<Story> stories) {
        ItemRow longest = evidence.items().stream()
                .filter(row -> !row.delay())
                .max(Comparator.comparingLong(ItemRow::maxNanos))
                .orElse(null);
        ItemRow latest = evidence.items().stream()
                .filter(ItemRow::delay)
                .max(Comparator.comparingLong(ItemRow::maxNanos))
                .orElse(null);
        if (longest == null && latest == null) {
            return;
        }
        ItemRow first = longest == null ? latest : longest;
        String ran = longest == null
                ? ""
                : "no item ran longer than " + WORDS.name(longest.function()) + " with "
                        + WORDS.time(longest.maxNanos());
        String waited = latest == null
                ? ""
                : "none waited longer for its worker than " + WORDS.name(latest.function()) + " with "
                        + WORDS.time(latest.maxNanos());
        String barrier = evidence.items().stream()
                .filter(row -> !row.delay() && row.function().equals("wq_barrier_func"))
                .findFirst()
                .map(row -> "; wq_barrier_func ran, so somebody called flush_work, which is no flush of a workqueue")
                .orElse("");
        stories.add(new Story(
                "item-table",
                VerdictClass.NO_FLUSH,
                "A table of perf kwork: " + ran + (ran.isEmpty() || waited.isEmpty() ? "" : ", ") + waited + barrier
                        + "; no flush is in such a table",
                RECORD,
                first == null ? 0 : first.line()));
    }

    private void monitor(List<Story> stories) {
        MonitorRow busiest = evidence.monitor().stream()
                .max(Comparator.comparingLong(MonitorRow::inFlight).thenComparingLong(MonitorRow::total))
                .orElse(null);
        if (busiest != null) {
            long rescued = evidence.monitor().stream()
                    .mapToLong(row -> Math.max(0, row.rescued()))
                    .max()
                    .orElse(0);
            stories.add(new Story(
                    "monitor-table",
                    VerdictClass.NO_FLUSH,
                    "A table of wq_monitor.py: most in flight has " + WORDS.name(busiest.workqueue()) + " with "
                            + WORDS.things(busiest.inFlight(), "item", "items")
                            + (rescued > 0 ? "; rescuers ran " + WORDS.things(rescued, "item", "items") : "")
                            + "; counters tell no waiting",
                    RECORD,
                    busiest.line()));
        }
    }
}
