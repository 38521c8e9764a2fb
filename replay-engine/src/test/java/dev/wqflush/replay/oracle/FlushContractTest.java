package dev.wqflush.replay.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.oracle.History.Kind;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.WalkKind;
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
    private static final int SCHEDULES = 2_000;

    /** Enough to see each corner a hundred times. */
    private static final int CORNER_SCHEDULES = 1_000;

    /** A model by name, on the pwqs of its kernels. */
    record Subject(String id, boolean unboundPerCpu, PwqModel.Factory model) {
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
        Map<WalkKind, Integer> walks = new EnumMap<>(WalkKind.class);
        Map<WalkKind, Integer> arming = new EnumMap<>(WalkKind.class);
        Map<Kind, Long> events = new EnumMap<>(Kind.class);
        int completeByWalkEnd = 0;
        Subject subject = subjects().findFirst().orElseThrow();
        for (long seed = 1; seed <= CORNER_SCHEDULES; seed++) {
            Simulation simulation = simulate(subject, seed);
            simulation.paths().forEach((path, count) -> paths.merge(path, count, Integer::sum));
            simulation.history().events().forEach(event -> events.merge(event.kind(), 1L, Long::sum));
            for (Simulation.Walk walk : simulation.walks()) {
                walks.merge(walk.kind(), 1, Integer::sum);
                arming.merge(walk.kind(), walk.tally().armed() > 0 ? 1 : 0, Integer::sum);
            }
            completeByWalkEnd += simulation.completeByWalkEnd();
        }
        assertThat(paths)
                .containsOnlyKeys(FlushPath.IDLE, FlushPath.FIRST, FlushPath.QUEUED, FlushPath.OVERFLOW)
                .allSatisfy((path, count) -> assertThat(count).isGreaterThan(100));
        assertThat(walks)
                .containsOnlyKeys(WalkKind.values())
                .allSatisfy((kind, count) -> assertThat(count).isGreaterThan(50));
        assertThat(arming.get(WalkKind.FIRST)).isGreaterThan(100);
        assertThat(arming.get(WalkKind.CASCADE)).isGreaterThan(100);
        assertThat(completeByWalkEnd)
                .as("walks whose armed items ended before they did")
                .isGreaterThan(50);
        assertThat(events)
                .doesNotContainKey(Kind.STRAY_COMPLETION)
                .hasSize(Kind.values().length - 1)
                .allSatisfy((kind, count) -> assertThat(count).isGreaterThan(1_000));
    }

    private static Simulation simulate(Subject subject, long seed) {
        Shape shape = Shape.forSeed(seed);
        PwqLayout layout = shape.layout(subject.unboundPerCpu());
        return new Simulation(new Simulation.Setup(seed, layout, shape.cpus(), subject.model())).run();
    }
}
