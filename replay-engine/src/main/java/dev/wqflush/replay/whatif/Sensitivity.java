package dev.wqflush.replay.whatif;

/**
 * How far one assumption moves what the active list saves, the others held at their base.
 *
 * @param assumption its name in the outputs: an open question, an act of {@link dev.wqflush.replay.cost.Act}, or a part
 *     of the topology
 * @param change what is assumed instead, in words
 * @param lowNanos least saving under what is assumed instead, or the base
 * @param highNanos greatest saving, in the same way
 */
public record Sensitivity(String assumption, String change, long lowNanos, long highNanos) {
    /** How far apart the results are. */
    public long spreadNanos() {
        return highNanos - lowNanos;
    }
}
