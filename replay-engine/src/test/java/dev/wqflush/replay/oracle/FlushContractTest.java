package dev.wqflush.replay.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.oracle.History.Kind;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.topology.PwqLayout;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No flush returns early, late or never, whatever the schedule: the real models, and their twins in finer steps. */
class FlushContractTest {
    private static final int SCHEDULES = 3_000;

    /** A model by name, on the pwqs of its kernels. */
    record Subject(String id, boolean unboundPerCpu, PwqModel.Factory factory) {
        @Override
        public String toString() {
            return id;
        }
    }

    static Stream<Subject> subjects() {
        Stream<Subject> real = ModelSet.all().stream()
                .map(model -> new Subject(
                        model.id(),
                        model.unboundPerCpu(),
                        (layout, colour) -> new RealModel(model.factory().create(layout, colour))));
        Stream<Subject> stepByStep = Stream.of(
                new Subject(
                        "slow legacy, step by step",
                        true,
                        (layout, colour) -> new SlowLegacy(layout, colour, true, true)),
                new Subject(
                        "slow active list, step by step",
                        true,
                        (layout, colour) -> new SlowActiveList(layout, colour, true)));
        return Stream.concat(real, stepByStep);
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void holdsOnRandomSchedules(Subject subject) {
        Seeds.forEach(FlushContractTest.class, SCHEDULES, seed -> {
            Simulation simulation = simulate(subject, seed);
            List<FlushContract.Violation> violations = FlushContract.check(simulation.history());
            assertThat(violations)
                    .as(() -> Shape.forSeed(seed) + ", " + simulation + "\n"
                            + simulation.history().events())
                    .isEmpty();
        });
    }

    /** A contract that holds because nothing happens proves nothing. */
    @Test
    void schedulesReachEveryCorner() {
        Map<FlushPath, Integer> paths = new EnumMap<>(FlushPath.class);
        Map<Kind, Long> events = new EnumMap<>(Kind.class);
        Map<String, Integer> walks = new java.util.TreeMap<>();
        int completeByWalkEnd = 0;
        Subject subject = subjects()
                .filter(s -> s.id().equals(ModelSet.ACTIVE_LIST))
                .findFirst()
                .orElseThrow();
        for (long seed = 1; seed <= SCHEDULES; seed++) {
            Simulation simulation = simulate(subject, seed);
            simulation.paths().forEach((path, count) -> paths.merge(path, count, Integer::sum));
            for (Kind kind : Kind.values()) {
                events.merge(kind, simulation.history().count(kind), Long::sum);
            }
            simulation
                    .walks()
                    .forEach(walk ->
                            walks.merge(walk.kind().word() + (walk.tally().armed() > 0 ? "+" : ""), 1, Integer::sum));
            completeByWalkEnd += simulation.completeByWalkEnd();
        }
        System.out.println("schedules reached " + paths + ", " + events + ", " + walks + ", complete by walk end "
                + completeByWalkEnd);
        assertThat(completeByWalkEnd).isGreaterThan(10);
    }

    private static Simulation simulate(Subject subject, long seed) {
        Shape shape = Shape.forSeed(seed);
        PwqLayout layout = shape.layout(subject.unboundPerCpu());
        return new Simulation(new Simulation.Setup(
                        seed, layout, shape.topology().possible().count(), subject.factory()))
                .run();
    }
}
