package dev.wqflush.replay.simulate;

import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.CostModel;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.PwqLayouts;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The published figures (kernel-model 5) beside what the simulation makes of them with one set of costs. The machine of
 * the figures has 192 CPUs and two nodes; its caches were not published, 12 a node are taken. The load of the dense
 * figures was not published either: 16 flushers, every pwq always busy, items of 60 us are taken (cost-model-measured
 * 11).
 */
public final class Published {
    /**
     * One figure.
     *
     * @param name short, for scripts
     * @param words what it is of
     * @param published as published; null where nothing was
     * @param model as simulated
     * @param unit of both
     * @param outcome of the run with the middle rate; null where it is no run
     * @param opposite for an idle figure the rate with its cache lines in the other state, otherwise 0
     */
    public record Row(
            String name,
            String words,
            @Nullable Double published,
            double model,
            String unit,
            @Nullable Outcome outcome,
            double opposite) {
        /** Model over published; null where nothing was published. */
        public @Nullable Double ratio() {
            return published == null ? null : model / published;
        }
    }

    /**
     * How figures of 16 threads move with one price.
     *
     * @param act whose price
     * @param half rates with half the price over those with the whole, in the order of the rows
     * @param twice the same with twice the price
     */
    public record Sensitivity(Act act, List<Double> half, List<Double> twice) {}

    /** The report of long walks: 128 CPUs, up to 64 us in a walk. */
    public static final long REPORTED_WALK_NANOS = 64_000;

    private static final Machine MACHINE = new Machine(192, 2, 12);
    private static final Machine POOL_A_NODE = new Machine(192, 2, 1);
    private static final Machine REPORTED_MACHINE = new Machine(128, 2, 4);
    private static final String LEGACY = "legacy-v2";
    private static final String ACTIVE = ModelSet.ACTIVE_LIST;
    private static final int THREADS = 16;
    private static final int SEEDS = 5;
    private static final int FLUSHES = 4_000;
    private static final int DENSE_FLUSHES = 250;
    private static final int SENSITIVITY_FLUSHES = 1_000;
    private static final long DENSE_ITEM_NANOS = 60_000;

    private final CostParameters costs;

    /** The figures with these costs. */
    public Published(CostParameters costs) {
        this.costs = costs;
    }

