package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.replay.topology.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a capture alone shows of pools, for the truth tests. */
public final class PoolsOfCapture {
    private final LifeTracker tracker = new LifeTracker();

    /** Takes the capture's events. */
    public EventSink sink() {
        return tracker;
    }

    /** Pools by CPU of each workqueue. */
    public Map<String, Map<Integer, Integer>> byWorkqueue() {
        Map<String, Map<Integer, Integer>> pools = new TreeMap<>();
        for (WorkqueueHistory history : tracker.histories()) {
            pools.put(tracker.name(history.name), learned(history).poolOfCpu());
        }
        return pools;
    }

    /** Pools by CPU of workqueues with the usual attributes. */
    public Map<Integer, Integer> usual() {
        List<LearnedPools> all = tracker.histories().stream().map(this::learned).toList();
        return LearnedPools.common(all);
    }

    private LearnedPools learned(WorkqueueHistory history) {
        return LearnedPools.of(history.items, tracker.cpusSeen());
    }

    /** CPUs that the capture shows. */
    public CpuSet cpusSeen() {
        return tracker.cpusSeen();
    }

    /** The lowest id of an unbound pool, -1 if none is shown. */
    public int lowestUnboundPool() {
        return tracker.lowestUnboundPool();
    }
}
