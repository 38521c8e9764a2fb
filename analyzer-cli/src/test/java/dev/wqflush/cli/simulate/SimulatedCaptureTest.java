package dev.wqflush.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.Calibration;
import dev.wqflush.replay.cost.DefaultCosts;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.simulate.Load;
import dev.wqflush.replay.simulate.Machine;
import dev.wqflush.replay.simulate.Setup;
import dev.wqflush.replay.simulate.Simulation;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a simulation wrote is read back exactly: the analysis knows nothing of it but the text and the topology. */
class SimulatedCaptureTest {
    private record Written(Setup setup, String trace, List<List<String>> truth) {
        static Written of(Setup setup) throws IOException {
            StringBuilder trace = new StringBuilder();
            StringBuilder truth = new StringBuilder();
            new Simulation(setup, new SimulatedCapture(setup, trace, truth)).run();
            return new Written(
                    setup,
                    trace.toString(),
                    truth.toString()
                            .lines()
                            .skip(1)
                            .map(line -> Arrays.asList(line.split("\t", -1)))
                            .sorted(Comparator.comparing((List<String> row) -> row.get(1)))
                            .toList());
        }

        ReplayResult replayed() {
            Replay replay = new Replay();
            byte[] bytes = trace.getBytes(StandardCharsets.UTF_8);
            try (TraceReader reader = TraceFormats.open(TraceSource.bytes(bytes, "simulated"))) {
                reader.read(replay.sink());
            }
            return replay.finish(setup.topology());
        }

        /** Flushes that returned before the last one that cascades: behind that the capture cuts a cascade off. */
        List<List<String>> settledFlushes() {
            List<List<String>> flushes = rows("flush");
            String last = flushes.stream()
                    .filter(row -> row.get(4).equals("first") || row.get(4).equals("idle"))
                    .map(row -> row.get(2))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            return flushes.stream()
                    .filter(row -> row.get(2).compareTo(last) <= 0)
                    .toList();
        }

        List<List<String>> rows(String what) {
            return truth.stream().filter(row -> row.get(0).equals(what)).toList();
        }
    }

    private static Setup setup(WorkqueueKind kind, Load load, String model) {
        return new Setup(new Machine(192, 2, 12), kind, load, model, DefaultCosts.published(), 300, 3);
    }

    static Stream<Arguments> runs() {
        return Stream.of("legacy-v0", "legacy-v1", "legacy-v2")
                .flatMap(model -> Stream.of(WorkqueueKind.PER_CPU, WorkqueueKind.UNBOUND)
                        .flatMap(kind -> Stream.of(Load.queueAndFlush(16), Load.fsync(20), Load.idle(3))
                                .map(load -> Arguments.of(model, kind, load))));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void walksAndFlushesAreReadBackExactly(String model, WorkqueueKind kind, Load load) throws IOException {
        Written written = Written.of(setup(kind, load, model));
        ReplayResult result = written.replayed();
        int index = result.models().indexOf(model);
        assertThat(result.walks().stream().map(walk -> words(walk, walk.counts().get(index))))
                .startsWith(written.rows("walk").stream()
                        .map(row -> String.join(" ", row.get(1), row.get(3), row.get(4), row.get(5), row.get(6)))
                        .toArray(String[]::new));
        assertThat(result.flushes().stream()
                        .filter(FlushResult::ended)
                        .map(SimulatedCaptureTest::words)
                        .toList())
                .containsAll(written.settledFlushes().stream()
                        .map(row -> String.join(" ", row.get(1), row.get(2), row.get(3), row.get(4)))
                        .toList());
        assertThat(result.flushes()).allMatch(flush -> flush.split().totalNanos() == flush.nanos());
        assertThat(result.findings()).noneMatch(finding -> finding.id().equals("lost-events"));
        if (load.queues()) {
            assertThat(result.flushes()).filteredOn(FlushResult::ended).allMatch(flush -> flush.grade() == Grade.A);
        }
    }

    private static String words(WalkResult walk, WalkCounts counts) {
        return String.join(
                " ",
                seconds(walk.timeNanos()),
                String.valueOf(walk.tid()),
                walk.kind().word(),
                exact(counts.visits()),
                exact(counts.poolLocks()));
    }

    private static String exact(Range range) {
        return range.isExact() ? String.valueOf(range.value()) : range.toString();
    }

    private static String words(FlushResult flush) {
        return String.join(
                " ",
                seconds(flush.startNanos()),
                seconds(flush.endNanos()),
                String.valueOf(flush.tid()),
                flush.path().word());
    }

    private static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, 9).toPlainString();
    }

    /**
     * Waiting for pool locks is in no part of a walk: where it is much of it, as with few pools, the bands are wide.
     */
    @Test
    void bandsOfCalibratedWalksHoldTheTruthAndAreNarrowInTheMedian() throws IOException {
        List<Double> halfWidths = new ArrayList<>();
        for (Arguments run : runs().toList()) {
            Object[] given = run.get();
            Setup setup = setup((WorkqueueKind) given[1], (Load) given[2], (String) given[0]);
            ReplayResult result = Written.of(setup).replayed();
            Calibration fit = Calibration.of(result, flush -> !isHidden(flush));
            int index = result.models().indexOf(setup.model());
            int inside = 0;
            int hidden = 0;
            for (WalkResult walk : result.walks()) {
                if (isHidden(walk.flush()) && walk.measuredNanos() >= 0) {
                    Band band = fit.foretold(
                            walk.counts().get(index),
                            walk.warm(),
                            result.workqueues().get(walk.workqueue()));
                    hidden++;
                    inside +=
                            band.lowNanos() <= walk.measuredNanos() && walk.measuredNanos() <= band.highNanos() ? 1 : 0;
                    halfWidths.add((band.highNanos() - band.lowNanos()) / 2.0 / band.baseNanos());
                }
            }
            assertThat(inside).as(setup.toString()).isGreaterThan(hidden * 9 / 10);
        }
        halfWidths.sort(null);
        assertThat(halfWidths.get(halfWidths.size() / 2)).isLessThan(0.3);
    }

    private static boolean isHidden(int flush) {
        return new SplittableRandom(flush).nextBoolean();
    }

    @Test
    void aRunWhoseTasksShareCpusIsNotWritten() {
        StringBuilder out = new StringBuilder();
        assertThatThrownBy(() ->
                        new SimulatedCapture(setup(WorkqueueKind.PER_CPU, Load.dense(4, 1_000), "legacy-v2"), out, out))
                .hasMessageContaining("cannot be written");
        assertThatThrownBy(
                        () -> new SimulatedCapture(setup(WorkqueueKind.UNBOUND, Load.idle(97), "legacy-v2"), out, out))
                .hasMessageContaining("half as many threads");
    }
}
