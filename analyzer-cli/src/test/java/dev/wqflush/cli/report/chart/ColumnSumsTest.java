package dev.wqflush.cli.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.ItemsNeeded;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ColumnSumsTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void areaOfTheMarksIsTheTimeOfTheFlushes() {
        SplittableRandom random = new SplittableRandom(3);
        List<FlushResult> flushes = new ArrayList<>();
        long at = SECOND;
        for (int i = 0; i < 300; i++) {
            FlushSplit split = new FlushSplit(
                    random.nextLong(900_000),
                    random.nextLong(400_000),
                    random.nextLong(3_000_000),
                    random.nextLong(700_000),
                    random.nextLong(90_000));
            flushes.add(flush(at, split));
            at += split.totalNanos() + random.nextLong(500_000) + (i % 100 == 99 ? 3 * SECOND : 0);
        }
        TimeCuts time = TimeCuts.of(flushes);
        ColumnSums sums = new ColumnSums(time, 1, 500);
        flushes.forEach(flush -> sums.add(0, flush));

        List<ColumnSums.Mark> marks = sums.marks(-1, 0);

        assertThat(time.pauses()).hasSize(2);
        for (Part part : Part.values()) {
            double drawn = marks.stream()
                    .filter(mark -> mark.part() == part)
                    .mapToDouble(mark -> mark.width() * mark.height() / time.percentPerNano())
                    .sum();
            long waited =
                    flushes.stream().mapToLong(flush -> part.of(flush.split())).sum();
            assertThat(drawn).as(part.word()).isCloseTo((double) waited, within(waited * 1e-9 + 1));
        }
        assertThat(marks).allMatch(mark -> mark.bottom() + mark.height() <= 1 + 1e-9);
        assertThat(marks).allMatch(mark -> mark.from() >= 0 && mark.from() + mark.width() <= 100 + 1e-9);
    }

    @Test
    void partsTooLowToSeeCountWithTheLargest() {
        FlushSplit split = new FlushSplit(50_000, 900_000, 50_000, 300_000, 0);
        List<FlushResult> flushes = List.of(flush(0, split), flush(SECOND, FlushSplit.ZERO));
        ColumnSums sums = new ColumnSums(TimeCuts.of(flushes), 1, 100);
        flushes.forEach(flush -> sums.add(0, flush));

        List<ColumnSums.Mark> marks = sums.marks(-1, 0.01);

        assertThat(marks).extracting(ColumnSums.Mark::part).containsExactly(Part.WALK, Part.WAKEUP);
        assertThat(marks.get(0).height()).isCloseTo(0.1, within(1e-6));
        assertThat(marks.get(1).height()).isCloseTo(0.03, within(1e-6));
    }

    @Test
    void flushTooShortToSeeIsRaisedInTheColourOfItsLargestPart() {
        List<FlushResult> flushes =
                List.of(flush(0, new FlushSplit(0, 700, 200, 0, 0)), flush(SECOND / 2, FlushSplit.ZERO));
        ColumnSums sums = new ColumnSums(TimeCuts.of(flushes), 1, 100);
        flushes.forEach(flush -> sums.add(0, flush));

        assertThat(sums.marks(-1, 0.1)).singleElement().satisfies(mark -> {
            assertThat(mark.part()).isEqualTo(Part.WALK);
            assertThat(mark.height()).isEqualTo(0.1);
        });
    }

    @Test
    void laneOfManyTasksIsAsHighAsItsFullestColumn() {
        List<FlushResult> flushes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            flushes.add(flush(0, new FlushSplit(0, 0, 1_000_000, 0, 0)));
        }
        ColumnSums sums = new ColumnSums(TimeCuts.of(flushes), 1, 10);
        flushes.forEach(flush -> sums.add(0, flush));

        assertThat(sums.marks(0, 1e-6)).hasSize(10).allMatch(mark -> Math.abs(mark.height() - 1) < 1e-9);
    }

    static FlushResult flush(long start, FlushSplit split) {
        return new FlushResult(
                1,
                0,
                "task",
                1,
                0,
                start,
                start + split.totalNanos(),
                true,
                true,
                FlushPath.FIRST,
                0,
                1,
                1,
                split,
                ItemsNeeded.until(start),
                0,
                0,
                null,
                Grade.A,
                1);
    }
}
