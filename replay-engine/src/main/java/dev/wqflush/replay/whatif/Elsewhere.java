package dev.wqflush.replay.whatif;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.topology.Topology;
import java.util.List;

/**
 * The work of a capture on another machine.
 *
 * @param model id of the model that the machine's kernel runs
 * @param releases one entry per model, in registration order
 * @param loses workqueues whose walks the active list makes longer at base, dearest first
 * @param sensitivities the assumption that moves the saving most first; those that move nothing are left out
 */
public record Elsewhere(
        Topology machine,
        String model,
        long walks,
        List<Release> releases,
        List<Loss> loses,
        List<Sensitivity> sensitivities) {
    /**
     * All walks under one model.
     *
     * @param model its id
     * @param counts sum over the walks
     * @param time sum over the walks
     * @param saved of that, against the machine's kernel; negative where the walks take longer
     */
    public record Release(String model, WalkCounts counts, Band time, Band saved) {}

    /**
     * A workqueue whose walks the active list makes longer.
     *
     * @param workqueue index in the result
     * @param saved negative at base
     */
    public record Loss(int workqueue, Band saved) {}

    /** Freezes the lists. */
    public Elsewhere {
        releases = List.copyOf(releases);
        loses = List.copyOf(loses);
        sensitivities = List.copyOf(sensitivities);
    }
}
