package dev.wqflush.replay.whatif;

import dev.wqflush.replay.cost.TimeKind;
import org.jspecify.annotations.Nullable;

/**
 * Flushes a second of one workqueue, all its tasks together, and what they would be under the active list.
 *
 * @param workqueue index in the result
 * @param measured as the capture shows it
 * @param rerun as the simulation has it where the same work is done again under the traced kernel's model
 * @param walkPriceFactor by how much the prices of walks were multiplied so that its walks take as long as measured
 *     ones; 1 where too few were measured
 * @param active what the measured rate would become; null if the simulation does not reproduce it
 */
public record Throughput(
        int workqueue,
        double measured,
        double rerun,
        double walkPriceFactor,
        @Nullable Rates active) {
    /** A rate with its bounds, {@code low <= base <= high}, and how the costs behind it are known. */
    public record Rates(double low, double base, double high, TimeKind kind) {}

    /** How near the simulation comes to the capture: 1 is exact. */
    public double fidelity() {
        return rerun / measured;
    }
}
