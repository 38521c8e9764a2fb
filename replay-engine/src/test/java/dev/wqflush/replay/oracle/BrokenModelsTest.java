package dev.wqflush.replay.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.model.BrokenModels;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.oracle.FlushContract.Breach;
import dev.wqflush.replay.topology.PwqLayout;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The oracle sees: each of these lets a flush return early, and few schedules are needed to show it. */
class BrokenModelsTest {
    /** Schedules within which each is caught; {@link FlushContractTest} passes the sound ones on more. */
    private static final int WITHIN = 100;

    /** Schedules run on each, to tell how often it is caught. */
    private static final int SAMPLE = 500;

    record Broken(String what, PwqModel.Factory model, FlushSteps.Factory protocol) {
        Broken(String what, ModelSet.Factory model) {
            this(what, (layout, colour) -> new RealModel(model.create(layout, colour)), CheckedProtocol::new);
        }

        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Broken> broken() {
        PwqModel.Factory legacy = (layout, colour) ->
                new RealModel(ModelSet.all().get(1).factory().create(layout, colour));
        return Stream.of(
                new Broken("active list without the mirror", BrokenModels::withoutMirror),
                new Broken("active list that advances the mirror after the visits", BrokenModels::mirrorAfterVisits),
                new Broken("active list that drops a pwq at every visit", BrokenModels::dropsAtEveryVisit),
                new Broken("active list that does not sync the colour", BrokenModels::withoutColourSync),
                new Broken(
                        "legacy without colour advance",
                        (layout, colour) -> new WithoutColourAdvance(legacy.create(layout, colour)),
                        CheckedProtocol::new),
                new Broken("legacy without the bias", BrokenModels::withoutBias),
                new Broken("cascade that skips a colour", legacy, SkippingCascade::new));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void isCaught(Broken broken) {
        long[] caught = LongStream.rangeClosed(1, SAMPLE)
                .filter(seed -> returnsEarly(broken, seed))
                .toArray();
        System.out.println(broken + ": caught by " + caught.length + " of " + SAMPLE + " schedules"
                + (caught.length > 0 ? ", the first with seed " + caught[0] : ""));
        assertThat(caught).as("seeds that catch it").isNotEmpty();
        assertThat(caught[0]).as("first seed that catches it").isLessThanOrEqualTo(WITHIN);
    }

    private static boolean returnsEarly(Broken broken, long seed) {
        Shape shape = Shape.forSeed(seed);
        PwqLayout layout = shape.layout(true);
        Simulation simulation = new Simulation(
                        new Simulation.Setup(seed, layout, shape.cpus(), broken.model(), broken.protocol(), cpu -> cpu))
                .run();
        return FlushContract.check(simulation.history()).stream()
                .anyMatch(violation -> violation.breach() == Breach.EARLY_RETURN);
    }
}
