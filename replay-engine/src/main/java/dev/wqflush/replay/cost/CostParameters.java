package dev.wqflush.replay.cost;

/**
 * What a walk's acts cost.
 *
 * @param source where the figures come from, in words for the report
 * @param kind {@link TimeKind#MODELLED} or {@link TimeKind#CALIBRATED}
 * @param perVisit one pwq visited, without its pool lock
 * @param perPoolLock one cycle of a pool lock that the walk takes for the first time
 * @param perNodeLock one cycle of a node lock of the active list
 * @param perWalk mutex, entry and exit
 */
public record CostParameters(
        String source, TimeKind kind, Cost perVisit, Cost perPoolLock, Cost perNodeLock, Cost perWalk) {
    /** 15 ns warm against 121 ns cold (cost-model-measured 8: re-lock of a pool of the same walk). */
    private static final double WARM_BASE = 1.0 / 8;

    /** 8 ns warm against 76 ns cold. */
    private static final double WARM_LOW = 1.0 / 10;

    /**
     * One more cycle of a pool lock that the same walk had before: its cache line is still there, unless another user
     * of the pool took it meanwhile; so the high end is that of a first cycle.
     */
    public Cost perRelock() {
        return new Cost(perPoolLock.low() * WARM_LOW, perPoolLock.base() * WARM_BASE, perPoolLock.high());
    }
}
