package dev.wqflush.replay.cost;

import java.util.EnumMap;
import java.util.Map;

/**
 * Costs that explain the published figures (kernel-model 5), for captures whose walks were not measured. Another
 * machine's figures, hence always {@link TimeKind#MODELLED}.
 *
 * <p>The base is one set for all figures (set A of cost-model-measured 3), with 24 unbound pools on two nodes:
 *
 * <ul>
 *   <li>idle per-cpu walk, 192 pwqs with a lock each, cold: {@code 150 + 192 * (31 + 98) = 24,918}; published 25,000
 *   <li>idle unbound walk with coalesced locks, 193 pwqs in 49 runs, warm: {@code 150 + 193 * 7 + 49 * 15 = 2,236};
 *       published 2,222
 *   <li>idle walk of the active list, two nodes and the extra entry, warm: {@code 150 + 3 * 28 = 234}; published 233
 *       and 238
 * </ul>
 *
 * <p>The bounds (cost-model-measured 8) hold 80 to 500 a cold visit with its lock; 500 is the report of 64 us in a walk
 * of 128 pwqs. That a repeated walk by one CPU is cheap is not certain: its high end is the base of a cold one.
 */
public final class DefaultCosts {
    private static final CostParameters PUBLISHED = new CostParameters(
            "published figures of a machine with 192 CPUs and 2 nodes",
            TimeKind.MODELLED,
            with(new Cost(4, 7, 31), new Cost(8, 10, 98)),
            with(new Cost(4, 7, 12), new Cost(8, 15, 98)));

    private DefaultCosts() {}

    /** The published figures. */
    public static CostParameters published() {
        return PUBLISHED;
    }

    private static Map<Act, Cost> with(Cost visitWarm, Cost lockWarm) {
        Map<Act, Cost> costs = new EnumMap<>(Act.class);
        costs.put(Act.MUTEX, new Cost(15, 40, 60));
        costs.put(Act.FIXED, new Cost(85, 110, 240));
        costs.put(Act.VISIT_WARM, visitWarm);
        costs.put(Act.VISIT_COLD, new Cost(20, 31, 200));
        costs.put(Act.VISIT_DIRTY, new Cost(80, 300, 400));
        costs.put(Act.LOCK_WARM, lockWarm);
        costs.put(Act.LOCK_COLD, new Cost(60, 98, 300));
        costs.put(Act.RELOCK, new Cost(8, 15, 300));
        costs.put(Act.NODE_WARM, new Cost(15, 28, 45));
        costs.put(Act.NODE_COLD, new Cost(40, 90, 200));
        costs.put(Act.LIST_MOVE, new Cost(1, 3, 10));
        costs.put(Act.MUTEX_COLD, new Cost(60, 120, 250));
        costs.put(Act.HANDOFF, new Cost(80, 150, 600));
        costs.put(Act.WAKE, new Cost(1_000, 3_000, 4_000));
        costs.put(Act.WAKE_LATENCY, new Cost(1_500, 2_000, 12_000));
        costs.put(Act.SWITCH, new Cost(600, 1_000, 2_500));
        costs.put(Act.QUEUE, new Cost(80, 150, 300));
        costs.put(Act.START, new Cost(80, 200, 300));
        costs.put(Act.END, new Cost(80, 120, 300));
        return costs;
    }
}
