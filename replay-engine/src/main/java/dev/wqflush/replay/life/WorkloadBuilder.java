package dev.wqflush.replay.life;

import dev.wqflush.replay.simulate.Queued;
import dev.wqflush.replay.simulate.Workload;
import dev.wqflush.replay.simulate.Workload.Round;
import dev.wqflush.replay.simulate.Workload.Script;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes of the evidence of one workqueue the work to be done again. What a task queued between two flushes belongs to
 * the later one; all else is queued at its time, whoever flushes. A flush that did not return is left out, and so are
 * items whose start or end is not seen.
 */
final class WorkloadBuilder {
    private final WorkqueueReplay replay;
    private final long fromNanos;
    private final long toNanos;
    private final Map<Integer, List<WorkItem>> itemsByTask = new HashMap<>();
    private final Set<WorkItem> inRounds = new HashSet<>();
    private final List<Script> scripts = new ArrayList<>();
    private long flushes;
    private long items;

    /** What took place in the capture from one moment to another. */
    WorkloadBuilder(WorkqueueReplay replay, long fromNanos, long toNanos) {
        this.replay = replay;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
    }

    /** The work; null if no flush returned. */
    @Nullable
    Workload build(int workqueue) {
        List<WorkItem> whole = replay.items().stream().filter(this::isWhole).toList();
        for (WorkItem item : whole) {
            itemsByTask
                    .computeIfAbsent(item.queuerTid, tid -> new ArrayList<>())
                    .add(item);
        }
        Map<Integer, List<FlushCall>> callsByTask = new LinkedHashMap<>();
        for (FlushCall call : replay.calls()) {
            if (isWithin(call.entered.nanos())) {
                callsByTask.computeIfAbsent(call.tid, tid -> new ArrayList<>()).add(call);
            }
        }
        callsByTask.forEach(this::addTask);
        if (flushes == 0) {
            return null;
        }
        addOthers(whole);
        return new Workload(
                workqueue,
                replay.kind(),
                replay.layout(false, ViewReplay.View.VALUE),
                replay.layout(true, ViewReplay.View.VALUE),
                flushes,
                items,
                scripts);
    }

    private boolean isWithin(long nanos) {
        return nanos >= fromNanos && nanos <= toNanos;
    }

    private boolean isWhole(WorkItem item) {
        return item.queueSeen
                && isWithin(item.queuedNanos)
                && item.startedNanos >= item.queuedNanos
                && item.endedNanos >= item.startedNanos;
    }

    // ---- tasks that flush

    /** A flush, what its task queued for it, and when it did the first of that. */
    private record Prepared(FlushCall call, List<WorkItem> items) {
        long beginNanos() {
            return items.isEmpty() ? call.entered.nanos() : items.get(0).queuedNanos;
        }
    }

    private void addTask(int tid, List<FlushCall> calls) {
        List<Prepared> prepared = new ArrayList<>();
        List<WorkItem> own = itemsByTask.getOrDefault(tid, List.of());
        long since = -1;
        for (FlushCall call : calls) {
            List<WorkItem> before = new ArrayList<>();
            for (int i = Moment.firstAfter(own, item -> item.queued, since); i < own.size(); i++) {
                if (own.get(i).queued >= call.entered.ordinal()) {
                    break;
                }
                before.add(own.get(i));
            }
            inRounds.addAll(before);
            prepared.add(new Prepared(call, before));
            since = call.isOpen() ? call.entered.ordinal() : call.ended.ordinal();
        }
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < prepared.size(); i++) {
            FlushCall call = prepared.get(i).call;
            if (!call.isOpen()) {
                long next = i + 1 < prepared.size()
                        ? prepared.get(i + 1).beginNanos()
                        : toNanos + prepared.get(0).beginNanos() - fromNanos;
                rounds.add(round(prepared.get(i), Math.max(0, next - call.ended.nanos())));
            }
        }
        if (!rounds.isEmpty()) {
            flushes += rounds.size();
            scripts.add(new Script(prepared.get(0).beginNanos() - fromNanos, true, rounds));
        }
    }

    private Round round(Prepared prepared, long pause) {
        FlushCall call = prepared.call;
        List<Queued> queued = new ArrayList<>();
        for (int i = 0; i < prepared.items.size(); i++) {
            WorkItem item = prepared.items.get(i);
            boolean last = i + 1 == prepared.items.size();
            long next = last ? call.entered.nanos() : prepared.items.get(i + 1).queuedNanos;
            boolean slept = call.slept.isKnown()
                    && item.started > call.slept.ordinal()
                    && replay.cpuOf(item) == call.cpu; // it has not moved since
            queued.add(queued(item, slept, next - item.queuedNanos));
        }
        boolean seen = call.woken.isKnown() && call.resumed.isKnown();
        long wake = seen ? Math.max(0, call.resumed.nanos() - call.woken.nanos()) : -1;
        return new Round(Math.max(0, call.cpu), queued, wake, pause);
    }

    private Queued queued(WorkItem item, boolean startedInSleep, long pause) {
        items++;
        boolean onCpu = replay.workerIsOnCpu() && item.runCpu == item.eventCpu;
        return new Queued(
                replay.cpuOf(item),
                onCpu,
                onCpu && startedInSleep,
                item.startedNanos - item.queuedNanos,
                item.endedNanos - item.startedNanos,
                Math.max(0, pause));
    }

    // ---- all others

    private void addOthers(List<WorkItem> whole) {
        Map<Integer, List<WorkItem>> byCpu = new TreeMap<>();
        for (WorkItem item : whole) {
            if (!inRounds.contains(item)) {
                byCpu.computeIfAbsent(Math.max(0, item.eventCpu), cpu -> new ArrayList<>())
                        .add(item);
            }
        }
        byCpu.forEach((cpu, list) -> {
            long begin = list.get(0).queuedNanos;
            List<Queued> queued = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                long next = i + 1 < list.size() ? list.get(i + 1).queuedNanos : toNanos + begin - fromNanos;
                queued.add(queued(list.get(i), false, next - list.get(i).queuedNanos));
            }
            scripts.add(new Script(begin - fromNanos, false, List.of(new Round(cpu, queued, -1, 0))));
        });
    }
}
