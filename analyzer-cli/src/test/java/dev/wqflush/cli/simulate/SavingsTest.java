package dev.wqflush.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.cost.Calibration;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.cost.DefaultCosts;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.simulate.Load;
import dev.wqflush.replay.simulate.Machine;
import dev.wqflush.replay.simulate.Setup;
import dev.wqflush.replay.simulate.Simulation;
import dev.wqflush.replay.topology.WorkqueueKind;
import dev.wqflush.replay.verdict.Assessment;
import dev.wqflush.replay.verdict.Judge;
import dev.wqflush.replay.verdict.Thresholds;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No report says that more time is saved than there was, whatever the load and however dear the acts are. */
class SavingsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void noMoreIsSavedThanThereWas(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Setup setup = new Setup(
                new Machine(64, 2, 4),
                random.nextBoolean() ? WorkqueueKind.PER_CPU : WorkqueueKind.UNBOUND,
                new Load(
                        1 + random.nextInt(30),
                        random.nextInt(4) > 0,
                        false,
                        random.nextInt(50_000),
                        random.nextInt(100_000)),
                List.of("legacy-v0", "legacy-v1", "legacy-v2").get(random.nextInt(3)),
                DefaultCosts.published(),
                150,
                seed);
        ReplayResult result = replayed(setup);
        for (CostParameters costs :
                List.of(DefaultCosts.published(), dear(), Calibration.of(result).costs())) {
            Assessment assessment = Judge.assess(result, costs, Thresholds.DEFAULT);
            for (int i = 0; i < result.flushes().size(); i++) {
                assertThat(assessment.flushes().get(i).saved().highNanos())
                        .as(setup + ", flush " + i)
                        .isLessThanOrEqualTo(result.flushes().get(i).nanos());
            }
            for (WorkqueueSummary summary : assessment.workqueues()) {
                assertThat(summary.savedTime().highNanos())
                        .as(setup.toString())
                        .isLessThanOrEqualTo(summary.split().totalNanos());
            }
        }
    }

    private static CostParameters dear() {
        CostParameters costs = DefaultCosts.published();
        for (Act act : Act.values()) {
            costs = costs.scaled(act, 1_000);
        }
        return costs;
    }

    private static ReplayResult replayed(Setup setup) throws IOException {
        StringBuilder trace = new StringBuilder();
        new Simulation(setup, new SimulatedCapture(setup, trace, new StringBuilder())).run();
        Replay replay = new Replay();
        byte[] bytes = trace.toString().getBytes(StandardCharsets.UTF_8);
        try (TraceReader reader = TraceFormats.open(TraceSource.bytes(bytes, "simulated"))) {
            reader.read(replay.sink());
        }
        return replay.finish(setup.topology());
    }
}
