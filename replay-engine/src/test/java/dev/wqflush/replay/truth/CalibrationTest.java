package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.Calibration;
import dev.wqflush.replay.cost.TimeKind;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Walks of every second flush are hidden, and foretold from the others. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class CalibrationTest {
    /** A capture: how many flushes were foretold, and of how many the truth lies in the band. */
    private record Held(String name, int flushes, int inside, double halfWidth) {
        static Held of(String name, ReplayResult result) {
            Calibration fit = Calibration.of(result, flush -> !isHidden(flush));
            int traced = result.models().indexOf(result.tracedModel());
            Map<Integer, Band> foretold = new HashMap<>();
            Map<Integer, Long> measured = new HashMap<>();
            for (WalkResult walk : result.walks()) {
                if (isHidden(walk.flush()) && walk.measuredNanos() >= 0) {
                    Band band = fit.foretold(
                            walk.counts().get(traced),
                            walk.warm(),
                            result.workqueues().get(walk.workqueue()));
                    foretold.merge(walk.flush(), band, Band::plus);
                    measured.merge(walk.flush(), walk.measuredNanos(), Long::sum);
                }
            }
            int inside = 0;
            List<Double> widths = new ArrayList<>();
            for (Map.Entry<Integer, Long> flush : measured.entrySet()) {
                Band band = foretold.getOrDefault(flush.getKey(), Band.zero(TimeKind.CALIBRATED));
                inside += band.lowNanos() <= flush.getValue() && flush.getValue() <= band.highNanos() ? 1 : 0;
                widths.add((band.highNanos() - band.lowNanos()) / 2.0 / Math.max(1, band.baseNanos()));
            }
            widths.sort(null);
            return new Held(name, measured.size(), inside, widths.isEmpty() ? 0 : widths.get(widths.size() / 2));
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%-32s %5d %5.1f %% +-%.0f %%",
                    name,
                    flushes,
                    100.0 * inside / flushes,
                    100 * halfWidth);
        }
    }

    /** Half of the flushes, drawn by their numbers: of 16 flushers every 16th makes all cascade walks. */
    private static boolean isHidden(int flush) {
        return new SplittableRandom(flush).nextBoolean();
    }

    @Test
    void theTruthOfNineHiddenFlushesOfTenLiesInTheBand() throws IOException {
        List<Held> all = new ArrayList<>();
        for (Capture capture : Captures.withWalks(Captures.folderOrSkip())) {
            ReplayResult result = Replays.of(capture.trace(), capture.topology());
            long measured = result.walks().stream()
                    .filter(walk -> walk.measuredNanos() >= 0)
                    .count();
            if (!capture.keepsList() && measured >= 4 * Calibration.LEAST_WALKS) {
                all.add(Held.of(capture.name(), result));
            }
        }
        int flushes = all.stream().mapToInt(Held::flushes).sum();
        int inside = all.stream().mapToInt(Held::inside).sum();
        String table = String.join("\n", all.stream().map(Held::toString).toList());
        assertThat(all).as(table).hasSizeGreaterThan(50);
        assertThat(inside).as(table).isGreaterThan(flushes * 9 / 10);
    }

    @Test
    void aSampleForetellsItsOtherHalf() throws IOException {
        String sample = "xfs-log-force-4-of-192";
        Topology topology = TopologyJson.parse(String.join("\n", SampleTruthTest.lines(sample, "topology.json")));
        ReplayResult result;
        try (InputStream trace = SampleTruthTest.open(sample, "trace.txt.gz")) {
            result = Replays.of(TraceSource.stream(trace, sample), topology);
        }
        Held held = Held.of(sample, result);
        assertThat(held.inside()).as(held.toString()).isGreaterThan(held.flushes() * 9 / 10);
    }

    @Test
    void tooFewWalksAreRefused() {
        Replay replay = new Replay();
        assertThatThrownBy(() -> Calibration.of(replay.finish(null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 measured walks or idle flushes, and a fit takes at least 20");
    }
}
