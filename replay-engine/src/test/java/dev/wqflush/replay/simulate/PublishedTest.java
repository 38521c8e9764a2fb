package dev.wqflush.replay.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.DefaultCosts;
import dev.wqflush.replay.simulate.Published.Row;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The marks of cost-model-measured 11, with one set of costs. */
class PublishedTest {
    private static final Published FIGURES = new Published(DefaultCosts.published());
    private static final Map<String, Row> ROWS =
            FIGURES.rows().stream().collect(Collectors.toMap(Row::name, Function.identity()));

    private static Row row(String name) {
        return Objects.requireNonNull(ROWS.get(name));
    }

    private static double ratio(String name) {
        return Objects.requireNonNull(row(name).ratio());
    }

    private static Outcome outcome(String name) {
        return Objects.requireNonNull(row(name).outcome());
    }

    @Test
    void idleRowsAreWithinFivePercentAndTellTheOtherStateOfTheirLines() {
        for (String name :
                List.of("idle-percpu-legacy", "idle-percpu-active", "idle-unbound-legacy", "idle-unbound-active")) {
            assertThat(ratio(name)).as(name).isBetween(0.95, 1.05);
            assertThat(row(name).opposite()).as(name).isPositive();
            assertThat(row(name).words()).as(name).containsPattern("lines (cold|warm)");
        }
        // A single task that flushes an idle per-cpu workqueue in a loop (cost-model-measured 6.2).
        assertThat(row("idle-percpu-legacy").opposite()).isBetween(200_000.0, 300_000.0);
    }

    @Test
    void rowsOfSixteenThreadsAreWithinAQuarterForTheRightReasons() {
        for (String name : List.of(
                "threads-percpu-legacy", "threads-percpu-active", "threads-unbound-legacy", "threads-unbound-active")) {
            assertThat(ratio(name)).as(name).isBetween(0.75, 1.25);
            assertThat(outcome(name).walksPerFlush()).as(name).isCloseTo(1.94, Offset.offset(0.05));
            assertThat(outcome(name).mutexBusy()).as(name).isBetween(0.9, 1.0);
        }
        assertThat(outcome("threads-percpu-active").visitsPerWalk()).isBetween(7.0, 10.0);
        assertThat(outcome("threads-unbound-active").visitsPerWalk()).isLessThan(2);
    }

    @Test
    void denseFlushesAreSlowerOnUnboundWorkqueuesOfManyPoolsAlone() {
        assertThat(row("dense-percpu").model()).isBetween(0.95, 1.05);
        assertThat(row("dense-unbound").model()).isBetween(1.10, 1.25);
        assertThat(row("dense-unbound-one").model()).isLessThan(1.02);
    }

    @Test
    void reportOf64MicrosIsInsideTheBandAndNotItsBase() {
        Band walk = FIGURES.reportedWalk();
        assertThat(walk.highNanos()).isGreaterThanOrEqualTo(Published.REPORTED_WALK_NANOS);
        assertThat(walk.baseNanos()).isLessThan(Published.REPORTED_WALK_NANOS / 4);
    }

    @Test
    void aDearerPriceNeverMakesSixteenThreadsFaster() {
        for (Published.Sensitivity one : FIGURES.sensitivities()) {
            if (one.act() != Act.WAKE_LATENCY) { // which decides how many items a walk still meets
                assertThat(one.twice()).as(one.act().word()).allMatch(ratio -> ratio < 1.02);
                assertThat(one.half()).as(one.act().word()).allMatch(ratio -> ratio > 0.98);
            }
        }
    }
}
