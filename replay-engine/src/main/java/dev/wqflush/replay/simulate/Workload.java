package dev.wqflush.replay.simulate;

import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.List;

/**
 * What a capture shows of the work round one workqueue, to be done again: who queued and flushed when, and how long
 * what they waited for took; all times are nanoseconds. At its end everybody begins anew.
 *
 * @param workqueue index in the result
 * @param perNode its pwqs where unbound workqueues have one a node, up to 6.5
 * @param perCpu its pwqs in later kernels
 * @param flushes how many returned
 * @param items how many items are queued
 */
public record Workload(
        int workqueue,
        WorkqueueKind kind,
        PwqLayout perNode,
        PwqLayout perCpu,
        long flushes,
        long items,
        List<Script> scripts) {
    /** Freezes the list. */
    public Workload {
        scripts = List.copyOf(scripts);
    }

    /**
     * What one task does, or, without flushes, what all those do on one CPU that never flush.
     *
     * @param beginNanos when its first round begins
     * @param flushes whether each round ends with a flush
     * @param rounds at least one; without flushes exactly one, with items
     */
    public record Script(long beginNanos, boolean flushes, List<Round> rounds) {
        /** Freezes the list. */
        public Script {
            rounds = List.copyOf(rounds);
        }
    }

    /**
     * Some items, a flush, and a pause.
     *
     * @param cpu where the task runs
     * @param wakeNanos from being woken in the flush to running, -1 if not seen
     * @param pauseNanos from the return of the flush to the next round
     */
    public record Round(int cpu, List<Queued> items, long wakeNanos, long pauseNanos) {
        /** Freezes the list. */
        public Round {
            items = List.copyOf(items);
        }
    }

    /** How many pwqs a walk passes under a model that visits all. */
    public int pwqs(String model) {
        return layout(model).size();
    }

    PwqLayout layout(String model) {
        return ModelSet.of(model).unboundPerCpu() ? perCpu : perNode;
    }
}
