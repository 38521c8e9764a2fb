package dev.wqflush.replay.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CostModelTest {
    private static final CostParameters PUBLISHED = DefaultCosts.published();
    private static final Percentage TEN_PERCENT = Percentage.withPercentage(10);

    private static WalkCounts counts(long visits, long poolLocks, long nodeLocks) {
        return counts(Range.exactly(visits), Range.exactly(poolLocks), Range.exactly(nodeLocks));
    }

    private static WalkCounts counts(Range visits, Range poolLocks, Range nodeLocks) {
        return new WalkCounts(visits, poolLocks, nodeLocks, 0, 0, 0);
    }

    private static WorkqueueResult withPools(long pools) {
        Range some = Range.exactly(pools);
        return new WorkqueueResult("a", 0, WorkqueueKind.UNBOUND, "test", false, some, some, 0, 0);
    }

    @Test
    void poolsThatAreNotKnownAreTakenAsAllDifferent() {
        WalkCounts walk = counts(193, 193, 0);
        assertThat(CostModel.time(walk, withPools(0), PUBLISHED)).isEqualTo(CostModel.time(walk, 1, PUBLISHED));
    }

    @Test
    void idlePerCpuWalkOf192PwqsTakesThePublished25Micros() {
        Band walk = CostModel.time(counts(192, 192, 0), 1, PUBLISHED);
        assertThat(walk.baseNanos()).isEqualTo(24_995);
        assertThat(walk.kind()).isEqualTo(TimeKind.MODELLED);
    }

    @Test
    void reportOf64MicrosIn128PwqsIsTheHighEnd() {
        Band walk = CostModel.time(counts(128, 128, 0), 1, PUBLISHED);
        assertThat(walk.highNanos() - 300).isEqualTo(64_000);
    }

    @Test
    void perCpuVisitWithItsLockSpans80To500Nanos() {
        assertThat(PUBLISHED.perVisit().low() + PUBLISHED.perPoolLock().low()).isEqualTo(80);
        assertThat(PUBLISHED.perVisit().high() + PUBLISHED.perPoolLock().high()).isEqualTo(500);
    }

    @Test
    void coalescedUnboundWalkOf193PwqsTakesThePublished2222Nanos() {
        WalkCounts fiveRuns = counts(193, 5, 0);
        assertThat(CostModel.time(fiveRuns, 1, PUBLISHED).baseNanos()).isCloseTo(2_222, TEN_PERCENT);
        assertThat(CostModel.time(fiveRuns, withPools(3), PUBLISHED).baseNanos())
                .isCloseTo(2_222, TEN_PERCENT);
    }

    @Test
    void idleWalkOfTheActiveListTakesThePublished235Nanos() {
        assertThat(CostModel.time(counts(0, 0, 3), 1, PUBLISHED).baseNanos()).isCloseTo(235, within(5L));
    }

    @Test
    void uncoalescedUnboundWalkOnFewPoolsIsCheapButReachesTheReportedTime() {
        Band walk = CostModel.time(counts(129, 129, 0), withPools(3), PUBLISHED);
        assertThat(walk.baseNanos()).isBetween(3_000L, 4_000L);
        assertThat(walk.highNanos()).isGreaterThan(64_000);
    }

    @Test
    void denseUnboundWalkOfTheActiveListCostsItsLockRuns() {
        Band saved = CostModel.saved(counts(193, 5, 0), counts(193, 98, 6), withPools(3), PUBLISHED);
        assertThat(saved.highNanos()).isNegative();
        assertThat(saved.baseNanos()).isEqualTo(-Math.round(93 * 121.4 / 8 + 6 * 28));
    }

    @Test
    void densePerCpuWalkCostsTheNodeLocksAlone() {
        Band saved = CostModel.saved(counts(192, 192, 0), counts(192, 192, 5), withPools(192), PUBLISHED);
        assertThat(saved).isEqualTo(new Band(-1000, -140, -75, TimeKind.MODELLED));
    }

    @Test
    void savingIsNarrowerThanTheDifferenceOfTwoTimes() {
        WalkCounts before = counts(192, 192, 0);
        WalkCounts after = counts(191, 191, 0);
        assertThat(CostModel.saved(before, after, withPools(192), PUBLISHED))
                .isEqualTo(new Band(80, 129, 500, TimeKind.MODELLED));
    }

    @Test
    void rangesOfCountsWidenTheBandAndLeaveTheBase() {
        Band exact = CostModel.time(counts(10, 10, 0), 1, PUBLISHED);
        Band ranged = CostModel.time(counts(new Range(8, 10, 14), new Range(8, 10, 14), Range.ZERO), 1, PUBLISHED);
        assertThat(ranged.baseNanos()).isEqualTo(exact.baseNanos());
        assertThat(ranged.lowNanos()).isEqualTo(100 + 8 * 80);
        assertThat(ranged.highNanos()).isEqualTo(300 + 14 * 500);
    }

    @Test
    void aSavingThatMayBeEitherSignCoversZero() {
        Band saved = CostModel.saved(
                counts(Range.exactly(5), Range.exactly(5), Range.ZERO),
                counts(new Range(4, 5, 6), new Range(4, 5, 6), Range.ZERO),
                withPools(192),
                PUBLISHED);
        assertThat(saved).isEqualTo(new Band(-500, 0, 500, TimeKind.MODELLED));
    }

    @Test
    void boundsAreInOrderForAnyCounts() {
        SplittableRandom random = new SplittableRandom(20_260_601);
        for (int i = 0; i < 2_000; i++) {
            WalkCounts before = anyCounts(random);
            WalkCounts after = anyCounts(random);
            WorkqueueResult pools = withPools(random.nextLong(300));
            Band saved = CostModel.saved(before, after, pools, PUBLISHED);
            Band back = CostModel.saved(after, before, pools, PUBLISHED);
            assertThat(saved.lowNanos()).isLessThanOrEqualTo(saved.baseNanos());
            assertThat(saved.baseNanos()).isLessThanOrEqualTo(saved.highNanos());
            assertThat(back.baseNanos()).isCloseTo(-saved.baseNanos(), within(1L));
            Band difference = CostModel.time(before, pools, PUBLISHED)
                    .plus(CostModel.time(after, pools, PUBLISHED).negated());
            assertThat(saved.baseNanos()).isCloseTo(difference.baseNanos(), within(2L));
        }
    }

    private static WalkCounts anyCounts(SplittableRandom random) {
        return counts(anyRange(random), anyRange(random), anyRange(random));
    }

    private static Range anyRange(SplittableRandom random) {
        return Range.of(random.nextLong(300), random.nextLong(300), random.nextLong(300));
    }

    @Test
    void bandsAndCostsOutOfOrderAreRefused() {
        assertThatThrownBy(() -> new Band(2, 1, 3, TimeKind.MODELLED)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Cost(2, 1, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Cost(-1, 1, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Cost(0, Double.NaN, 3)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void boundsMayBeEqualAndNothingMayCostNothing() {
        assertThat(new Cost(0, 0, 0).high()).isZero();
        assertThat(new Cost(1, 1, 1).low()).isEqualTo(1);
        assertThatThrownBy(() -> new Cost(0, 0, Double.POSITIVE_INFINITY)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSumIsAsSureAsItsLeastSurePart() {
        Band calibrated = new Band(1, 2, 3, TimeKind.CALIBRATED);
        assertThat(calibrated.plus(Band.zero(TimeKind.MODELLED)).kind()).isEqualTo(TimeKind.MODELLED);
        assertThat(Band.zero(TimeKind.MODELLED).plus(calibrated)).isEqualTo(new Band(1, 2, 3, TimeKind.MODELLED));
    }
}
