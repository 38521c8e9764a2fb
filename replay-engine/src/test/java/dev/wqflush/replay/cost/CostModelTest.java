package dev.wqflush.replay.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CostModelTest {
    private static final CostParameters PUBLISHED = DefaultCosts.published();
    private static final Percentage FIVE_PERCENT = Percentage.withPercentage(5);
    private static final boolean WARM = true;
    private static final boolean COLD = false;

    /** As the published machine has them in the set of costs: 12 unbound pools a node, and that of the default pwq. */
    private static final WorkqueueResult UNBOUND = workqueue(WorkqueueKind.UNBOUND, 25);

    private static final WorkqueueResult PER_CPU = workqueue(WorkqueueKind.PER_CPU, 192);

    private static WalkCounts counts(long visits, long poolLocks, long nodeLocks) {
        return counts(Range.exactly(visits), Range.exactly(poolLocks), Range.exactly(nodeLocks), 0);
    }

    private static WalkCounts counts(Range visits, Range poolLocks, Range nodeLocks, long dirty) {
        return new WalkCounts(visits, poolLocks, nodeLocks, 0, 0, 0, dirty);
    }

    /** A walk of the active list over pwqs that were all used and all stay. */
    private static WalkCounts kept(long visits, long poolLocks, long nodeLocks) {
        return new WalkCounts(
                Range.exactly(visits), Range.exactly(poolLocks), Range.exactly(nodeLocks), 0, visits, 0, visits);
    }

    private static WorkqueueResult workqueue(WorkqueueKind kind, long pools) {
        Range some = Range.exactly(pools);
        return new WorkqueueResult("a", 0, kind, "test", false, some, some, 0, 0);
    }

    private static Band time(WalkCounts walk, boolean warm, WorkqueueResult workqueue) {
        return CostModel.time(walk, warm, workqueue, PUBLISHED);
    }

    @Test
    void poolsThatAreNotKnownAreTakenAsAllDifferent() {
        WalkCounts walk = counts(193, 193, 0);
        assertThat(time(walk, COLD, workqueue(WorkqueueKind.UNBOUND, 0)))
                .isEqualTo(time(walk, COLD, workqueue(WorkqueueKind.UNBOUND, 193)));
    }

    @Test
    void idlePerCpuWalkOf192PwqsOnColdLinesTakesThePublished25Micros() {
        Band walk = time(counts(192, 192, 0), COLD, PER_CPU);
        assertThat(walk.baseNanos()).isEqualTo(24_918).isCloseTo(25_000, FIVE_PERCENT);
        assertThat(walk.kind()).isEqualTo(TimeKind.MODELLED);
    }

    @Test
    void aRepeatedPerCpuWalkIsCheapButReachesThePublishedTime() {
        Band walk = time(counts(192, 192, 0), WARM, PER_CPU);
        assertThat(walk.baseNanos()).isLessThan(4_000);
        assertThat(walk.highNanos()).isCloseTo(25_000, FIVE_PERCENT);
    }

    @Test
    void coalescedUnboundWalkOf193PwqsOnWarmLinesTakesThePublished2222Nanos() {
        assertThat(time(counts(193, 49, 0), WARM, UNBOUND).baseNanos()).isCloseTo(2_222, FIVE_PERCENT);
    }

    @Test
    void idleWalkOfTheActiveListOnWarmLinesTakesThePublishedTime() {
        assertThat(time(counts(0, 0, 3), WARM, PER_CPU).baseNanos()).isCloseTo(238, FIVE_PERCENT);
        assertThat(time(counts(0, 0, 3), WARM, UNBOUND).baseNanos()).isCloseTo(233, FIVE_PERCENT);
    }

    @Test
    void reportOf64MicrosIn128PwqsIsTheHighEnd() {
        assertThat(time(counts(128, 128, 0), COLD, PER_CPU).highNanos() - 300).isEqualTo(64_000);
    }

    @Test
    void uncoalescedUnboundWalkOnFewPoolsIsCheapButReachesTheReportedTime() {
        Band walk = time(counts(129, 129, 0), COLD, workqueue(WorkqueueKind.UNBOUND, 3));
        assertThat(walk.baseNanos()).isBetween(5_000L, 8_000L);
        assertThat(walk.highNanos()).isGreaterThan(64_000);
    }

    @Test
    void aColdPerCpuVisitWithItsLockSpans80To500Nanos() {
        Cost visit = PUBLISHED.of(Act.VISIT_COLD, WorkqueueKind.PER_CPU);
        assertThat(visit.plus(PUBLISHED.of(Act.LOCK_COLD, WorkqueueKind.PER_CPU)))
                .isEqualTo(new Cost(80, 129, 500));
    }

    @Test
    void usedPwqsCostMoreUnderEveryModelAndNothingInTheSaving() {
        WalkCounts used = counts(Range.exactly(192), Range.exactly(192), Range.ZERO, 10);
        assertThat(time(used, COLD, PER_CPU).baseNanos()).isEqualTo(24_918 + 10 * (300 - 31));
        Band saved = CostModel.saved(used, kept(10, 10, 3), COLD, PER_CPU, PUBLISHED);
        assertThat(saved.baseNanos()).isEqualTo(182 * (31 + 98) - 10 * 3 - 3 * 90);
    }

    @Test
    void denseUnboundWalkOfTheActiveListCostsItsLockRunsAndItsMoves() {
        WalkCounts before = counts(Range.exactly(193), Range.exactly(49), Range.ZERO, 193);
        Band saved = CostModel.saved(before, kept(193, 178, 6), COLD, UNBOUND, PUBLISHED);
        assertThat(saved.highNanos()).isNegative();
        assertThat(saved.baseNanos()).isEqualTo(-(129 * 15 + 6 * 90 + 193 * 3));
    }

    @Test
    void savingIsNarrowerThanTheDifferenceOfTwoTimes() {
        WalkCounts before = counts(192, 192, 0);
        WalkCounts after = counts(191, 191, 0);
        assertThat(CostModel.saved(before, after, COLD, PER_CPU, PUBLISHED))
                .isEqualTo(new Band(80, 129, 500, TimeKind.MODELLED));
    }

    @Test
    void rangesOfCountsWidenTheBandAndLeaveTheBase() {
        Band exact = time(counts(10, 10, 0), COLD, PER_CPU);
        Range some = new Range(8, 10, 14);
        Band ranged = time(counts(some, some, Range.ZERO, 0), COLD, PER_CPU);
        assertThat(ranged.baseNanos()).isEqualTo(exact.baseNanos());
        assertThat(ranged.lowNanos()).isEqualTo(100 + 8 * 80);
        assertThat(ranged.highNanos()).isEqualTo(300 + 10 * 500 + 4 * 700);
    }

    @Test
    void boundsAreInOrderForAnyCounts() {
        SplittableRandom random = new SplittableRandom(20_260_601);
        for (int i = 0; i < 2_000; i++) {
            WalkCounts before = anyCounts(random);
            WalkCounts after = anyCounts(random);
            WorkqueueResult pools = workqueue(
                    random.nextBoolean() ? WorkqueueKind.PER_CPU : WorkqueueKind.UNBOUND, random.nextLong(300));
            boolean warm = random.nextBoolean();
            Band saved = CostModel.saved(before, after, warm, pools, PUBLISHED);
            assertThat(saved.lowNanos()).isLessThanOrEqualTo(saved.baseNanos());
            assertThat(saved.baseNanos()).isLessThanOrEqualTo(saved.highNanos());
            Band none = CostModel.saved(before, before, warm, pools, PUBLISHED);
            assertThat(none.baseNanos()).isZero();
        }
    }

    private static WalkCounts anyCounts(SplittableRandom random) {
        Range visits = anyRange(random);
        return counts(visits, anyRange(random), anyRange(random), random.nextLong(visits.value() + 1));
    }

    private static Range anyRange(SplittableRandom random) {
        return Range.of(random.nextLong(300), random.nextLong(300), random.nextLong(300));
    }

    @Test
    void everyActHasAPrice() {
        Map<Act, Cost> all = new EnumMap<>(Act.class);
        for (Act act : Act.values()) {
            all.put(act, PUBLISHED.of(act, WorkqueueKind.UNKNOWN));
        }
        Map<Act, Cost> most = new EnumMap<>(all);
        most.remove(Act.RELOCK);
        assertThatThrownBy(() -> new CostParameters("test", TimeKind.CALIBRATED, all, most))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("relock");
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
