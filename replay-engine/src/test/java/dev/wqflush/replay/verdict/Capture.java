package dev.wqflush.replay.verdict;

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
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A replay's result, put together by hand: a whole grade A capture of one second unless told otherwise. */
final class Capture {
    private static final List<String> MODELS = List.of("legacy-v0", "legacy-v1", "legacy-v2", "active-list");

    private final String tracedModel;
    private final List<WorkqueueResult> workqueues = new ArrayList<>();
    private final List<Flush> flushes = new ArrayList<>();
    private final List<WalkResult> walks = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private List<String> models = MODELS;
    private int possible = 192;
    private boolean possibleKnown = true;
    private @Nullable Integer online = 192;
    private @Nullable String emulated;
    private long spanNanos = 1_000_000_000;
    private long unrecordedNanos;
    private long workqueueEvents = 1_000;
    private boolean returns = true;
    private boolean scheduler = true;
    private boolean walkProbes = true;
    private boolean timed = true;
    private boolean locks;
    private long items = 10;
    private long lostEvents;
    private long lossMarks;

    private Capture(String tracedModel) {
        this.tracedModel = tracedModel;
    }

    static Capture of(String tracedModel) {
        return new Capture(tracedModel);
    }

    Capture cpus(int possibleCpus, @Nullable Integer onlineCpus) {
        possible = possibleCpus;
        online = onlineCpus;
        return this;
    }

    Capture possibleUnknown() {
        possibleKnown = false;
        finding("topology-assumed", Finding.Severity.WARNING, "possible CPUs are not known");
        return this;
    }

    Capture emulated() {
        emulated = "an emulated CPU";
        return this;
    }

    Capture span(long nanos) {
        spanNanos = nanos;
        return this;
    }

    Capture unrecorded(long nanos) {
        unrecordedNanos = nanos;
        return this;
    }

    Capture withoutWorkqueueEvents() {
        workqueueEvents = 0;
        return this;
    }

    Capture withoutReturns() {
        returns = false;
        return this;
    }

    Capture withoutScheduler() {
        scheduler = false;
        return this;
    }

    Capture withoutWalkProbes() {
        walkProbes = false;
        return this;
    }

    Capture withLocks() {
        locks = true;
        return this;
    }

    /** How many items each further workqueue has. */
    Capture items(long each) {
        items = each;
        return this;
    }

    Capture withoutUnit() {
        timed = false;
        return this;
    }

    Capture lost(long events, long marks) {
        lostEvents = events;
        lossMarks = marks;
        return this;
    }

    Capture models(String... names) {
        models = List.of(names);
        return this;
    }

    Capture finding(String id, Finding.Severity severity, String text) {
        return finding(id, severity, text, 7);
    }

    Capture finding(String id, Finding.Severity severity, String text, long nanos) {
        findings.add(new Finding(severity, id, text, 1, nanos, "line 7"));
        return this;
    }

    int perCpu(String name) {
        return workqueue(name, WorkqueueKind.PER_CPU, Range.exactly(possible), Range.exactly(possible), false, 0);
    }

    int unbound(String name, int pools) {
        return workqueue(name, WorkqueueKind.UNBOUND, Range.exactly(possible + 1), Range.exactly(pools), false, 0);
    }

    int ordered(String name) {
        return workqueue(name, WorkqueueKind.ORDERED, Range.exactly(1), Range.exactly(1), false, 0);
    }

    int workqueue(
            String name, WorkqueueKind kind, Range pwqs, Range pools, boolean kindAssumed, long poolLockWaitNanos) {
        workqueues.add(new WorkqueueResult(name, 0, kind, "test", kindAssumed, pwqs, pools, items, poolLockWaitNanos));
        return workqueues.size() - 1;
    }

    Flush flush(int workqueue, long startNanos) {
        return new Flush(workqueue, startNanos);
    }

    ReplayResult result() {
        Topology topology = new Topology(
                null,
                CpuSet.firstCpus(possible),
                possibleKnown,
                online == null ? null : CpuSet.firstCpus(online),
                List.of(),
                List.of(),
                null,
                Topology.DEFAULT_CACHE_SHARD_SIZE,
                Map.of(),
                Map.of(),
                emulated,
                "test");
        long measured = walks.stream().filter(w -> w.measuredNanos() >= 0).count();
        EvidenceSeen evidence = new EvidenceSeen(
                workqueueEvents,
                flushes.size(),
                returns ? flushes.size() : 0,
                walkProbes ? walks.size() : 0,
                measured,
                scheduler ? 1_000 : 0,
                locks ? 1_000 : 0,
                lostEvents,
                lossMarks,
                timed);
        return new ReplayResult(
                topology,
                models,
                tracedModel,
                0,
                spanNanos,
                unrecordedNanos,
                evidence,
                workqueues,
                flushes.stream().map(Flush::result).toList(),
                walks,
                findings);
    }

