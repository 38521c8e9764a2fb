package dev.wqflush.replay.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.replay.model.BrokenModels;
import dev.wqflush.replay.model.ModelSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each model and its slow twin answer alike, step by step and walk by walk, walks being interrupted by others. */
class TwinsTest {
    private static final int SCHEDULES = 2_000;

    record Pair(String id, boolean unboundPerCpu, PwqModel.Factory fast, PwqModel.Factory slow) {
        @Override
        public String toString() {
            return id;
        }

        PwqModel.Factory twins() {
            return (layout, colour) -> new Twins(fast.create(layout, colour), slow.create(layout, colour));
        }
    }

    static Stream<Pair> pairs() {
        return ModelSet.all().stream()
                .map(model -> new Pair(
                        model.id(),
                        model.unboundPerCpu(),
                        (layout, colour) -> new RealModel(model.factory().create(layout, colour)),
                        slowTwin(model.id())));
    }

    private static PwqModel.Factory slowTwin(String id) {
        return switch (id) {
            case "legacy-v0", "legacy-v1" -> (layout, colour) -> new SlowLegacy(layout, colour, false, false);
            case "legacy-v2" -> (layout, colour) -> new SlowLegacy(layout, colour, true, false);
            case "active-list" -> (layout, colour) -> new SlowActiveList(layout, colour, false);
            default -> throw new IllegalArgumentException("a model without a slow twin: " + id);
        };
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void agree(Pair pair) {
        Seeds.forEach(TwinsTest.class, SCHEDULES, seed -> {
            Simulation simulation = simulate(pair.twins(), pair.unboundPerCpu(), seed);
            assertThat(simulation.walks()).isNotEmpty();
        });
    }

    /** Twins that cannot disagree compare nothing. */
    @Test
    void aBrokenModelDiffersFromItsTwin() {
        PwqModel.Factory twins = (layout, colour) -> new Twins(
                new RealModel(BrokenModels.dropsAtEveryVisit(layout, colour)),
                new SlowActiveList(layout, colour, false));
        assertThatThrownBy(() -> {
                    for (long seed = 1; seed <= 10; seed++) {
                        simulate(twins, true, seed);
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("twins differ in the walk");
    }

    private static Simulation simulate(PwqModel.Factory twins, boolean unboundPerCpu, long seed) {
        Shape shape = Shape.forSeed(seed);
        return new Simulation(new Simulation.Setup(seed, shape.layout(unboundPerCpu), shape.cpus(), twins)).run();
    }
}
