package dev.wqflush.cli.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.report.chart.Axis.Tick;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {
    @ParameterizedTest
    @CsvSource({"0.2, 1", "1, 1", "1.1, 2", "3, 5", "5.1, 10", "3333, 5000", "6e18, 1000000000000000000"})
    void stepsAreOneTwoFive(double atLeast, long step) {
        assertThat(Axis.step(atLeast)).isEqualTo(step);
    }

    @Test
    void countsBeginAtZeroAndEndAtOrBelowTheLargest() {
        assertThat(labels(Axis.counts(16_128, 80))).containsExactly("0", "10,000");
        assertThat(labels(Axis.counts(15_000, 80))).containsExactly("0", "5,000", "10,000", "15,000");
        assertThat(Axis.counts(16_128, 80).scale().at(16_128)).isEqualTo(80);
    }

    @Test
    void decadesNameTheUnitWhereItChanges() {
        assertThat(labels(Axis.decades(800, 2_000_000, 0, 100)))
                .containsExactly("100\u00a0ns", "1\u00a0µs", "10", "100", "1\u00a0ms", "10");
        assertThat(labels(Axis.decades(1_000, 1_000, 0, 100))).containsExactly("1\u00a0µs", "10");
    }

    @Test
    void timeHasItsUnitOnOneTick() {
        assertThat(labels(Axis.time(420_000_000, 100_000_000, nanos -> nanos)))
                .containsExactly("0", "100", "200\u00a0ms", "300", "400");
        assertThat(labels(Axis.time(1_500, 1_000, nanos -> nanos))).containsExactly("0", "1\u00a0µs");
        assertThat(labels(Axis.time(5, 10, nanos -> nanos))).containsExactly("0");
    }

    private static List<String> labels(Axis axis) {
        return axis.ticks().stream().map(Tick::label).toList();
    }
}
