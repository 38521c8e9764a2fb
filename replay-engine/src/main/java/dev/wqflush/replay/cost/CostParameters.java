package dev.wqflush.replay.cost;

/**
 * What a walk's acts cost.
 *
 * @param source where the figures come from, in words for the report
 * @param kind {@link TimeKind#MODELLED} or {@link TimeKind#CALIBRATED}
 */
public record CostParameters(
        String source, TimeKind kind, Cost perVisit, Cost perPoolLock, Cost perNodeLock, Cost perWalk) {}