    /** All figures that are rates or ratios of times. */
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(idle("idle-percpu-legacy", WorkqueueKind.PER_CPU, LEGACY, 2, 40_000));
        rows.add(idle("idle-percpu-active", WorkqueueKind.PER_CPU, ACTIVE, 1, 4_200_000));
        rows.add(idle("idle-unbound-legacy", WorkqueueKind.UNBOUND, LEGACY, 1, 450_000));
        rows.add(idle("idle-unbound-active", WorkqueueKind.UNBOUND, ACTIVE, 1, 4_300_000));
        for (Setup setup : threads(FLUSHES)) {
            rows.add(threads(setup));
        }
        rows.add(dense("dense-percpu", MACHINE, WorkqueueKind.PER_CPU, THREADS, 1.0, "per-cpu, 16 flushers"));
        rows.add(dense("dense-unbound", MACHINE, WorkqueueKind.UNBOUND, THREADS, 1.175, "unbound, 16 flushers"));
        rows.add(dense(
                "dense-unbound-one", POOL_A_NODE, WorkqueueKind.UNBOUND, 1, null, "unbound, 1 flusher, a pool a node"));
        return rows;
    }

    /** How the four figures of 16 threads move with each price. */
    public List<Sensitivity> sensitivities() {
        List<Setup> setups = threads(SENSITIVITY_FLUSHES);
        List<Double> base = rates(setups, costs);
        List<Sensitivity> all = new ArrayList<>();
        for (Act act : Act.values()) {
            all.add(new Sensitivity(
                    act,
                    over(rates(setups, costs.scaled(act, 0.5)), base),
                    over(rates(setups, costs.scaled(act, 2)), base)));
        }
        return all;
    }

    /** A walk of the report of 64 us by these costs: 129 pwqs of an unbound workqueue, one lock each, on cold lines. */
    public Band reportedWalk() {
        PwqLayout layout = new PwqLayouts(REPORTED_MACHINE.topology(KernelRelease.parse("6.12.0")))
                .of(WorkqueueKind.UNBOUND, true);
        Range pwqs = Range.exactly(layout.size());
        WorkqueueResult workqueue = new WorkqueueResult(
                "xfs-cil", 0, WorkqueueKind.UNBOUND, "declared", false, pwqs, Range.exactly(layout.pools()), 0, 0);
        return CostModel.time(new WalkCounts(pwqs, pwqs, Range.ZERO, 0, 0, 0, 0), false, workqueue, costs);
    }

    private Row idle(String name, WorkqueueKind kind, String model, int threads, double published) {
        Setup setup = new Setup(MACHINE, kind, Load.idle(threads), model, costs, FLUSHES, 1);
        Setup other = new Setup(MACHINE, kind, Load.idle(3 - threads), model, costs, FLUSHES, 1);
        Outcome outcome = middle(setup);
        return new Row(
                name,
                kind.word() + ", " + model + (threads == 1 ? ", lines warm (one task)" : ", lines cold (two tasks)"),
                published,
                outcome.rate(),
                "flushes/s",
                outcome,
                middle(other).rate());
    }

    private List<Setup> threads(int flushes) {
        Load load = Load.queueAndFlush(THREADS);
        return List.of(
                new Setup(MACHINE, WorkqueueKind.PER_CPU, load, LEGACY, costs, flushes, 1),
                new Setup(MACHINE, WorkqueueKind.PER_CPU, load, ACTIVE, costs, flushes, 1),
                new Setup(MACHINE, WorkqueueKind.UNBOUND, load, LEGACY, costs, flushes, 1),
                new Setup(MACHINE, WorkqueueKind.UNBOUND, load, ACTIVE, costs, flushes, 1));
    }

    private static Row threads(Setup setup) {
        boolean active = setup.model().equals(ACTIVE);
        boolean perCpu = setup.kind() == WorkqueueKind.PER_CPU;
        double published = perCpu ? (active ? 110_000 : 30_000) : active ? 180_000 : 60_000;
        Outcome outcome = middle(setup);
        return new Row(
                "threads-" + (perCpu ? "percpu" : "unbound") + (active ? "-active" : "-legacy"),
                setup.kind().word() + ", " + setup.model() + ", 16 threads queue and flush",
                published,
                outcome.rate(),
                "flushes/s",
                outcome,
                0);
    }

    private Row dense(
            String name, Machine machine, WorkqueueKind kind, int threads, @Nullable Double published, String words) {
        Setup legacy = new Setup(machine, kind, Load.dense(threads, DENSE_ITEM_NANOS), LEGACY, costs, DENSE_FLUSHES, 1);
        Outcome before = middle(legacy);
        Outcome after = middle(legacy.under(ACTIVE));
        return new Row(
                name,
                words + ", every pwq busy, items of 60 us: active list over legacy",
                published,
                after.meanFlushNanos() / before.meanFlushNanos(),
                "flush time",
                after,
                0);
    }

    /** Of runs with several seeds, the one with the middle rate. */
    private static Outcome middle(Setup setup) {
        Outcome[] outcomes = new Outcome[SEEDS];
        for (int seed = 0; seed < SEEDS; seed++) {
            outcomes[seed] = new Simulation(setup.seeded(seed + 1)).run();
        }
        Arrays.sort(outcomes, Comparator.comparingDouble(Outcome::rate));
        return outcomes[SEEDS / 2];
    }

    private static List<Double> rates(List<Setup> setups, CostParameters costs) {
        return setups.stream()
                .map(setup -> new Simulation(setup.with(costs)).run().rate())
                .toList();
    }

    private static List<Double> over(List<Double> rates, List<Double> base) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < rates.size(); i++) {
            ratios.add(rates.get(i) / base.get(i));
        }
        return ratios;
    }
}
