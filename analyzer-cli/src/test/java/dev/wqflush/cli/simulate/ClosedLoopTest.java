package dev.wqflush.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.cost.DefaultCosts;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.simulate.Load;
import dev.wqflush.replay.simulate.Machine;
import dev.wqflush.replay.simulate.Setup;
import dev.wqflush.replay.simulate.Simulation;
import dev.wqflush.replay.topology.WorkqueueKind;
import dev.wqflush.replay.whatif.ClosedLoop;
import dev.wqflush.replay.whatif.Throughput;
import dev.wqflush.replay.whatif.Throughput.Rates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the trace of a simulation under a legacy model tells of throughput, against what the simulation then finds under
 * the active list: the prediction knows nothing of the declared load but the trace.
 */
class ClosedLoopTest {
    private static final Percentage MARK = Percentage.withPercentage(5);
    private static final CostParameters COSTS = DefaultCosts.published();

    private static Setup setup(WorkqueueKind kind, Load load, String model, CostParameters costs) {
        return new Setup(new Machine(192, 2, 12), kind, load, model, costs, 2_000, 5);
    }

    static Stream<Arguments> runs() {
        return Stream.concat(
                Stream.of(WorkqueueKind.PER_CPU, WorkqueueKind.UNBOUND)
                        .flatMap(kind -> Stream.of(
                                        Load.queueAndFlush(16),
                                        Load.fsync(20),
                                        Load.fsync(4),
                                        new Load(40, true, false, 5_000, 400_000),
                                        Load.idle(2))
                                .map(load -> Arguments.of("legacy-v2", kind, load))),
                Stream.of("legacy-v0", "legacy-v1")
                        .map(model -> Arguments.of(model, WorkqueueKind.UNBOUND, Load.queueAndFlush(16))));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void tracesUnderLegacyTellTheThroughputUnderTheActiveList(String model, WorkqueueKind kind, Load load)
            throws IOException {
        Setup setup = setup(kind, load, model, COSTS);
        Throughput throughput = predicted(setup);
        assertThat(throughput.fidelity()).isBetween(0.97, 1.03);
        assertThat(throughput.walkPriceFactor()).isBetween(0.85, 1.15);
        Rates active = Objects.requireNonNull(throughput.active());
        assertThat(active.base()).isCloseTo(truth(setup), MARK);
        assertThat(active.base()).isBetween(active.low(), active.high());
    }

    @Test
    void whereWalksTakeLongerThanTheCostsSayMeasuredOnesTellSo() throws IOException {
        CostParameters slow = COSTS.changed((act, cost) -> act.isOfWalk() && act != Act.FIXED ? cost.times(1.7) : cost);
        Setup setup = setup(WorkqueueKind.UNBOUND, Load.fsync(20), "legacy-v2", slow);
        Throughput throughput = predicted(setup);
        assertThat(throughput.walkPriceFactor()).isBetween(1.65, 1.75);
        assertThat(Objects.requireNonNull(throughput.active()).base()).isCloseTo(truth(setup), MARK);
    }

    @Test
    void aCaptureThatTheSimulationDoesNotReproduceIsNotPredicted() throws IOException {
        Setup setup = setup(
                WorkqueueKind.UNBOUND, Load.queueAndFlush(16), "legacy-v2", COSTS.changed((act, cost) -> switch (act) {
                    case MUTEX, HANDOFF -> cost.times(200); // what no walk and no item shows
                    default -> cost;
                }));
        Throughput throughput = predicted(setup);
        assertThat(throughput.fidelity()).isGreaterThan(1.25);
        assertThat(throughput.active()).isNull();
    }

    /** The mean rate under the active list over some seeds. */
    private static double truth(Setup setup) {
        return LongStream.rangeClosed(1, 5)
                .mapToDouble(
                        seed -> new Simulation(setup.under(ModelSet.ACTIVE_LIST).seeded(seed))
                                .run()
                                .rate())
                .average()
                .orElseThrow();
    }

    private static Throughput predicted(Setup setup) throws IOException {
        StringBuilder trace = new StringBuilder();
        new Simulation(setup, new SimulatedCapture(setup, trace, new StringBuilder())).run();
        Replay replay = new Replay();
        byte[] bytes = trace.toString().getBytes(StandardCharsets.UTF_8);
        try (TraceReader reader = TraceFormats.open(TraceSource.bytes(bytes, "simulated"))) {
            reader.read(replay.sink());
        }
        ReplayResult result = replay.finish(setup.topology());
        return new ClosedLoop(result, COSTS)
                .of(replay.workloads(result.firstNanos(), result.lastNanos()).get(0));
    }
}
