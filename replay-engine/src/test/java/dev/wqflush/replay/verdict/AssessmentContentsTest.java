package dev.wqflush.replay.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wqflush.replay.cost.DefaultCosts;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in an assessment beside its class: sums, evidence, and the parts of its sentences. */
class AssessmentContentsTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long S = 1_000_000_000;

    private static Verdict verdict(Capture capture) {
        return capture.assess().verdict();
    }

    // ---- sums

    @Test
    void walksAreCountedByKindAndTheirTimesAddUp() {
        Capture capture = Capture.of("legacy-v2");
        int one = capture.perCpu("one");
        int two = capture.perCpu("two");
        capture.flush(one, 0)
                .walk(WalkKind.FIRST, 30 * US, 192, 1)
                .walk(WalkKind.CASCADE, 0, 192, 1)
                .done();
        capture.flush(two, MS)
                .walk(WalkKind.FIRST, 40 * US, 192, 1)
                .walk(WalkKind.FIRST, -1, 192, 1)
                .done();
        Assessment assessment = capture.assess();
        assertThat(assessment.all().walks())
                .containsOnlyKeys(WalkKind.FIRST, WalkKind.CASCADE)
                .containsEntry(WalkKind.FIRST, 3L)
                .containsEntry(WalkKind.CASCADE, 1L);
        assertThat(assessment.all().measuredWalkNanos()).isEqualTo(70 * US);
        assertThat(assessment.all().measuredWalks()).isEqualTo(3);
        assertThat(assessment.workqueues())
                .extracting(WorkqueueSummary::workqueue, WorkqueueSummary::measuredWalkNanos)
                .as("dearest first")
                .containsExactly(tuple(1, 40 * US), tuple(0, 30 * US));
        assertThat(assessment.all().models())
                .extracting(
                        ModelTotals::model, totals -> totals.counts().visits().value())
                .containsExactly(
                        tuple("legacy-v0", 4 * 192L),
                        tuple("legacy-v1", 4 * 192L),
                        tuple("legacy-v2", 4 * 192L),
                        tuple("active-list", 4L));
    }

    @Test
    void whereNoWalkWasMeasuredThereIsNoSum() {
        Capture capture = Capture.of("legacy-v2");
        capture.flush(capture.perCpu("a"), 0).walk(WalkKind.FIRST, -1, 192, 1).done();
        assertThat(capture.assess().all().measuredWalkNanos()).isEqualTo(-1);
    }

    @Test
    void theBusiestTaskOfASumWaitedOnAnyOfItsWorkqueues() {
        Capture capture = Capture.of("legacy-v2");
        int one = capture.perCpu("one");
        int two = capture.perCpu("two");
        capture.flush(one, 0).by(1).items(5).done();
        capture.flush(one, 9).by(2).items(7).done();
        capture.flush(two, 0).by(1).items(4).done();
        Assessment assessment = capture.assess();
        ModelIndex models = ModelIndex.of(assessment.result());
        List<Ledger> parts = List.of(
                new Ledger(one, assessment.result(), models, assessment.costs().kind()),
                new Ledger(two, assessment.result(), models, assessment.costs().kind()));
        assessment
                .result()
                .flushes()
                .forEach(flush -> parts.get(flush.workqueue())
                        .add(flush, assessment.flushes().get(flush.number() - 1).saved(), 0));
        Ledger all = Ledger.sum(
                parts, assessment.result(), models, assessment.costs().kind());
        assertThat(parts.get(0).busiestTaskNanos()).isEqualTo(7);
        assertThat(all.busiestTaskNanos()).isEqualTo(9);
    }

    @Test
    void ofOverlappingFlushesOfOneLengthTheFirstIsTheWorst() {
        Capture capture = Capture.of("legacy-v2");
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 0).items(10 * MS).done();
        capture.flush(workqueue, MS).items(10 * MS).done();
        assertThat(capture.assess().worst()).containsExactly(0);
    }

    @Test
    void walksAreSummedByThePartThatLiesInside() {
        Capture capture = Capture.of("legacy-v2");
        int workqueue = capture.perCpu("a");
        for (long start : new long[] {10, 20, 40}) {
            capture.flush(workqueue, start).walk(WalkKind.QUEUED, 10, 192, 1).done();
        }
        capture.flush(workqueue, 60).walk(WalkKind.QUEUED, -1, 192, 1).done();
        ReplayResult result = capture.result();
        WalkSums sums = new WalkSums(result.walks(), result, ModelIndex.of(result), DefaultCosts.published());
        assertThat(sums.within(0, 100).measured()).isEqualTo(30);
        assertThat(sums.within(0, 100).unmeasured()).isEqualTo(1);
        assertThat(sums.within(20, 40).measured()).isEqualTo(10);
        assertThat(sums.within(15, 43).measured()).isEqualTo(5 + 10 + 3);
        assertThat(sums.within(42, 44).measured()).as("inside of one").isEqualTo(2);
        assertThat(sums.within(30, 40).measured()).as("between two").isZero();
        assertThat(sums.within(60, 61).unmeasured()).isEqualTo(1);
        assertThat(sums.within(30, 20)).as("backwards").isEqualTo(WalkSums.Tally.NONE);
        assertThat(sums.touching(15, 43).measured()).isEqualTo(30);
        assertThat(sums.touching(30, 40)).isEqualTo(WalkSums.Tally.NONE);
    }

    /** Return probes get lost: nine of ten are enough to call the sum measured. */
    @Test
    void walkTimeIsMeasuredIfNineOfTenWalksAre() {
        assertThat(walkEvidence(9).kind()).isEqualTo("measured");
        assertThat(walkEvidence(8).kind()).isEqualTo("modelled");
        assertThat(walkEvidence(1).kind()).isEqualTo("modelled");
    }

    private static Evidence walkEvidence(int measured) {
        Capture capture = Capture.of("legacy-v2");
        int workqueue = capture.perCpu("a");
        for (int i = 0; i < 10; i++) {
            capture.flush(workqueue, i * MS)
                    .items(MS)
                    .walk(WalkKind.FIRST, i < measured ? 30 * US : -1, 192, 1)
                    .done();
        }
        return verdict(capture).evidence().stream()
                .filter(evidence -> evidence.what().equals("walks, share of flush time"))
                .findFirst()
                .orElseThrow();
    }

    // ---- evidence

    @Test
    void theEvidenceNamesWhatTheClassRestsOn() {
        Capture capture = Capture.of("legacy-v2");
        capture.flush(capture.perCpu("a"), 0)
                .mutex(10 * MS)
                .items(60 * MS)
                .wakeup(20 * MS)
                .other(5 * MS)
                .walk(WalkKind.CASCADE, 5 * MS, 192, 1)
                .done();
        assertThat(verdict(capture).evidence())
                .extracting(Evidence::what, Evidence::value, Evidence::unit, Evidence::kind)
                .containsExactly(
                        tuple("flushes", 1.0, "flushes", "counted"),
                        tuple("walks", 1.0, "walks", "counted"),
                        tuple("pool lock cycles now", 192.0, "cycles", "counted"),
                        tuple("pool lock cycles of the active list", 1.0, "cycles", "counted"),
                        tuple("flush time", 100.0 * MS, "ns", "measured"),
                        tuple("flush time, p99", 100.0 * MS, "ns", "measured"),
                        tuple("walks, share of flush time", 0.05, "share", "measured"),
                        tuple("mutex, share of flush time", 0.1, "share", "measured"),
                        tuple("items, share of flush time", 0.6, "share", "measured"),
                        tuple("wakeup, share of flush time", 0.2, "share", "measured"),
                        tuple("saved per flush", 24_369.0, "ns", "modelled"));
    }

    @Test
    void withoutFlushesTheEvidenceIsThat() {
        Capture capture = Capture.of("legacy-v2");
        capture.perCpu("a");
        assertThat(verdict(capture).evidence()).containsExactly(new Evidence("flushes", 0, "flushes", "counted"));
    }

    @Test
    void sharesOfNothingAreNothing() {
        Capture capture = Capture.of("legacy-v2");
        capture.flush(capture.perCpu("a"), 0).done();
        assertThat(verdict(capture).evidence())
                .filteredOn(evidence -> evidence.unit().equals("share"))
                .hasSize(4)
                .allSatisfy(evidence -> assertThat(evidence.value()).isZero());
    }

    /** A model's place in the list is no matter. */
    @Test
    void modelsAreComparedWhereverTheyStandInTheList() {
        Capture first = Capture.of("legacy-v0");
        Capture last = Capture.of("legacy-v2").models("active-list", "legacy-v2");
        for (Capture capture : List.of(first, last)) {
            capture.span(MS)
                    .flush(capture.perCpu("a"), 0)
                    .items(400 * US)
                    .walk(WalkKind.CASCADE, 600 * US, 192, 1)
                    .done();
            Assessment assessment = capture.assess();
            assertThat(assessment.verdict().line())
                    .contains("192 visits, of which the active list needs 1")
                    .contains("cut pool lock cycles from 192 to 1 and save 24.4 us per flush");
            assertThat(assessment.verdict().nextStep()).isEqualTo("try a kernel with the active list");
            assertThat(assessment.verdict().evidence()).hasSize(11);
            assertThat(assessment.all().savedVisits()).isEqualTo(Range.exactly(191));
            assertThat(assessment.flushes().get(0).saved().baseNanos()).isEqualTo(24_369);
        }
        assertThat(verdict(first.withoutReturns().withoutScheduler()).line()).contains("walked 1 time with 192 visits");
    }

    // ---- sentences

    @Test
    void lateFlushersAreSaidToRunLate() {
        Capture capture = Capture.of("legacy-v2");
        capture.flush(capture.perCpu("a"), 0).items(10 * MS).wakeup(90 * MS).done();
        assertThat(verdict(capture).line())
                .isEqualTo(
                        "Flushers were woken and ran late: 90 % of 100 ms, all on a; no CPU was seen idle when they ran late: want of CPU. Grade B.");
    }

    @Test
    void aWorkqueueWithFourFifthsIsNamedAlone() {
        assertThat(itemsOn(80 * MS, 20 * MS)).contains(", 80 % of that on one.");
        assertThat(itemsOn(79 * MS, 21 * MS)).contains(", all on one and two.");
    }

    private static String itemsOn(long one, long two) {
        Capture capture = Capture.of("legacy-v2");
        capture.flush(capture.perCpu("one"), 0).items(one).done();
        capture.flush(capture.perCpu("two"), 0).items(two).done();
        return verdict(capture).line();
    }

    @Test
    void aFlusherThatMadeTheOnlyWalksWaitedBehindNone() {
        Capture capture = Capture.of("legacy-v2");
        capture.flush(capture.perCpu("a"), 0)
                .mutex(50 * MS)
                .walk(WalkKind.FIRST, MS, 192, 1)
                .done();
        assertThat(verdict(capture).line()).contains("; walks of other flushers were at most 0 % of that.");
        assertThat(verdict(capture).nextStep()).endsWith("see what the holders of wq->mutex did meanwhile");
    }

    /** Half of the wait for the mutex may have been walks of others; more than that and they are to be cut. */
    @Test
    void walksAreToBeCutIfTheyAreMoreThanHalfOfTheMutexWait() {
        assertThat(behindWalksOf(25 * MS)).endsWith("see what the holders of wq->mutex did meanwhile");
        assertThat(behindWalksOf(25 * MS + 1)).endsWith("try a kernel with the active list");
    }

    private static String behindWalksOf(long others) {
        Capture capture = Capture.of("legacy-v2");
        capture.flush(capture.perCpu("a"), 0)
                .mutex(50 * MS)
                .walk(WalkKind.FIRST, US, 192, 1)
                .done();
        Assessment assessment = capture.assess();
        ModelIndex models = ModelIndex.of(assessment.result());
        Ledger ledger =
                new Ledger(0, assessment.result(), models, assessment.costs().kind());
        ledger.add(assessment.result().walks().get(0), assessment.costs());
        ledger.add(
                assessment.result().flushes().get(0),
                assessment.flushes().get(0).saved(),
                others);
        return new NextStep(assessment.result(), models, Thresholds.DEFAULT, ledger, List.of())
                .after(VerdictClass.MUTEX_BOUND);
    }

    @Test
    void allStuckFlushesAreCounted() {
        Capture capture = Capture.of("legacy-v2").span(20 * S);
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 0).by(1).items(12 * S).open().done();
        assertThat(verdict(capture).line())
                .startsWith("task-1 waited 12 s in a flush of a that did not end in the capture; the capture does not"
                        + " tell which item it waits for. ");
        capture.flush(workqueue, 0).by(2).items(11 * S).open().done();
        assertThat(verdict(capture).line()).contains("capture, as 1 other did; ");
        capture.flush(workqueue, 0).by(3).items(12 * S).open().done();
        assertThat(verdict(capture).line()).startsWith("task-1 waited").contains("capture, as 2 others did; ");
    }

    @Test
    void anAwaitedItemThatEndedIsSaidToHave() {
        Capture capture = Capture.of("legacy-v2").span(20 * S);
        capture.flush(capture.perCpu("a"), 0)
                .items(12 * S)
                .open()
                .awaits("ended", 0, S)
                .done();
        assertThat(verdict(capture).line()).contains("; it waits for ended, which ran on CPU 0 and ended. ");
    }

    @Test
    void withoutFlushesTheBusiestWorkqueueIsNamed() {
        Capture capture = Capture.of("legacy-v2").items(0);
        capture.perCpu("idle");
        assertThat(verdict(capture).line()).isEqualTo("No flush among 1,000 workqueue events. Grade D.");
        capture.items(3).perCpu("busy");
        assertThat(verdict(capture).line())
                .isEqualTo("No flush among 1,000 workqueue events; most items, 3, were queued on busy. Grade D.");
    }

    @Test
    void withoutAUnitItIsSaidThatNothingTellsWaiting() {
        Capture capture = Capture.of("legacy-v2").withoutUnit();
        capture.flush(capture.perCpu("a"), 0)
                .items(MS)
                .walk(WalkKind.FIRST, -1, 192, 1)
                .done();
        assertThat(verdict(capture).line())
                .startsWith("1 flush on 1 workqueue walked 1 time with 192 visits; time stamps"
                        + " without a unit tell no waiting.");
        assertThat(verdict(capture).nextStep()).contains("echo mono > trace_clock");
    }

    // ---- next steps

    private static Capture unexplained(long walk) {
        Capture capture = Capture.of("legacy-v2");
        capture.flush(capture.perCpu("a"), 0)
                .other(500 * MS)
                .walk(WalkKind.FIRST, walk, 192, 1)
                .done();
        return capture;
    }

    @Test
    void whatIsMissingIsToBeRecorded() {
        assertThat(verdict(unexplained(US)).nextStep()).contains("lock:contention_begin");
        assertThat(verdict(unexplained(US).withLocks()).nextStep()).contains("irq:*");
        assertThat(verdict(unexplained(US).withLocks().emulated()).nextStep()).contains("not emulated");
        assertThat(verdict(unexplained(-1)).nextStep()).contains("p:walk flush_workqueue_prep_pwqs");
        assertThat(verdict(unexplained(US).withoutReturns()).nextStep()).contains("r:flush_exit");
        assertThat(verdict(unexplained(US).withoutScheduler()).nextStep()).contains("sched_switch");
    }

    /** Walks over a pwq per node do not pass possible CPUs: cutting these would cut nothing. */
    @Test
    void possibleCpusAreToBeCutOnlyIfWalksPassThem() {
        Capture capture = Capture.of("legacy-v0").cpus(192, 4);
        Range perNode = Range.exactly(3);
        int workqueue = capture.workqueue("a", WorkqueueKind.UNBOUND, perNode, perNode, false, 500 * MS);
        capture.flush(workqueue, 0)
                .items(100 * MS)
                .walk(WalkKind.FIRST, US, 3, 1)
                .done();
        assertThat(verdict(capture).verdictClass()).isEqualTo(VerdictClass.LOCK_BOUND);
        assertThat(verdict(capture).nextStep()).doesNotContain("possible_cpus=");
    }

    private static String stepOfLockBound(WorkqueueKind kind, int coalesced, int needed) {
        Capture capture = Capture.of("legacy-v1");
        int workqueue = capture.workqueue("a", kind, Range.exactly(100), Range.exactly(100), false, 500 * MS);
        capture.flush(workqueue, 0)
                .items(100 * MS)
                .walk(WalkKind.FIRST, US, coalesced, needed)
                .done();
        return verdict(capture).nextStep();
    }

    @Test
    void anotherKernelIsWorthItIfItTakesLessThanHalfOfTheLocks() {
        assertThat(stepOfLockBound(WorkqueueKind.UNBOUND, 49, 100)).contains("49 pool lock cycles instead of 100");
        assertThat(stepOfLockBound(WorkqueueKind.UNBOUND, 50, 49)).endsWith("try a kernel with the active list");
        assertThat(stepOfLockBound(WorkqueueKind.UNBOUND, 50, 50)).contains("flush less often");
        assertThat(stepOfLockBound(WorkqueueKind.PER_CPU, 49, 100))
                .as("coalescing is for unbound workqueues")
                .contains("flush less often");
    }

    // ---- hidden walks and flags

    @Test
    void aWalkIsHiddenFromASleepAsLongAsItself() {
        Capture capture = Capture.of("legacy-v2");
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 5)
                .items(30 * US - 1)
                .walk(WalkKind.FIRST, 30 * US, 192, 1)
                .done();
        capture.flush(workqueue, 6).walk(WalkKind.FIRST, 0, 192, 1).done();
        assertThat(capture.assess().flags()).isEmpty();
        capture.flush(workqueue, 7)
                .items(30 * US)
                .walk(WalkKind.FIRST, 30 * US, 192, 1)
                .done();
        capture.flush(workqueue, 8)
                .items(30 * US)
                .walk(WalkKind.QUEUED, 30 * US, 192, 1)
                .done();
        assertThat(capture.assess().flags())
                .extracting(Flag::id, Flag::count, Flag::firstNanos)
                .containsExactly(tuple("hidden-walk", 2L, 7L));
    }

    /** Where no item is seen, one may have begun when the flusher slept, unless that was longer than all before. */
    @Test
    void aWalkThatWasNotMeasuredIsHiddenByALongSleep() {
        Capture capture = Capture.of("legacy-v0");
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 5)
                .other(25 * US)
                .items(20 * US)
                .walk(WalkKind.FIRST, -1, 192, 1)
                .done();
        assertThat(capture.assess().flags()).isEmpty();
        capture.flush(workqueue, 6)
                .other(25 * US)
                .items(30 * US)
                .walk(WalkKind.FIRST, -1, 192, 1)
                .done();
        assertThat(capture.assess().flags()).extracting(Flag::id).containsExactly("hidden-walk");
    }

    @Test
    void marksOfLossAloneAreLossOfAnUnknownNumber() {
        Capture capture = Capture.of("legacy-v2").lost(0, 3);
        assertThat(capture.assess().flags())
                .extracting(Flag::count, Flag::text)
                .containsExactly(tuple(3L, "an unknown number of events was lost, in 3 places"));
    }

    @Test
    void whatIsAssumedIsJoinedOnlyIfThereIsMoreThanOne() {
        assertThat(Capture.of("legacy-v2").possibleUnknown().assess().flags())
                .extracting(Flag::text)
                .containsExactly("possible CPUs are not known");
        Capture both = Capture.of("legacy-v2").possibleUnknown();
        int workqueue = both.workqueue("a", WorkqueueKind.PER_CPU, Range.exactly(192), Range.exactly(192), true, 0);
        both.flush(workqueue, 0).done();
        assertThat(both.assess().flags().get(0).text())
                .isEqualTo("possible CPUs are not known; the kind of 1 workqueue is a guess by name");
    }

    @Test
    void aFlagBeginsWithTheFirstFindingThatHasATime() {
        Capture capture = Capture.of("legacy-v2")
                .finding("rescuer-used", Finding.Severity.INFO, "seen", Long.MIN_VALUE)
                .finding("rescuer-used", Finding.Severity.INFO, "seen", 9)
                .finding("rescuer-used", Finding.Severity.INFO, "seen", 8);
        assertThat(capture.assess().flags())
                .extracting(Flag::count, Flag::firstNanos)
                .containsExactly(tuple(3L, 8L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"walk-bound", "no-flush", "healthy"})
    void classesHaveTheWordsOfTheOutputs(String word) {
        assertThat(VerdictClass.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'))
                        .word())
                .isEqualTo(word);
    }

    @Test
    void aFlushWithoutWalksIsNotMeasured() {
        Capture capture = Capture.of("legacy-v2");
        capture.flush(capture.perCpu("a"), 0)
                .path(FlushPath.OVERFLOW)
                .items(100 * MS)
                .done();
        assertThat(verdict(capture).evidence())
                .filteredOn(evidence -> evidence.what().startsWith("walks, share"))
                .extracting(Evidence::kind)
                .containsExactly("modelled");
    }
}
