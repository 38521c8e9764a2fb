package dev.wqflush.replay;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.replay.life.CausalOrder;
import dev.wqflush.replay.life.Explainer;
import dev.wqflush.replay.life.LifeTracker;
import dev.wqflush.replay.life.WorkAgain;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.simulate.Workload;
import dev.wqflush.replay.topology.Topology;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Replays one capture: feed {@link #sink()}, then {@link #finish}. */
public final class Replay {
    private final LifeTracker tracker = new LifeTracker();
    private final CausalOrder order = new CausalOrder(tracker);

    /** Where the reader sends the events of the capture. */
    public EventSink sink() {
        return order;
    }

    /**
     * Decides what took place and counts it under every model.
     *
     * @param topology what is known of the machine, null if nothing: then the CPUs seen are a lower bound
     */
    public ReplayResult finish(@Nullable Topology topology) {
        order.finish();
        return tracker.settle(topology);
    }

    /** Number, in the order of the file, of an event that an explanation cites by its number in order of cause. */
    public long placeInFile(long event) {
        return order.placeInFile(event);
    }

    /**
     * What the numbers of the result rest on.
     *
     * @throws IllegalStateException before {@link #finish}
     */
    public Explainer explainer() {
        return tracker.explainer();
    }

    /**
     * The work round every workqueue of which a flush returned, as it took place between two moments.
     *
     * @throws IllegalStateException before {@link #finish}
     */
    public List<Workload> workloads(long fromNanos, long toNanos) {
        return tracker.workloads(fromNanos, toNanos);
    }

    /**
     * The items and walks of the capture, for other machines.
     *
     * @throws IllegalStateException before {@link #finish}
     */
    public WorkAgain workAgain() {
        return tracker.workAgain();
    }
}
