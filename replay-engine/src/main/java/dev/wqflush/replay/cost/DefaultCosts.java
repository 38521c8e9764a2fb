package dev.wqflush.replay.cost;

/**
 * Costs fitted to the published figures (kernel-model 5), for captures whose walks were not measured. Another machine's
 * figures, hence always {@link TimeKind#MODELLED}.
 *
 * <p>Base, in nanoseconds, with 150 a walk (mutex and entry), 8 a visit, 121.4 a pool lock cycle, 28 a node lock cycle:
 *
 * <ul>
 *   <li>idle per-cpu walk, 192 pwqs with a lock each: {@code 150 + 192 * (8 + 121.4) = 24,995}; published 25,000
 *   <li>idle unbound walk with coalesced locks, 193 pwqs in 5 runs (two nodes, a pool each): {@code 150 + 193 * 8 + 5 *
 *       121.4 = 2,301}, or 2,088 where two runs take a lock again that is still warm; published 2,222
 *   <li>idle walk of the active list, two nodes and the extra entry: {@code 150 + 3 * 28 = 234}; published 233 and 238
 * </ul>
 *
 * <p>Bounds: a per-cpu visit with its lock is 80 at the low end ({@code 4 + 76}) and 500 at the high end ({@code 60 +
 * 440}), which is the report of 64 us in a walk of 128 pwqs. The rest spans warm to cold cache lines
 * (cost-model-measured 3): visit 4..60, node lock 15..200, fixed part 100..300.
 *
 * <p>What the parameters leave out cancels in a saving: a pwq with work costs more to visit, under any model.
 */
public final class DefaultCosts {
    private static final CostParameters PUBLISHED = new CostParameters(
            "published figures of a machine with 192 CPUs and 2 nodes",
            TimeKind.MODELLED,
            new Cost(4, 8, 60),
            new Cost(76, 121.4, 440),
            new Cost(15, 28, 200),
            new Cost(100, 150, 300));

    private DefaultCosts() {}

    /** The published figures. */
    public static CostParameters published() {
        return PUBLISHED;
    }
}
