package dev.wqflush.replay.cost;

import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * What every act costs. Per-cpu workqueues have a pool lock of its own for each pwq, each in the memory of another CPU;
 * unbound ones share few pools: their prices differ.
 */
public final class CostParameters {
    private final String source;
    private final TimeKind kind;
    private final Map<Act, Cost> perCpu;
    private final Map<Act, Cost> unbound;

    /**
     * A price for every act.
     *
     * @param source where the figures come from, in words for the report
     * @param kind {@link TimeKind#MODELLED} or {@link TimeKind#CALIBRATED}
     * @param perCpu prices of per-cpu and BH workqueues
     * @param unbound prices of unbound and ordered workqueues
     * @throws IllegalArgumentException if an act has no price
     */
    public CostParameters(String source, TimeKind kind, Map<Act, Cost> perCpu, Map<Act, Cost> unbound) {
        this.source = source;
        this.kind = kind;
        this.perCpu = new EnumMap<>(perCpu);
        this.unbound = new EnumMap<>(unbound);
        for (Act act : Act.values()) {
            if (!perCpu.containsKey(act) || !unbound.containsKey(act)) {
                throw new IllegalArgumentException("no price: " + act.word());
            }
        }
    }

    /** Where the figures come from, in words for the report. */
    public String source() {
        return source;
    }

    /** How sure the figures are. */
    public TimeKind kind() {
        return kind;
    }

    /** The same with one act's price multiplied, on workqueues of every kind. */
    public CostParameters scaled(Act act, double factor) {
        return changed((each, cost) -> each == act ? cost.times(factor) : cost);
    }

    /** The same with other prices, on workqueues of every kind. */
    public CostParameters changed(BiFunction<Act, Cost, Cost> change) {
        Map<Act, Cost> changedPerCpu = new EnumMap<>(perCpu);
        Map<Act, Cost> changedUnbound = new EnumMap<>(unbound);
        changedPerCpu.replaceAll(change);
        changedUnbound.replaceAll(change);
        return new CostParameters(source, kind, changedPerCpu, changedUnbound);
    }

    /** The price of an act on workqueues of a kind; one that is not known is taken as per-cpu. */
    public Cost of(Act act, WorkqueueKind workqueue) {
        boolean few = workqueue == WorkqueueKind.UNBOUND || workqueue == WorkqueueKind.ORDERED;
        return Objects.requireNonNull((few ? unbound : perCpu).get(act));
    }
}
