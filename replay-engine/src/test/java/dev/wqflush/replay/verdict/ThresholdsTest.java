package dev.wqflush.replay.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.topology.WorkqueueKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each threshold of a class at its value, and a nanosecond beside it. */
class ThresholdsTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long S = 1_000_000_000;

    private static VerdictClass classOf(Capture capture) {
        return capture.assess().verdict().verdictClass();
    }

    private static VerdictClass classOfFlush(Capture capture, int number) {
        return capture.assess().flushes().get(number - 1).verdictClass();
    }

    private static VerdictClass openFor(long nanos, long span) {
        Capture capture = Capture.of("legacy-v2").span(span);
        capture.flush(capture.perCpu("a"), 0).items(nanos).open().done();
        return classOf(capture);
    }

    @Test
    void stuckIsLongerThanTenSeconds() {
        assertThat(openFor(10 * S, 100 * S)).isEqualTo(VerdictClass.ITEM_BOUND);
        assertThat(openFor(10 * S + 1, 100 * S)).isEqualTo(VerdictClass.STUCK);
    }

    @Test
    void orLongerThanASecondAndThanHalfTheSpan() {
        assertThat(openFor(S, 1_500 * MS)).isEqualTo(VerdictClass.ITEM_BOUND);
        assertThat(openFor(S + 1, 1_500 * MS)).isEqualTo(VerdictClass.STUCK);
        assertThat(openFor(1_500 * MS, 3 * S)).isEqualTo(VerdictClass.ITEM_BOUND);
        assertThat(openFor(1_500 * MS + 1, 3 * S)).isEqualTo(VerdictClass.STUCK);
    }

    private static Capture oneFlush(long items, long span) {
        Capture capture = Capture.of("legacy-v2").span(span);
        capture.flush(capture.perCpu("a"), 0).items(items).done();
        return capture;
    }

    @Test
    void waitingUpToAHundredthOfTheSpanDoesNotMatter() {
        assertThat(classOf(oneFlush(10 * MS, S))).isEqualTo(VerdictClass.HEALTHY);
        assertThat(classOf(oneFlush(10 * MS + 1, S))).isEqualTo(VerdictClass.ITEM_BOUND);
    }

    @Test
    void norDoFlushesShorterThanTwoHundredMicros() {
        assertThat(classOf(oneFlush(200 * US - 1, MS))).isEqualTo(VerdictClass.HEALTHY);
        assertThat(classOf(oneFlush(200 * US, MS))).isEqualTo(VerdictClass.ITEM_BOUND);
    }

    private static Capture shortWalk(long items, long walk, long span) {
        Capture capture = Capture.of("legacy-v2").span(span);
        capture.flush(capture.perCpu("a"), 0)
                .items(items)
                .walk(WalkKind.FIRST, walk, 192, 1)
                .done();
        return capture;
    }

    @Test
    void unlessATaskSpendsATenthOfTheSpanInWalks() {
        assertThat(classOf(shortWalk(0, 100 * US, MS))).isEqualTo(VerdictClass.WALK_BOUND);
        assertThat(classOf(shortWalk(0, 100 * US, MS + 100))).isEqualTo(VerdictClass.HEALTHY);
        assertThat(classOf(shortWalk(99 * US, US, MS)))
                .as("a tenth of the span in flushes, little of it in walks")
                .isEqualTo(VerdictClass.HEALTHY);
    }

    @Test
    void walksMatterFromThreeTenthsOfTheWaiting() {
        assertThat(classOf(shortWalk(700 * US, 300 * US, MS))).isEqualTo(VerdictClass.WALK_BOUND);
        assertThat(classOf(shortWalk(700 * US + 1, 300 * US - 1, MS))).isEqualTo(VerdictClass.ITEM_BOUND);
    }

    /** Measured as nothing is not the same as not measured. */
    @Test
    void aWalkMeasuredAsNothingIsNotModelled() {
        Capture capture = Capture.of("legacy-v2").span(MS);
        Capture.Flush flush = capture.flush(capture.perCpu("a"), 0).items(400 * US);
        for (int i = 0; i < 10; i++) {
            flush.walk(WalkKind.CASCADE, 0, 192, 1);
        }
        flush.done();
        Assessment assessment = capture.assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.ITEM_BOUND);
        assertThat(assessment.all().measuredWalks()).isEqualTo(10);
        assertThat(assessment.all().measuredWalkNanos()).isZero();
        assertThat(assessment.flushes().get(0).saved().highNanos())
                .as("nothing saves more than the walks took")
                .isZero();
    }

    private static Capture mostlyOther(int flushes, long longest) {
        Capture capture = Capture.of("legacy-v2").span(10 * MS);
        int workqueue = capture.perCpu("a");
        for (int i = 0; i < flushes; i++) {
            capture.flush(workqueue, 20 * US * i)
                    .other(i == 0 ? longest : 19 * US)
                    .walk(WalkKind.FIRST, US, 192, 0)
                    .done();
        }
        return capture;
    }

    /** Where walks and sleeps are seen, the rest is the flusher's own running: harmless if flushes are short. */
    @Test
    void whatNoPartExplainsIsHarmlessInShortFlushesOfAWholeCapture() {
        assertThat(classOf(mostlyOther(40, 2 * MS))).isEqualTo(VerdictClass.HEALTHY);
        assertThat(classOf(mostlyOther(40, 2 * MS).withoutScheduler())).isEqualTo(VerdictClass.UNDECIDED);
        assertThat(classOf(mostlyOther(1, 199 * US))).as("200 us together").isEqualTo(VerdictClass.UNDECIDED);
    }

    @Test
    void withoutMeasuredWalksItIsNot() {
        Capture capture = Capture.of("legacy-v2").span(10 * MS);
        int workqueue = capture.perCpu("a");
        for (int i = 0; i < 40; i++) {
            capture.flush(workqueue, 20 * US * i)
                    .other(i == 0 ? 2 * MS : 19 * US)
                    .done();
        }
        assertThat(classOf(capture)).isEqualTo(VerdictClass.UNDECIDED);
    }

    @Test
    void onlyACacheFlushShowsADevice() {
        Capture capture = oneFlush(50 * MS, S).finding("rescuer-used", Finding.Severity.WARNING, "seen");
        assertThat(classOf(capture)).isEqualTo(VerdictClass.ITEM_BOUND);
        assertThat(classOf(capture.finding("cache-flush-inside", Finding.Severity.INFO, "seen")))
                .isEqualTo(VerdictClass.DEVICE_BOUND);
    }

    // ---- single flushes

    @Test
    void aFlushHasTheClassOfItsOwnParts() {
        Capture capture = Capture.of("legacy-v2").span(20 * S);
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 0).items(12 * S).open().done();
        capture.flush(workqueue, 1).items(2 * S).done();
        capture.flush(workqueue, 2).mutex(2 * S).items(S).done();
        capture.flush(workqueue, 3)
                .items(100 * US)
                .walk(WalkKind.FIRST, 100 * US, 192, 1)
                .done();
        capture.flush(workqueue, 4).done();
        assertThat(capture.assess().flushes())
                .extracting(FlushAssessment::verdictClass)
                .containsExactly(
                        VerdictClass.STUCK,
                        VerdictClass.ITEM_BOUND,
                        VerdictClass.MUTEX_BOUND,
                        VerdictClass.WALK_BOUND,
                        VerdictClass.HEALTHY);
    }

    @Test
    void aFlushOfAHealthyWorkqueueIsHealthyWhateverItsParts() {
        assertThat(classOfFlush(oneFlush(5 * MS, S), 1)).isEqualTo(VerdictClass.HEALTHY);
    }

    @Test
    void whatNothingDecidesIsUndecidedFlushByFlushToo() {
        assertThat(classOfFlush(oneFlush(50 * MS, S).withoutReturns().withoutScheduler(), 1))
                .isEqualTo(VerdictClass.UNDECIDED);
    }

    @Test
    void theWalkOfAnOrderedWorkqueueIsNoMatter() {
        Capture capture = Capture.of("legacy-v2").span(10 * MS);
        capture.flush(capture.ordered("a"), 0)
                .items(300 * US)
                .walk(WalkKind.FIRST, 300 * US, 1, 1)
                .done();
        assertThat(classOfFlush(capture, 1)).isEqualTo(VerdictClass.ITEM_BOUND);
    }

    // ---- grades

    @ParameterizedTest
    @CsvSource({"0, 1, C", "5, 0, C", "-1, 0, C", "0, 0, A"})
    void lossLowersTheGradeOfWhatItTouches(long events, long marks, Grade grade) {
        Capture capture = Capture.of("legacy-v2").lost(events, marks);
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 0)
                .items(MS)
                .walk(WalkKind.FIRST, US, 192, 1)
                .grade(Grade.C)
                .done();
        assertThat(capture.assess().verdict().grade()).isEqualTo(grade);
    }

    @ParameterizedTest
    @CsvSource({"10_000_000, A", "10_000_001, C"})
    void kindsThatAreGuessedLowerTheGradeWhereTheyHoldMoreThanHalfOfTheTime(String assumedNanos, Grade grade) {
        Capture capture = Capture.of("legacy-v2");
        int known = capture.perCpu("known");
        int assumed = capture.workqueue("a", WorkqueueKind.PER_CPU, Range.exactly(192), Range.exactly(192), true, 0);
        capture.flush(known, 0)
                .items(10 * MS - US)
                .walk(WalkKind.FIRST, US, 192, 1)
                .done();
        capture.flush(assumed, 0)
                .items(Long.parseLong(assumedNanos.replace("_", "")))
                .done();
        assertThat(capture.assess().verdict().grade()).isEqualTo(grade);
    }
}