    Assessment assess() {
        return Judge.assess(result(), DefaultCosts.published(), Thresholds.DEFAULT);
    }

    /** A flush in the making; times in nanoseconds. */
    final class Flush {
        private final int workqueue;
        private final long startNanos;
        private final int number = flushes.size() + 1;
        private final List<WalkResult> made = new ArrayList<>();
        private int tid = 100;
        private long mutex;
        private long walk;
        private long items;
        private long wakeup;
        private long other;
        private long early;
        private long behind;
        private boolean ended = true;
        private int flushersAtEntry = 1;
        private long lateWakeup;
        private @Nullable AwaitedItem awaited;
        private @Nullable FlushPath path;
        private Grade grade = Grade.A;

        private Flush(int workqueue, long startNanos) {
            this.workqueue = workqueue;
            this.startNanos = startNanos;
        }

        Flush by(int task) {
            tid = task;
            return this;
        }

        Flush mutex(long nanos) {
            mutex = nanos;
            return this;
        }

        Flush items(long nanos) {
            items = nanos;
            return this;
        }

        /** The last part of its wait for items, in which they had ended. */
        Flush behindOthers(long nanos) {
            behind = nanos;
            return this;
        }

        Flush wakeup(long nanos) {
            wakeup = nanos;
            return this;
        }

        Flush other(long nanos) {
            other = nanos;
            return this;
        }

        Flush late(long nanos) {
            lateWakeup = nanos;
            return this;
        }

        Flush flushers(int atEntry) {
            flushersAtEntry = atEntry;
            return this;
        }

        Flush open() {
            ended = false;
            return this;
        }

        Flush path(FlushPath taken) {
            path = taken;
            return this;
        }

        Flush grade(Grade worse) {
            grade = worse;
            return this;
        }

        Flush awaits(String function, long itemStart, long itemEnd) {
            awaited = new AwaitedItem(function, 0, 0, itemStart, itemEnd, 9);
            return this;
        }

        /**
         * A walk with so many lock runs if coalesced, of which the active list makes {@code needed} visits and locks.
         */
        Flush walk(WalkKind kind, long measured, int coalesced, int needed) {
            return walk(kind, measured, Range.exactly(coalesced), Range.exactly(needed));
        }

        Flush walk(WalkKind kind, long measured, Range coalesced, Range needed) {
            Range all = workqueues.get(workqueue).pwqs();
            WalkCounts each = new WalkCounts(all, all, Range.ZERO, 0, 0, 0, 0);
            WalkCounts runs = new WalkCounts(all, coalesced, Range.ZERO, 0, 0, 0, 0);
            WalkCounts active = new WalkCounts(needed, needed, Range.exactly(3), 0, 0, 0, 0);
            Map<String, WalkCounts> byModel =
                    Map.of("legacy-v0", each, "legacy-v1", each, "legacy-v2", runs, "active-list", active);
            made.add(new WalkResult(
                    walks.size() + made.size() + 1,
                    kind == WalkKind.CASCADE ? slept() + items : startNanos + mutex,
                    workqueue,
                    "task",
                    tid,
                    0,
                    number,
                    kind,
                    0,
                    1,
                    items > 0,
                    measured >= 0 ? WalkSource.PROBE : WalkSource.PROTOCOL,
                    false,
                    measured,
                    models.stream().map(byModel::get).toList(),
                    grade,
                    number));
            walk += Math.max(0, measured);
            early += kind == WalkKind.CASCADE ? 0 : Math.max(0, measured);
            return this;
        }

        Capture done() {
            flushes.add(this);
            walks.addAll(made);
            return Capture.this;
        }

        /** When it fell asleep: walks after that are cascades. */
        private long slept() {
            return startNanos + mutex + early + other;
        }

        /** Of its items only their end is known; after a short sleep they may not have begun before. */
        private ItemsNeeded needed(FlushSplit split) {
            if (!ended || items == 0) {
                return ItemsNeeded.until(ended ? startNanos : startNanos + split.totalNanos());
            }
            boolean brief = items < slept() - startNanos;
            return new ItemsNeeded(slept() + items - behind, brief ? 0 : -1, startNanos, slept());
        }

        private FlushResult result() {
            FlushSplit split = new FlushSplit(mutex, walk, items, wakeup, other);
            FlushPath taken = path != null ? path : items > 0 ? FlushPath.FIRST : FlushPath.IDLE;
            return new FlushResult(
                    number,
                    workqueue,
                    "task",
                    tid,
                    0,
                    startNanos,
                    startNanos + split.totalNanos(),
                    ended,
                    returns && ended,
                    taken,
                    0,
                    made.size(),
                    flushersAtEntry,
                    split,
                    needed(split),
                    behind,
                    lateWakeup,
                    awaited,
                    grade,
                    number);
        }
    }
}
