package dev.wqflush.replay.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RangeTest {
    @Test
    void differenceOfRangesHasTheWidestBounds() {
        assertThat(new Range(10, 12, 15).minus(new Range(1, 2, 4))).isEqualTo(new Range(6, 10, 14));
    }

    @Test
    void differenceOfExactCountsIsExactAndMayBeNegative() {
        assertThat(Range.exactly(5).minus(Range.exactly(98))).isEqualTo(Range.exactly(-93));
    }

    @Test
    void aRangeLessItselfStillCoversItsWidth() {
        Range range = new Range(3, 4, 6);
        assertThat(range.minus(range)).isEqualTo(new Range(-3, 0, 3));
    }

    @Test
    void boundsOutOfOrderAreRefused() {
        assertThatThrownBy(() -> new Range(2, 1, 3)).isInstanceOf(IllegalArgumentException.class);
    }
}
