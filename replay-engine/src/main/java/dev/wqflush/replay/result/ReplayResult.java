package dev.wqflush.replay.result;

import dev.wqflush.replay.topology.Topology;
import java.util.List;

/**
 * What a replay of one capture found.
 *
 * @param models ids of the models, in registration order ({@code legacy-v0}, {@code legacy-v1}, {@code legacy-v2},
 *     {@code active-list})
 * @param tracedModel id of the model that the traced kernel runs, by its release
 * @param firstNanos time of the first event
 * @param lastNanos time of the last event
 * @param unrecordedNanos time between the two that no file covers: pauses between files of one boot
 * @param workqueues those with items or flushes, in order of first sight
 * @param flushes in order of entry
 * @param walks in order of time
 * @param findings in order of severity, then first sight
 */
public record ReplayResult(
        Topology topology,
        List<String> models,
        String tracedModel,
        long firstNanos,
        long lastNanos,
        long unrecordedNanos,
        EvidenceSeen evidence,
        List<WorkqueueResult> workqueues,
        List<FlushResult> flushes,
        List<WalkResult> walks,
        List<Finding> findings) {
    /** Freezes the lists. */
    public ReplayResult {
        models = List.copyOf(models);
        workqueues = List.copyOf(workqueues);
        flushes = List.copyOf(flushes);
        walks = List.copyOf(walks);
        findings = List.copyOf(findings);
    }

    /** The result of a capture without pauses. */
    public ReplayResult(
            Topology topology,
            List<String> models,
            String tracedModel,
            long firstNanos,
            long lastNanos,
            EvidenceSeen evidence,
            List<WorkqueueResult> workqueues,
            List<FlushResult> flushes,
            List<WalkResult> walks,
            List<Finding> findings) {
        this(topology, models, tracedModel, firstNanos, lastNanos, 0, evidence, workqueues, flushes, walks, findings);
    }

    /** Recorded time: from the first event to the last, less the pauses between files. */
    public long spanNanos() {
        return lastNanos - firstNanos - unrecordedNanos;
    }
}
