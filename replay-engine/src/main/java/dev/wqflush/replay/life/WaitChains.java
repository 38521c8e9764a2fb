package dev.wqflush.replay.life;

import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Finding.Severity;
import dev.wqflush.replay.verdict.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why the last item of a flush was late: who queued it, whether {@code max_active} held it back, and whether its worker
 * waited in a flush itself. A chain that comes back to an item of its own is a deadlock.
 */
final class WaitChains {
    /** A chain of flushes in items is as long as workqueues are stacked; longer ones are cut. */
    private static final int LONGEST = 16;

    private static final String KWORKER = "kworker/";
    private static final String NEW_RESCUER = "kworker/R-";

    private final LifeTracker tracker;
    private final Map<WorkItem, FlushCall> lastFlushIn = new HashMap<>();

    WaitChains(LifeTracker tracker) {
        this.tracker = tracker;
        for (FlushCall call : tracker.calls()) {
            if (call.inItem != null) {
                lastFlushIn.put(call.inItem, call);
            }
        }
    }

    /** Cycles, chains over several workqueues, and why items of flushed workqueues began late. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        List<Chain> chains = tracker.calls().stream()
                .map(this::chain)
                .filter(chain -> chain.steps().size() > 1)
                .sorted(Comparator.comparing(Chain::cyclic)
                        .thenComparingLong(Chain::nanos)
                        .reversed())
                .toList();
        List<Chain> cycles = chains.stream().filter(Chain::cyclic).toList();
        if (!cycles.isEmpty()) {
            findings.add(finding(Severity.WARNING, "flush-cycle", cycles));
        } else if (!chains.isEmpty()) {
            findings.add(finding(Severity.INFO, "flush-chain", chains));
        }
        heldBack(findings);
        rescued(findings);
        return findings;
    }

    /**
     * A flush, the item that it waits for, the flush in which that item waits, and so on.
     *
     * @param steps one a flush
     */
    private record Chain(List<String> steps, boolean cyclic, long since, long nanos) {}

    private static Finding finding(Severity severity, String id, List<Chain> chains) {
        Chain worst = chains.get(0);
        return new Finding(
                severity,
                id,
                String.join(", run by ", worst.steps()) + (worst.cyclic() ? ", the item again" : ""),
                chains.size(),
                worst.since(),
                "");
    }

    private Chain chain(FlushCall first) {
        List<String> steps = new ArrayList<>();
        List<WorkItem> met = new ArrayList<>();
        FlushCall call = first;
        boolean cyclic = false;
        while (call != null && steps.size() < LONGEST) {
            WorkItem item = Settlement.completer(call).awaited;
            if (item == null) {
                break;
            }
            steps.add(name(call.comm) + "-" + call.tid + (steps.isEmpty() ? "" : ", which") + " waits in a flush of "
                    + name(call.name) + " for " + name(item.function));
            cyclic = met.contains(item);
            if (cyclic) {
                break;
            }
            met.add(item);
            call = flushWithin(item, call);
        }
        long end = first.isOpen() ? tracker.lastNanos() : first.ended.nanos();
        return new Chain(steps, cyclic, first.entered.nanos(), end - first.entered.nanos());
    }

    /** The flush in which the awaited item waits while the other one does. */
    private @Nullable FlushCall flushWithin(WorkItem item, FlushCall waiting) {
        FlushCall within = lastFlushIn.get(item);
        boolean atOnce = within != null && (within.isOpen() || waiting.entered.isBefore(within.ended));
        return atOnce ? within : null;
    }

    private void heldBack(List<Finding> findings) {
        long held = 0;
        long longest = 0;
        int queue = 0;
        long all = 0;
        long since = Long.MIN_VALUE;
        for (WorkqueueHistory history : tracker.histories()) {
            if (!history.flushed) {
                continue;
            }
            for (WorkItem item : history.items) {
                all++;
                if (item.heldBack) {
                    held++;
                    since = since == Long.MIN_VALUE ? item.queuedNanos : since;
                    queue = item.heldBackNanos >= longest ? history.name : queue;
                    longest = Math.max(longest, item.heldBackNanos);
                }
            }
        }
        if (held > 0) {
            findings.add(new Finding(
                    Severity.INFO,
                    "max-active-limited",
                    Words.PLAIN.count(held) + " of " + Words.PLAIN.count(all)
                            + " items of flushed workqueues were held back by max_active before they could"
                            + " start, most on " + name(queue),
                    held,
                    since,
                    ""));
        }
    }

    private void rescued(List<Finding> findings) {
        long rescued = 0;
        int queue = 0;
        long since = Long.MIN_VALUE;
        for (WorkqueueHistory history : tracker.histories()) {
            for (WorkItem item : history.items) {
                if (item.workerTid >= 0 && isRescuer(tracker.name(item.workerComm), tracker.name(history.name))) {
                    rescued++;
                    queue = history.name;
                    since = since == Long.MIN_VALUE ? item.startedNanos : since;
                }
            }
        }
        if (rescued > 0) {
            findings.add(new Finding(
                    Severity.WARNING,
                    "rescuer-used",
                    Words.PLAIN.things(rescued, "item was", "items were") + " run by the rescuer of " + name(queue)
                            + ": no worker could be made for them in time",
                    rescued,
                    since,
                    ""));
        }
    }

    private String name(int id) {
        return Words.PLAIN.name(tracker.name(id));
    }

    /** A rescuer has its workqueue's name, cut as task names are; from Linux 6.10 {@code kworker/R-} before it. */
    private static boolean isRescuer(String worker, String workqueue) {
        return worker.startsWith(NEW_RESCUER)
                || (!worker.startsWith(KWORKER) && !worker.isEmpty() && workqueue.startsWith(worker));
    }
}
