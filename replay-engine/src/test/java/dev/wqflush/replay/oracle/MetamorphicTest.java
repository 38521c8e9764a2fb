package dev.wqflush.replay.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.oracle.Simulation.Walk;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must change, and what must not, when a schedule runs on a machine that differs in one respect. */
class MetamorphicTest {
    private static final int SCHEDULES = 300;
    private static final int MORE_CPUS = 5;

    static Stream<ModelSet.Registration> models() {
        return ModelSet.all().stream();
    }

    private static boolean isActiveList(ModelSet.Registration model) {
        return model.id().equals(ModelSet.ACTIVE_LIST);
    }

    /**
     * Which of a pool's CPUs an item is queued on is nothing to the active list, whose order is that of queueing. The
     * legacy walk meets its pwqs in another order then, so that what races with it takes another colour; what it visits
     * and locks stays.
     */
    @ParameterizedTest
    @MethodSource("models")
    void relabellingCpusWithinPoolsKeepsTheCounts(ModelSet.Registration model) {
        Seeds.forEach(MetamorphicTest.class, SCHEDULES, seed -> {
            Shape shape = Shape.forSeed(seed);
            PwqLayout layout = shape.layout(model.unboundPerCpu());
            List<Walk> plain = walks(model, seed, layout, shape.cpus(), cpu -> cpu);
            List<Walk> relabelled = walks(model, seed, layout, shape.cpus(), withinPools(layout, shape.cpus(), seed));
            if (isActiveList(model)) {
                assertThat(relabelled).isEqualTo(plain);
            } else {
                assertThat(plain).allSatisfy(walk -> visitsAll(walk, layout));
                assertThat(relabelled).allSatisfy(walk -> visitsAll(walk, layout));
            }
        });
    }

    private static void visitsAll(Walk walk, PwqLayout layout) {
        assertThat(walk.tally().visits()).isEqualTo(layout.size());
        assertThat(walk.tally().poolLocks()).isIn(layout.size(), layout.poolRuns());
        assertThat(walk.tally().nodeLocks()).isZero();
    }

    /** CPUs that never get an item: each costs every legacy walk a visit and a lock, and the active list nothing. */
    @ParameterizedTest
    @MethodSource("models")
    void idlePwqsCostTheLegacyWalkExactlyTheirNumber(ModelSet.Registration model) {
        Shape small = Shape.of("small", WorkqueueKind.PER_CPU, "0-5", "0-5", List.of("0-2", "3-5"), List.of("0-5"));
        Shape large = Shape.of("large", WorkqueueKind.PER_CPU, "0-10", "0-5", List.of("0-2", "3-5"), List.of("0-5"));
        int extra = isActiveList(model) ? 0 : MORE_CPUS;
        addedCost(model, small, large, extra, extra);
    }

    /** The same on an unbound workqueue, where CPUs that never came online share a pool, and so one coalesced lock. */
    @ParameterizedTest
    @MethodSource("models")
    void idlePwqsOfOnePoolShareACoalescedLock(ModelSet.Registration model) {
        Shape small = Shape.of("small", WorkqueueKind.UNBOUND, "0-5", "0-5", List.of("0-5"), List.of("0-2", "3-5"));
        Shape large = Shape.of("large", WorkqueueKind.UNBOUND, "0-10", "0-5", List.of("0-5"), List.of("0-2", "3-5"));
        switch (model.id()) {
            case "legacy-v1" -> addedCost(model, small, large, MORE_CPUS, MORE_CPUS);
            case "legacy-v2" -> addedCost(model, small, large, MORE_CPUS, 0);
            default -> addedCost(model, small, large, 0, 0);
        }
    }

    private static void addedCost(ModelSet.Registration model, Shape small, Shape large, int visits, int locks) {
        Seeds.forEach(MetamorphicTest.class, SCHEDULES, seed -> {
            List<Walk> expected =
                    walks(model, seed, small.layout(model.unboundPerCpu()), small.cpus(), cpu -> cpu).stream()
                            .map(walk -> new Walk(walk.kind(), plus(walk.tally(), visits, locks)))
                            .toList();
            List<Walk> walks = walks(model, seed, large.layout(model.unboundPerCpu()), small.cpus(), cpu -> cpu);
            assertThat(walks).isEqualTo(expected);
        });
    }

    private static WalkTally plus(WalkTally tally, int visits, int locks) {
        return new WalkTally(
                tally.visits() + visits,
                tally.poolLocks() + locks,
                tally.nodeLocks(),
                tally.armed(),
                tally.kept(),
                tally.dropped());
    }

    private static List<Walk> walks(
            ModelSet.Registration model, long seed, PwqLayout layout, int cpus, IntUnaryOperator relabelling) {
        return new Simulation(new Simulation.Setup(
                        seed,
                        layout,
                        cpus,
                        (pwqs, colour) -> new RealModel(model.factory().create(pwqs, colour)),
                        CheckedProtocol::new,
                        relabelling))
                .run()
                .walks();
    }

    /** A random permutation of the CPUs that leaves each its pool. */
    private static IntUnaryOperator withinPools(PwqLayout layout, int cpus, long seed) {
        SplittableRandom random = new SplittableRandom(~seed);
        int[] label = new int[cpus];
        for (int pool = 0; pool <= layout.pools() + cpus; pool++) {
            List<Integer> members = new ArrayList<>();
            for (int cpu = 0; cpu < cpus; cpu++) {
                if (layout.pool(layout.pwqOf(cpu)) == pool) {
                    members.add(cpu);
                }
            }
            List<Integer> left = new ArrayList<>(members);
            for (int member : members) {
                label[member] = left.remove(random.nextInt(left.size()));
            }
        }
        return cpu -> label[cpu];
    }
}
