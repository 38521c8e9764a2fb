package dev.wqflush.replay.whatif;

import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.cost.Cost;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.simulate.Outcome;
import dev.wqflush.replay.simulate.Simulation;
import dev.wqflush.replay.simulate.Witness;
import dev.wqflush.replay.simulate.Workload;
import dev.wqflush.replay.whatif.Throughput.Rates;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.eclipse.collections.api.list.primitive.MutableLongList;
import org.eclipse.collections.impl.factory.primitive.LongLists;

/**
 * Throughput where a task goes on as soon as its flush returns. The work of a capture is done again in simulated time,
 * under the traced kernel's model and under the active list: each task keeps its pauses and its items, items keep how
 * late they start and how long they run, woken tasks how late they run; only walks, the mutex and the pool locks are
 * simulated. What the measured rate would become is its product with the ratio of the two; a simulation that does not
 * come near the measured rate decides nothing.
 */
public final class ClosedLoop {
    /** The assumption, in words for the report. */
    public static final String ASSUMPTION = "each task keeps its pauses and its items, items start as late and run as"
            + " long, and what others queue keeps its times; walks, the mutex and pool locks are simulated";

    /** A simulation further off than this does not have what holds the workqueue up. */
    private static final double FARTHEST = 1.25;

    /** So many measured walks tell the prices of walks. */
    private static final int FEWEST_MEASURED = 20;

    /** Each takes some runs of a tenth of a second. */
    private static final int MOST_WORKQUEUES = 5;

    private static final int MOST_ROUNDS = 4;
    private static final double NEAR_ENOUGH = 0.01;

    /** What one run may take: visits of walks, and items. */
    private static final long MOST_VISITS = 2_000_000;

    private static final long MOST_ITEMS = 500_000;

    private final ReplayResult result;
    private final CostParameters costs;

    /** What a capture would become with these costs. */
    public ClosedLoop(ReplayResult result, CostParameters costs) {
        this.result = result;
        this.costs = costs;
    }

    /** What becomes of the capture's workqueues; those that come first in the list are looked at. */
    public Rerun of(List<Workload> workloads) {
        String obstacle = obstacle(workloads);
        if (!obstacle.isEmpty()) {
            return new Rerun(List.of(), 0, obstacle);
        }
        int looked = Math.min(workloads.size(), MOST_WORKQUEUES);
        return new Rerun(workloads.subList(0, looked).stream().map(this::of).toList(), workloads.size() - looked, "");
    }

    private String obstacle(List<Workload> workloads) {
        if (result.tracedModel().equals(ModelSet.ACTIVE_LIST)) {
            return "the traced kernel has the active list";
        }
        if (!result.evidence().timed()) {
            return "the time stamps have no unit";
        }
        return workloads.isEmpty() || result.spanNanos() <= 0 ? "no flush returned" : "";
    }

    /** What becomes of one workqueue of the capture. */
    public Throughput of(Workload workload) {
        int flushes = flushes(workload);
        double measured = workload.flushes() * 1e9 / result.spanNanos();
        Pair base = pair(workload, flushes, Cost::base);
        double rerun = base.traced.rate();
        if (rerun > measured * FARTHEST || measured > rerun * FARTHEST) {
            return new Throughput(workload.workqueue(), measured, rerun, base.walkPriceFactor, null);
        }
        double low = Double.MAX_VALUE;
        double high = 0;
        for (Pair pair : List.of(base, pair(workload, flushes, Cost::low), pair(workload, flushes, Cost::high))) {
            low = Math.min(low, Math.min(measured * pair.gain(), pair.active.rate()));
            high = Math.max(high, Math.max(measured * pair.gain(), pair.active.rate()));
        }
        Rates active = new Rates(low, measured * base.gain(), high, costs.kind());
        return new Throughput(workload.workqueue(), measured, rerun, base.walkPriceFactor, active);
    }

    private int flushes(Workload workload) {
        long most = Math.min(
                MOST_VISITS / workload.pwqs(result.tracedModel()),
                MOST_ITEMS * workload.flushes() / Math.max(1, workload.items()));
        return (int) Math.max(1, Math.min(workload.flushes(), most));
    }

    private record Pair(Outcome traced, Outcome active, double walkPriceFactor) {
        double gain() {
            return active.rate() / traced.rate();
        }
    }

    /**
     * Both runs with all prices at one end of their bands, those of walks fitted to measured ones if there are. Of
     * walks the median counts: a few that were interrupted for long tell nothing of prices.
     */
    private Pair pair(Workload workload, int flushes, ToDoubleFunction<Cost> end) {
        long[] measured = result.walks().stream()
                .filter(walk -> walk.workqueue() == workload.workqueue() && walk.measuredNanos() > 0)
                .mapToLong(WalkResult::measuredNanos)
                .sorted()
                .toArray();
        CostParameters prices = costs.changed((act, cost) -> Cost.exactly(end.applyAsDouble(cost)));
        double factor = 1;
        WalkLengths lengths = new WalkLengths();
        Outcome traced = run(workload, result.tracedModel(), prices, flushes, lengths);
        for (int round = 0;
                round < MOST_ROUNDS && measured.length >= FEWEST_MEASURED && traced.flushes() > 0;
                round++) {
            double off = measured[measured.length / 2] / lengths.median();
            if (Math.abs(off - 1) < NEAR_ENOUGH) {
                break;
            }
            factor *= off;
            prices = prices.changed((act, cost) -> isOfVisits(act) ? cost.times(off) : cost);
            lengths = new WalkLengths();
            traced = run(workload, result.tracedModel(), prices, flushes, lengths);
        }
        if (traced.flushes() == 0) {
            return new Pair(traced, traced, factor);
        }
        return new Pair(traced, run(workload, ModelSet.ACTIVE_LIST, prices, flushes, new WalkLengths()), factor);
    }

    /** How long the walks of a run took. */
    private static final class WalkLengths implements Witness {
        private final MutableLongList lengths = LongLists.mutable.empty();
        private long began; // walks follow each other, for the mutex is exclusive

        @Override
        public void walkBegan(long time, int thread, WalkKind kind, int flushColour, int workColour) {
            began = time;
        }

        @Override
        public void walkEnded(long time, int thread, WalkKind kind, int visits, int poolLocks, int armed) {
            lengths.add(time - began);
        }

        /** At least a nanosecond, so that it can be divided by. */
        double median() {
            return lengths.isEmpty() ? 1 : Math.max(1, lengths.median());
        }
    }

    /** Whether an act is inside what probes on a walk measure. */
    private static boolean isOfVisits(Act act) {
        return act.isOfWalk() && act != Act.MUTEX && act != Act.FIXED;
    }

    private static Outcome run(
            Workload workload, String model, CostParameters costs, int flushes, WalkLengths lengths) {
        return new Simulation(workload, model, costs, flushes, lengths).run();
    }
}
