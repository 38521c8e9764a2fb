package dev.wqflush.replay.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.TimeKind;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.topology.WorkqueueKind;
import org.junit.jupiter.api.Test;

/** One situation a test, named by the situation; its near miss follows it. The numbers are those of triage.md. */
class JudgeTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long S = 1_000_000_000;

    private static Verdict verdict(Capture capture) {
        return capture.assess().verdict();
    }

    // 1: fsync-heavy XFS

    private static Capture fsyncs(int possible, long walk) {
        Capture capture = Capture.of("legacy-v1").cpus(possible, Math.min(possible, 128));
        int cil = capture.unbound("xfs-cil/sda", 3);
        for (long i = 0; i < 1_000; i++) {
            capture.flush(cil, i * MS)
                    .items(20 * US)
                    .wakeup(5 * US)
                    .walk(WalkKind.FIRST, walk, 5, 1)
                    .walk(WalkKind.CASCADE, walk, 5, 1)
                    .done();
        }
        return capture;
    }

    @Test
    void fsyncOnManyPossibleCpusIsWalkBoundThoughEachFlushIsShort() {
        Assessment assessment = fsyncs(128, 60 * US).assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.WALK_BOUND);
        assertThat(assessment.verdict().line())
                .isEqualTo("Walks are 83 % of 145 ms that flushers waited, all on xfs-cil/sda; 2,000 walks"
                        + " made 258,000 visits, of which the active list needs 2,000. The active list would cut pool"
                        + " lock cycles from 258,000 to 2,000 and save 11.6 us per flush (3.09..120, modelled)."
                        + " Grade A.");
        assertThat(assessment.verdict().nextStep()).contains("85f0d8e39aff", "10,000 pool lock cycles instead");
    }

    @Test
    void sameLoadOnFourPossibleCpusIsHealthy() {
        assertThat(verdict(fsyncs(4, 2 * US)).verdictClass()).isEqualTo(VerdictClass.HEALTHY);
    }

    // 2: the item waits for the device

    private static Capture slowDevice(long itemMore) {
        Capture capture = Capture.of("legacy-v2");
        int cil = capture.perCpu("xfs-cil/sda");
        for (long i = 0; i < 50; i++) {
            capture.flush(cil, i * 10 * MS)
                    .items(itemMore)
                    .path(FlushPath.FIRST)
                    .awaits("xlog_cil_push_work", i * 10 * MS, i * 10 * MS + itemMore)
                    .walk(WalkKind.FIRST, 300 * US, 192, 1)
                    .done();
        }
        return capture.finding("cache-flush-inside", Finding.Severity.INFO, "50 items held a device cache flush");
    }

    @Test
    void itemsThatWaitForTheDeviceHideTheWalk() {
        Assessment assessment = slowDevice(5 * MS).assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.DEVICE_BOUND);
        assertThat(assessment.all().savedTime().baseNanos()).isZero();
        assertThat(assessment.all().savedTime().lowNanos()).isZero();
        assertThat(assessment.all().savedPoolLocks()).isEqualTo(Range.exactly(50 * 191));
        assertThat(assessment.flags()).extracting(Flag::id).containsExactly("hidden-walk", "cache-flush-inside");
        assertThat(assessment.verdict().line())
                .contains("94 % of 265 ms, all on xfs-cil/sda; walks are 5.7 %")
                .contains("save 0 us per flush (0..95.");
    }

    @Test
    void anItemThatEndsBeforeTheWalkDoesLeavesItWalkBound() {
        Assessment assessment = slowDevice(0).assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.WALK_BOUND);
        assertThat(assessment.all().savedTime().lowNanos()).isPositive();
        assertThat(assessment.flags()).extracting(Flag::id).doesNotContain("hidden-walk");
    }

    @Test
    void withoutADeviceInSightLongItemsAreItemBound() {
        Capture capture = Capture.of("legacy-v2");
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 0)
                .items(50 * MS)
                .walk(WalkKind.FIRST, 20 * US, 192, 1)
                .done();
        assertThat(verdict(capture).verdictClass()).isEqualTo(VerdictClass.ITEM_BOUND);
    }

    // 3: many flushers on one workqueue

    private static Capture crowd(long mutex, long items) {
        Capture capture = Capture.of("legacy-v1");
        int workqueue = capture.perCpu("crowded");
        for (long i = 0; i < 160; i++) {
            capture.flush(workqueue, i / 16 * MS + i % 16 * 10 * US)
                    .by((int) i % 16)
                    .mutex(mutex)
                    .items(items)
                    .path(i % 16 == 15 ? FlushPath.OVERFLOW : FlushPath.QUEUED)
                    .flushers((int) i % 16 + 1)
                    .walk(WalkKind.QUEUED, 25 * US, 192, 8)
                    .done();
        }
        return capture.span(20 * MS);
    }

    @Test
    void sixteenFlushersOfOneWorkqueueAreMutexBoundByEachOthersWalks() {
        Assessment assessment = crowd(300 * US, 100 * US).assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.MUTEX_BOUND);
        assertThat(assessment.verdict().line())
                .startsWith(
                        "Flushers queue behind each other, on wq->mutex and for their turn: 71 % of 68 ms, all on crowded; walks of"
                                + " other flushers were at most 100 % of that.");
        assertThat(assessment.flags()).extracting(Flag::id).contains("deep-queue", "overflow");
    }

    @Test
    void aMutexHeldForOtherReasonsThanWalksIsToBeLookedAt() {
        Capture capture = Capture.of("legacy-v1");
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 0)
                .by(1)
                .mutex(50 * MS)
                .walk(WalkKind.FIRST, 25 * US, 192, 0)
                .done();
        capture.flush(workqueue, 0)
                .by(2)
                .other(MS)
                .walk(WalkKind.FIRST, 25 * US, 192, 0)
                .done();
        assertThat(verdict(capture).verdictClass()).isEqualTo(VerdictClass.MUTEX_BOUND);
        assertThat(verdict(capture).line()).contains("walks of other flushers were at most 0.1 % of that");
        assertThat(verdict(capture).nextStep()).endsWith("see what the holders of wq->mutex did meanwhile");
        assertThat(verdict(crowd(300 * US, 100 * US)).nextStep()).endsWith("try a kernel with the active list");
    }

    @Test
    void theSameCrowdWithLongItemsIsItemBound() {
        assertThat(verdict(crowd(300 * US, 20 * MS)).verdictClass()).isEqualTo(VerdictClass.ITEM_BOUND);
    }

    // 4: a driver that flushes in a loop

    private static Capture idleLoop(boolean ordered) {
        Capture capture = Capture.of("legacy-v2");
        int workqueue = ordered ? capture.ordered("driver") : capture.perCpu("driver");
        for (long i = 0; i < 1_000; i++) {
            capture.flush(workqueue, i * 26 * US)
                    .other(US)
                    .walk(WalkKind.FIRST, 25 * US, ordered ? 1 : 192, 0)
                    .done();
        }
        return capture.span(26 * MS);
    }

    @Test
    void idleFlushesInALoopAreWalkBoundThoughEachIsShort() {
        Assessment assessment = idleLoop(false).assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.WALK_BOUND);
        assertThat(assessment.verdict().line()).contains("192,000 visits, of which the active list needs 0");
    }

    @Test
    void anOrderedWorkqueueFlushedAsOftenIsHealthy() {
        assertThat(verdict(idleLoop(true)).verdictClass()).isEqualTo(VerdictClass.HEALTHY);
    }

    @Test
    void aFewIdleFlushesAreHealthy() {
        Capture capture = Capture.of("legacy-v2").cpus(4, 4).emulated();
        int workqueue = capture.perCpu("idle");
        for (int i = 0; i < 40; i++) {
            capture.flush(workqueue, i * MS)
                    .other(70 * US)
                    .walk(WalkKind.FIRST, 30 * US, 4, 0)
                    .done();
        }
        assertThat(verdict(capture).line())
                .isEqualTo("40 flushes on 1 workqueue took 4 ms in all, p50 100 us, the longest 100 us; a walk passes 4"
                        + " pwqs. The active list would cut pool lock cycles from 160 to 0 and save 0.25 us per flush"
                        + " (-0.28..1.88, modelled). Grade A, emulated guest.");
    }

    @Test
    void oneOutlierThatNothingExplainsDoesNotSpoilShortFlushes() {
        assertThat(verdict(outlier(40)).verdictClass()).isEqualTo(VerdictClass.HEALTHY);
    }

    @Test
    void flushesThatAreAllLongForNoReasonSeenAreUndecided() {
        assertThat(verdict(outlier(1)).verdictClass()).isEqualTo(VerdictClass.UNDECIDED);
    }

    private static Capture outlier(int flushes) {
        Capture capture = Capture.of("legacy-v2").cpus(4, 4).span(100 * MS);
        int workqueue = capture.perCpu("idle");
        for (int i = 0; i < flushes; i++) {
            capture.flush(workqueue, 2L * i * MS)
                    .other(i == 0 ? 2 * MS : 30 * US)
                    .walk(WalkKind.FIRST, 5 * US, 4, 0)
                    .done();
        }
        return capture;
    }

    private static Capture stalledWalks(long walk) {
        Capture capture = Capture.of("legacy-v2").cpus(4, 4);
        int workqueue = capture.perCpu("a");
        for (long i = 0; i < 20; i++) {
            capture.flush(workqueue, i * 10 * MS)
                    .items(2 * MS)
                    .walk(WalkKind.FIRST, walk, 4, 1)
                    .done();
        }
        return capture;
    }

    @Test
    void walksThatTakeFarLongerThanTheirVisitsCanAreStalledNotBound() {
        Verdict verdict = verdict(stalledWalks(3 * MS));
        assertThat(verdict.verdictClass()).isEqualTo(VerdictClass.ITEM_BOUND);
        assertThat(verdict.line()).contains("; walks are 60 %, which their visits do not explain.");
    }

    @Test
    void walksWithinReasonAreNotSaidToBeStalled() {
        assertThat(verdict(stalledWalks(20 * US)).line()).contains("; walks are 1.0 %. ");
    }

    // 5: woken and late

    private static Capture late(long wakeup, long items) {
        Capture capture = Capture.of("legacy-v2");
        int workqueue = capture.perCpu("a");
        for (long i = 0; i < 20; i++) {
            capture.flush(workqueue, i * 20 * MS)
                    .items(items)
                    .wakeup(wakeup)
                    .late(wakeup)
                    .walk(WalkKind.FIRST, 25 * US, 192, 1)
                    .done();
        }
        return capture;
    }

    @Test
    void flushersThatRunLateAreWakeupBound() {
        Assessment assessment = late(8 * MS, MS).assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.WAKEUP_BOUND);
        assertThat(assessment.flags())
                .filteredOn(f -> f.id().equals("late-wakeup"))
                .singleElement()
                .satisfies(f -> assertThat(f.text()).isEqualTo("20 flushers ran more than 5 ms late, 160 ms together"));
    }

    @Test
    void aLongItemWithAPromptWakeupIsItemBound() {
        Assessment assessment = late(MS, 8 * MS).assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.ITEM_BOUND);
        assertThat(assessment.flags()).extracting(Flag::id).doesNotContain("late-wakeup");
    }

    // 13: a hypervisor that announces many CPUs

    @Test
    void manyPossibleFewOnlineCpusAreToBeCut() {
        Capture capture = idleLoop(false).cpus(192, 4);
        Assessment assessment = capture.assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.WALK_BOUND);
        assertThat(assessment.verdict().nextStep()).contains("possible_cpus=");
        assertThat(assessment.flags())
                .filteredOn(f -> f.id().equals("possible-much-larger-than-online"))
                .singleElement()
                .satisfies(f -> assertThat(f.text()).contains("188 of 192 visits"));
    }

    @Test
    void allPossibleCpusOnlineOrOnlineUnknownRaisesNothing() {
        assertThat(idleLoop(false).cpus(192, 192).assess().flags()).isEmpty();
        assertThat(idleLoop(false).cpus(192, 96).assess().flags()).isEmpty();
        assertThat(idleLoop(false).cpus(192, null).assess().flags()).isEmpty();
    }

    // 15: dense flushes of an unbound workqueue

    @Test
    void denseUnboundFlushesGainNothingFromTheActiveListButFromCoalescing() {
        Capture capture = Capture.of("legacy-v1");
        int workqueue = capture.unbound("dense", 24);
        for (int i = 0; i < 100; i++) {
            capture.flush(workqueue, i * MS)
                    .other(20 * US)
                    .walk(WalkKind.FIRST, 400 * US, 49, 193)
                    .done();
        }
        Assessment assessment = capture.assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.WALK_BOUND);
        assertThat(assessment.all().savedPoolLocks()).isEqualTo(Range.ZERO);
        assertThat(assessment.verdict().line())
                .contains("would leave pool lock cycles at 19,300 and cost 0.27 us per flush (0.12..0.6, modelled)");
        assertThat(assessment.verdict().nextStep()).contains("would take 4,900 pool lock cycles instead of 19,300");
    }

    @Test
    void denseUnboundFlushesOfACoalescingKernelGetSlower() {
        Capture capture = Capture.of("legacy-v2");
        int workqueue = capture.unbound("dense", 24);
        capture.flush(workqueue, 0)
                .other(20 * MS)
                .walk(WalkKind.FIRST, 400 * US, 49, 186)
                .done();
        Assessment assessment = capture.assess();
        assertThat(assessment.all().savedPoolLocks()).isEqualTo(Range.exactly(49 - 186));
        assertThat(assessment.all().savedTime().baseNanos()).isNegative();
        assertThat(assessment.verdict().line()).contains("would raise pool lock cycles from 49 to 186 and cost 2");
        assertThat(assessment.verdict().nextStep()).doesNotContain("active list");
        assertThat(assessment.flags()).extracting(Flag::id).containsExactly("already-coalesced");
    }

    // stuck

    @Test
    void aFlushThatNeverEndsIsStuckAndNamesItsItem() {
        Capture capture = Capture.of("legacy-v2").span(20 * S);
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 0)
                .items(12 * S)
                .open()
                .awaits("sleeper", 1 * S, -1)
                .walk(WalkKind.FIRST, 25 * US, 192, 1)
                .done();
        assertThat(verdict(capture).verdictClass()).isEqualTo(VerdictClass.STUCK);
        assertThat(verdict(capture).line())
                .startsWith("task-100 waited 12 s in a flush of a that did not end in the capture; it waits for"
                        + " sleeper, running on CPU 0 for 11 s. Grade A.");
    }

    @Test
    void anItemThatNeverStartsIsNamedAsSuch() {
        Capture capture = Capture.of("legacy-v2").span(3 * S);
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 0)
                .items(2 * S)
                .open()
                .awaits("pending", -1, -1)
                .walk(WalkKind.FIRST, 25 * US, 192, 1)
                .done();
        assertThat(verdict(capture).line()).contains("it waits for pending, which was queued and never began to run");
    }

    @Test
    void aFlushCutOffByTheEndOfTheCaptureIsNotStuck() {
        Capture capture = Capture.of("legacy-v2").span(20 * S);
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 18 * S)
                .items(2 * S)
                .open()
                .walk(WalkKind.FIRST, 25 * US, 192, 1)
                .done();
        Assessment assessment = capture.assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.ITEM_BOUND);
        assertThat(assessment.all().openFlushes()).isEqualTo(1);
    }

    @Test
    void aLongFlushThatEndedIsNotStuck() {
        Capture capture = Capture.of("legacy-v2").span(20 * S);
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 0)
                .items(12 * S)
                .walk(WalkKind.FIRST, 25 * US, 192, 1)
                .done();
        assertThat(verdict(capture).verdictClass()).isEqualTo(VerdictClass.ITEM_BOUND);
    }

    // pool locks

    private static Capture spinning(long spunNanos) {
        Capture capture = Capture.of("legacy-v1");
        int workqueue =
                capture.workqueue("a", WorkqueueKind.UNBOUND, Range.exactly(193), Range.exactly(3), false, spunNanos);
        capture.flush(workqueue, 0)
                .items(79 * MS)
                .walk(WalkKind.FIRST, MS, 5, 1)
                .done();
        return capture;
    }

    @Test
    void spinningOnPoolLocksForAFifthOfTheWaitingIsLockBound() {
        assertThat(verdict(spinning(20 * MS)).verdictClass()).isEqualTo(VerdictClass.LOCK_BOUND);
        assertThat(verdict(spinning(20 * MS)).line())
                .startsWith("Tasks that queue work and workers spun on pool locks for 20 ms, all on a, beside"
                        + " 80 ms that flushers waited; walks are 1.3 %.");
    }

    @Test
    void spinningOnPoolLocksForLessIsNot() {
        assertThat(verdict(spinning(19 * MS)).verdictClass()).isEqualTo(VerdictClass.ITEM_BOUND);
    }

    // nothing, or too little

    @Test
    void withoutAFlushTheNextStepIsHowToRecordThem() {
        Capture capture = Capture.of("legacy-v2");
        capture.perCpu("storm");
        Assessment assessment = capture.assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.NO_FLUSH);
        assertThat(assessment.verdict().line())
                .isEqualTo("No flush among 1,000 workqueue events; most items, 10, were queued on storm. Grade D.");
        assertThat(assessment.verdict().nextStep())
                .contains("p:flush_enter __flush_workqueue", "r:flush_exit __flush_workqueue", "kprobe_events");
        assertThat(assessment.workqueues()).isEmpty();
    }

    @Test
    void flushesWithoutReturnsAndSchedulerEventsAreUndecided() {
        Capture capture = idleLoop(false).withoutReturns().withoutScheduler();
        assertThat(verdict(capture).verdictClass()).isEqualTo(VerdictClass.UNDECIDED);
        assertThat(verdict(capture).line())
                .isEqualTo("1,000 flushes on 1 workqueue walked 1,000 times with 192,000 visits; neither scheduler"
                        + " events nor returns of flushes tell what they waited for. The active list would cut pool"
                        + " lock cycles from 192,000 to 0. Grade C.");
        assertThat(verdict(capture).nextStep()).contains("sched_switch");
    }

    @Test
    void eitherOfThemIsEnough() {
        assertThat(verdict(idleLoop(false).withoutReturns()).verdictClass()).isEqualTo(VerdictClass.WALK_BOUND);
        assertThat(verdict(idleLoop(false).withoutScheduler()).verdictClass()).isEqualTo(VerdictClass.WALK_BOUND);
    }

    @Test
    void timeStampsWithoutAUnitGiveCountsAlone() {
        Assessment assessment = idleLoop(false).withoutUnit().assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.UNDECIDED);
        assertThat(assessment.verdict().line()).doesNotContainPattern("\\d (us|ms|s)\\b");
        assertThat(assessment.verdict().evidence())
                .isNotEmpty()
                .noneMatch(e -> e.unit().equals("ns"));
        assertThat(assessment.all().savedTime()).isEqualTo(Band.zero(TimeKind.MODELLED));
    }

    @Test
    void timeThatNothingExplainsIsUndecided() {
        Capture capture = Capture.of("legacy-v2");
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 0)
                .other(20 * MS)
                .items(MS)
                .walk(WalkKind.FIRST, -1, 192, 1)
                .done();
        assertThat(verdict(capture).verdictClass()).isEqualTo(VerdictClass.UNDECIDED);
        assertThat(verdict(capture).line())
                .startsWith("1 flush on 1 workqueue waited 21 ms, and 95 % of it in no part that the capture shows;"
                        + " walks are 0.1 % (0.1 % to 0.5 %, modelled).");
        assertThat(verdict(capture).nextStep()).contains("p:walk flush_workqueue_prep_pwqs");
    }

    @Test
    void aWalkThatWasNotMeasuredIsJudgedByTheModelAndSaysSo() {
        Capture capture = Capture.of("legacy-v2").withoutWalkProbes();
        int workqueue = capture.perCpu("a");
        for (long i = 0; i < 1_000; i++) {
            capture.flush(workqueue, i * 100 * US)
                    .other(50 * US)
                    .walk(WalkKind.FIRST, -1, 192, 0)
                    .done();
        }
        capture.span(100 * MS);
        assertThat(verdict(capture).verdictClass()).isEqualTo(VerdictClass.WALK_BOUND);
        assertThat(verdict(capture).line())
                .startsWith("Walks would be 50 % (31 % to 100 %, modelled) of 50 ms that flushers waited")
                .endsWith("and save 24.5 us per flush (14.8..50, modelled). Grade B.");
    }

    // several workqueues

    @Test
    void healthyWorkqueuesDoNotOutvoteTheOneThatSuffers() {
        Capture capture = Capture.of("legacy-v2");
        int suffering = capture.perCpu("suffering");
        for (int i = 0; i < 40; i++) {
            capture.flush(suffering, i * MS)
                    .other(20 * US)
                    .walk(WalkKind.FIRST, 300 * US, 192, 0)
                    .done();
        }
        for (int w = 0; w < 10; w++) {
            int quiet = capture.perCpu("quiet" + w);
            capture.flush(quiet, 50 * MS + w)
                    .by(w)
                    .items(9 * MS)
                    .walk(WalkKind.FIRST, 10 * US, 192, 0)
                    .done();
        }
        Assessment assessment = capture.assess();
        assertThat(assessment.verdict().verdictClass()).isEqualTo(VerdictClass.WALK_BOUND);
        assertThat(assessment.workqueues().get(0).verdictClass()).isEqualTo(VerdictClass.WALK_BOUND);
        assertThat(assessment.workqueues().subList(1, 11))
                .extracting(WorkqueueSummary::verdictClass)
                .containsOnly(VerdictClass.HEALTHY);
    }

    @Test
    void theTwoLargestAreNamedWhereNoneHoldsMost() {
        Capture capture = Capture.of("legacy-v2");
        long[] items = {30 * MS, 60 * MS, 20 * MS};
        for (int w = 0; w < items.length; w++) {
            capture.flush(capture.perCpu("wq" + w), w)
                    .items(items[w])
                    .walk(WalkKind.FIRST, 25 * US, 192, 1)
                    .done();
        }
        assertThat(verdict(capture).line())
                .startsWith("Flushers wait for work items: 100 % of 110 ms, 82 % of that on wq1 and wq0; walks are"
                        + " 0.1 %.");
    }

    @Test
    void pausesBetweenFilesAreNoPartOfTheSpan() {
        Capture capture = idleLoop(false).span(100 * S);
        assertThat(verdict(capture).verdictClass()).isEqualTo(VerdictClass.HEALTHY);
        assertThat(verdict(capture.unrecorded(99 * S)).verdictClass()).isEqualTo(VerdictClass.HEALTHY);
        assertThat(verdict(capture.unrecorded(100 * S - 26 * MS)).verdictClass())
                .isEqualTo(VerdictClass.WALK_BOUND);
    }

    // sums over time

    @Test
    void wallTimeIsTheUnionOfOpenFlushes() {
        Capture capture = Capture.of("legacy-v2");
        int one = capture.perCpu("one");
        int two = capture.perCpu("two");
        capture.flush(one, 0).items(10 * MS).done();
        capture.flush(one, 5 * MS).items(10 * MS).done();
        capture.flush(two, 12 * MS).items(10 * MS).done();
        capture.flush(one, 40 * MS).items(10 * MS).done();
        Assessment assessment = capture.assess();
        assertThat(assessment.all().wallNanos()).isEqualTo(32 * MS);
        assertThat(assessment.all().split().totalNanos()).isEqualTo(40 * MS);
        assertThat(assessment.workqueues())
                .extracting(WorkqueueSummary::wallNanos)
                .containsExactly(25 * MS, 10 * MS);
    }

    @Test
    void theWorstOfEachGroupOfOverlappingFlushesIsKept() {
        Capture capture = Capture.of("legacy-v2");
        int one = capture.perCpu("one");
        int two = capture.perCpu("two");
        capture.flush(one, 0).items(10 * MS).done();
        capture.flush(one, 5 * MS).items(12 * MS).done();
        capture.flush(two, 6 * MS).items(3 * MS).done();
        capture.flush(one, 16 * MS).items(11 * MS).done();
        capture.flush(one, 27 * MS).items(20 * MS).done();
        assertThat(capture.assess().worst()).containsExactly(4, 1, 2);
    }

    @Test
    void percentilesAreExactToThreeDigitsAndNeverBeyondTheLongest() {
        Capture capture = Capture.of("legacy-v2");
        int workqueue = capture.perCpu("a");
        for (long i = 1; i <= 100; i++) {
            capture.flush(workqueue, i * 10 * MS).items(i * 10 * US + 1).done();
        }
        Percentiles lengths = capture.assess().all().flushNanos();
        assertThat(lengths.p50()).isBetween(500_001L, 500_600L);
        assertThat(lengths.p90()).isBetween(900_001L, 901_000L);
        assertThat(lengths.p99()).isBetween(990_001L, 991_000L);
        assertThat(lengths.max()).isEqualTo(1_000_001);
    }

    // kernels and models

    @Test
    void aKernelWithTheActiveListHasNothingToGain() {
        Capture capture = Capture.of("active-list");
        capture.flush(capture.perCpu("a"), 0)
                .items(50 * MS)
                .walk(WalkKind.FIRST, US, 192, 1)
                .done();
        assertThat(verdict(capture).line()).contains("This kernel has the active list.");
        assertThat(verdict(capture).nextStep()).doesNotContain("try a kernel");
        assertThat(capture.assess().all().savedTime()).isEqualTo(Band.zero(TimeKind.MODELLED));
    }

    @Test
    void modelsThatWereNotReplayedAreNotCompared() {
        Capture capture = Capture.of("legacy-v2").models("legacy-v1");
        capture.flush(capture.perCpu("a"), 0)
                .items(50 * MS)
                .walk(WalkKind.FIRST, US, 192, 1)
                .done();
        assertThat(verdict(capture).line()).doesNotContain("active list");
        assertThat(capture.assess().all().savedPoolLocks()).isEqualTo(Range.ZERO);
    }

    @Test
    void countsThatAreRangesPrintAsRanges() {
        Capture capture = Capture.of("legacy-v2");
        capture.flush(capture.perCpu("a"), 0)
                .items(50 * MS)
                .walk(WalkKind.FIRST, US, Range.exactly(192), new Range(3, 4, 5))
                .done();
        Assessment assessment = capture.assess();
        assertThat(assessment.all().savedPoolLocks()).isEqualTo(new Range(187, 188, 189));
        assertThat(assessment.verdict().line()).contains("from 192 to 3..5");
    }

    // grades

    @Test
    void gradesFollowTheEvidence() {
        assertThat(idleLoop(false).assess().verdict().grade()).isEqualTo(Grade.A);
        assertThat(idleLoop(false).withoutWalkProbes().assess().verdict().grade())
                .isEqualTo(Grade.B);
        assertThat(idleLoop(false).withoutReturns().assess().verdict().grade()).isEqualTo(Grade.C);
        assertThat(idleLoop(false).withoutScheduler().assess().verdict().grade())
                .isEqualTo(Grade.C);
        assertThat(idleLoop(false).possibleUnknown().assess().verdict().grade()).isEqualTo(Grade.C);
        assertThat(idleLoop(false)
                        .finding("topology-contradicted", Finding.Severity.WARNING, "another machine's")
                        .assess()
                        .verdict()
                        .grade())
                .isEqualTo(Grade.C);
    }

    @Test
    void aCaptureOfIdleFlushesNeedsNoWorkqueueEvents() {
        Capture capture = idleLoop(false).withoutWorkqueueEvents();
        assertThat(verdict(capture).grade()).isEqualTo(Grade.A);
        capture.flush(0, 26 * MS).items(MS).done();
        assertThat(verdict(capture).grade()).isEqualTo(Grade.D);
    }

    @Test
    void lossThatTouchesAFlushLowersTheGradeAndLossElsewhereDoesNot() {
        Capture touched = idleLoop(false).lost(12, 1);
        touched.flush(0, 26 * MS).other(US).grade(Grade.C).done();
        assertThat(touched.assess().verdict().grade()).isEqualTo(Grade.C);
        Assessment elsewhere = idleLoop(false).lost(12, 1).assess();
        assertThat(elsewhere.verdict().grade()).isEqualTo(Grade.A);
        assertThat(elsewhere.flags())
                .singleElement()
                .satisfies(f -> assertThat(f.text()).isEqualTo("12 events were lost, in 1 place"));
    }

    @Test
    void onlyStampsThatDisturbTheReplayLowerTheGradeOfWhatTheyTouch() {
        assertThat(disordered("clock-disorder", Finding.Severity.WARNING, Grade.C))
                .isEqualTo(Grade.C);
        assertThat(disordered("clock-disorder", Finding.Severity.WARNING, Grade.B))
                .isEqualTo(Grade.A);
        assertThat(disordered("clock-disorder", Finding.Severity.INFO, Grade.C)).isEqualTo(Grade.A);
        assertThat(disordered("rescuer-used", Finding.Severity.WARNING, Grade.C))
                .isEqualTo(Grade.A);
    }

    /** Grade of a capture with a finding and a flush of this grade. */
    private static Grade disordered(String id, Finding.Severity severity, Grade touched) {
        Capture capture = idleLoop(false).finding(id, severity, "seen");
        capture.flush(0, 26 * MS).other(US).grade(touched).done();
        return verdict(capture).grade();
    }
}
