package dev.wqflush.replay.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every assessment, on captures made by chance from the seed in the test's name. */
class AssessmentRulesTest {
    private static final String[] MODELS = {"legacy-v0", "legacy-v1", "legacy-v2", "active-list"};

    private static Capture anyCapture(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Capture capture = Capture.of(any(MODELS, random))
                .cpus(1 + random.nextInt(200), 1 + random.nextInt(8))
                .span(random.nextLong(10_000_000_000L));
        if (random.nextInt(4) == 0) {
            capture.withoutReturns();
        }
        if (random.nextInt(4) == 0) {
            capture.withoutScheduler();
        }
        if (random.nextInt(8) == 0) {
            capture.withoutUnit();
        }
        int workqueues = random.nextInt(5);
        for (int w = 0; w < workqueues; w++) {
            WorkqueueKind kind = any(WorkqueueKind.values(), random);
            capture.workqueue(
                    "wq" + random.nextInt(4), kind, anyRange(random), anyRange(random), random.nextBoolean(), 0);
        }
        int flushes = workqueues == 0 ? 0 : random.nextInt(60);
        for (int i = 0; i < flushes; i++) {
            anyFlush(capture, workqueues, random);
        }
        return capture;
    }

    private static void anyFlush(Capture capture, int workqueues, SplittableRandom random) {
        Capture.Flush flush = capture.flush(random.nextInt(workqueues), random.nextLong(1_000_000_000))
                .by(random.nextInt(6))
                .mutex(anyTime(random))
                .items(anyTime(random))
                .wakeup(anyTime(random))
                .other(anyTime(random))
                .flushers(1 + random.nextInt(9))
                .path(any(FlushPath.values(), random));
        for (int walks = random.nextInt(4); walks > 0; walks--) {
            WalkKind kind = any(WalkKind.values(), random);
            flush.walk(kind, random.nextLong(500_000) - 100_000, anyRange(random), anyRange(random));
        }
        if (random.nextInt(10) == 0) {
            flush.open();
        }
        flush.done();
    }

    private static <T> T any(T[] values, SplittableRandom random) {
        return values[random.nextInt(values.length)];
    }

    private static long anyTime(SplittableRandom random) {
        return random.nextBoolean() ? 0 : random.nextLong(1L << random.nextInt(34));
    }

    private static Range anyRange(SplittableRandom random) {
        return Range.of(random.nextLong(200), random.nextLong(200), random.nextLong(200));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void sumsOverWorkqueuesEqualAll(int seed) {
        Assessment assessment = anyCapture(seed).assess();
        List<WorkqueueSummary> parts = assessment.workqueues();
        WorkqueueSummary all = assessment.all();
        assertThat(all.flushes()).isEqualTo(assessment.result().flushes().size());
        assertThat(sum(parts, WorkqueueSummary::flushes)).isEqualTo(all.flushes());
        assertThat(sum(parts, WorkqueueSummary::openFlushes)).isEqualTo(all.openFlushes());
        assertThat(sum(parts, w -> w.savedTime().baseNanos()))
                .isEqualTo(all.savedTime().baseNanos());
        assertThat(sum(parts, w -> w.savedTime().lowNanos()))
                .isEqualTo(all.savedTime().lowNanos());
        assertThat(parts.stream().map(WorkqueueSummary::savedPoolLocks).reduce(Range.ZERO, Range::plus))
                .isEqualTo(all.savedPoolLocks());
        assertThat(parts.stream().map(WorkqueueSummary::savedVisits).reduce(Range.ZERO, Range::plus))
                .isEqualTo(all.savedVisits());
        assertThat(parts.stream().map(WorkqueueSummary::split).reduce(FlushSplit.ZERO, FlushSplit::plus))
                .isEqualTo(all.split());
        for (int m = 0; m < all.models().size(); m++) {
            int model = m;
            assertThat(sum(parts, w -> w.models().get(model).time().highNanos()))
                    .isEqualTo(all.models().get(model).time().highNanos());
            assertThat(sum(parts, w -> w.models().get(model).counts().visits().value()))
                    .isEqualTo(all.models().get(model).counts().visits().value());
            assertThat(all.models().get(model).walks())
                    .isEqualTo(assessment.result().walks().size());
        }
    }

    private static long sum(List<WorkqueueSummary> parts, Function<WorkqueueSummary, Long> field) {
        return parts.stream().mapToLong(field::apply).sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40})
    void noFlushSavesMoreThanItTookAndSavingsAddUp(int seed) {
        Assessment assessment = anyCapture(seed).assess();
        long base = 0;
        for (int i = 0; i < assessment.flushes().size(); i++) {
            Band saved = assessment.flushes().get(i).saved();
            assertThat(saved.highNanos())
                    .isLessThanOrEqualTo(assessment.result().flushes().get(i).nanos());
            base += saved.baseNanos();
        }
        assertThat(base).isEqualTo(assessment.all().savedTime().baseNanos());
    }

    @ParameterizedTest
    @ValueSource(ints = {41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60})
    void verdictsAreWholeSentencesAndTheSameEveryTime(int seed) {
        Assessment assessment = anyCapture(seed).assess();
        assertThat(assessment).isEqualTo(anyCapture(seed).assess());
        Verdict verdict = assessment.verdict();
        assertThat(verdict.line()).matches("\\S.*\\.").doesNotContain("NaN", "null", "  ", "-0 ", "Infinity");
        assertThat(verdict.nextStep()).isNotEmpty();
        assertThat(verdict.evidence()).allSatisfy(e -> assertThat(e.value()).isFinite());
        assertThat(assessment.flags()).allSatisfy(f -> {
            assertThat(f.count()).isPositive();
            assertThat(f.text()).isNotEmpty();
        });
        assertThat(assessment.all().wallNanos())
                .isLessThanOrEqualTo(assessment.all().split().totalNanos());
    }
}
