package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.replay.life.LossLog.Gap;
import dev.wqflush.replay.life.Script.Task;
import dev.wqflush.replay.life.Script.Work;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.ReplayResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events that are missing: what betrays them, and what they leave in doubt. */
class LossesTest {
    private final Script script = new Script();
    private final Task a = script.task("a", 1, 0);
    private final Task b = script.task("b", 2, 2);
    private final Task queuer = script.task("queuer", 9, 3);
    private final Task worker = script.worker(1);

    private Work queued(int cpu) {
        Work work = script.perCpu(Script.NAME, cpu);
        queuer.queues(work);
        queuer.doesSomething();
        return work;
    }

    private void idleFlush() {
        a.flushes();
        a.returns();
    }

    private List<String> losses() {
        return losses(script.result());
    }

    private static List<String> losses(ReplayResult result) {
        return result.findings().stream()
                .filter(finding -> finding.id().equals("lost-events"))
                .map(Finding::text)
                .toList();
    }

    private static String betrayed(String contradictions, String losses, int cpu) {
        return "events are missing without a mark: " + contradictions + " at least " + losses + ", the first on CPU "
                + cpu;
    }

    private static final String ONE = "1 contradiction betrays";

    // ---- what betrays a loss

    @Test
    void aWholeCaptureBetraysNone() {
        Work work = queued(1);
        a.flushes();
        a.sleeps();
        worker.runs(work);
        worker.wakes(a);
        a.resumes();
        a.returns();
        assertThat(losses()).isEmpty();
        assertThat(script.result().evidence().lostEvents()).isZero();
    }

    @Test
    void aWorkerThatStartsAnItemInTheMiddleOfAnother() {
        worker.starts(queued(1));
        worker.starts(queued(1));
        assertThat(losses()).containsExactly(betrayed(ONE, "1 loss", 1));
        ReplayResult result = script.result();
        assertThat(result.evidence().lostEvents()).as("nobody counted").isEqualTo(-1);
        assertThat(result.findings().get(0).firstNanos()).isEqualTo(6 * Script.US);
        assertThat(result.findings().get(0).where()).isEqualTo("line 6");
    }

    @Test
    void anItemThatEndsWithoutAStartOnAWorkerThatEndedOneBefore() {
        Work first = queued(1);
        worker.runs(first);
        Work second = queued(1);
        worker.doesSomething();
        worker.ends(second);
        assertThat(losses()).containsExactly(betrayed(ONE, "1 loss", 1));
    }

    @Test
    void aTaskThatRunsThoughNobodyWokeIt() {
        queuer.wakes(b);
        a.sleeps();
        a.resumes();
        assertThat(losses()).containsExactly(betrayed(ONE, "1 loss", 0));
    }

    @Test
    void whereWakingsAreNotRecordedThatIsNone() {
        a.sleeps();
        a.resumes();
        assertThat(losses()).isEmpty();
    }

    /** Preempted, or asleep so that signals wake it, it needs no waking that the capture shows. */
    @Test
    void norIsATaskThatDidNotSleepDeeply() {
        queuer.wakes(b);
        a.leaves(TaskState.INTERRUPTIBLE, 0);
        a.resumes();
        a.leaves(TaskState.RUNNABLE, 0);
        a.resumes();
        assertThat(losses()).isEmpty();
    }

    private void switches(int count) {
        for (int i = 0; i < count; i++) {
            queuer.leaves(TaskState.RUNNABLE, queuer.tid);
        }
    }

    @Test
    void aCpuThatRunsAnotherTaskThanItSwitchedTo() {
        switches(3);
        a.leaves(TaskState.RUNNABLE, 77);
        a.doesSomething();
        assertThat(losses()).containsExactly(betrayed(ONE, "1 loss", 0));
    }

    @Test
    void butNotInATraceThatWasFiltered() {
        switches(2);
        a.leaves(TaskState.RUNNABLE, 77);
        a.doesSomething();
        assertThat(losses())
                .as("one switch in three contradicts the one before")
                .isEmpty();
    }

    @Test
    void aReturnWithoutAnEntry() {
        idleFlush();
        a.doesSomething();
        a.returns();
        assertThat(losses()).containsExactly(betrayed(ONE, "1 loss", 0));
    }

    @Test
    void unlessItWasEnteredBeforeTheCapture() {
        a.returns();
        idleFlush();
        assertThat(losses()).isEmpty();
    }

    /** A flush waits for all items queued before it: what starts after one has returned was queued since it began. */
    @Test
    void anItemThatStartsUnqueuedAfterAFlush() {
        queued(1);
        idleFlush();
        script.pass(2 * CausalOrder.WINDOW_NANOS);
        Work unseen = script.perCpu(Script.NAME, 1);
        worker.starts(unseen);
        assertThat(losses()).containsExactly(betrayed(ONE, "1 loss", 1));
        assertThat(script.result().findings()).extracting(Finding::id).doesNotContain("in-flight-at-start");
    }

    @Test
    void anItemThatSeemsToRunOnAfterAFlushThatWaitedForIt() {
        worker.starts(queued(1));
        idleFlush();
        assertThat(losses()).containsExactly(betrayed(ONE, "1 loss", 1));
    }

    @Test
    void anItemThatNeverStartedWasCancelled() {
        queued(1);
        idleFlush();
        assertThat(losses()).isEmpty();
    }

    /** A worker wakes a task that sleeps as flushers do, outside of a flush as far as is seen. */
    @Test
    void aReleaseThatWakesATaskOutsideOfAFlush() {
        idleFlush();
        a.sleeps();
        worker.runs(queued(1));
        worker.wakes(a);
        assertThat(losses()).containsExactly(betrayed(ONE, "1 loss", 1));
    }

    @Test
    void aTaskThatRanNoItemReleasesNothing() {
        idleFlush();
        a.sleeps();
        b.wakes(a);
        assertThat(losses()).isEmpty();
    }

    @Test
    void aCpuThatTasksAreWokenForAndThatRecordsNothing() {
        a.leaves(TaskState.RUNNABLE, a.tid);
        Task onCpu5 = script.task("x", 50, 5);
        Task onCpu6 = script.task("y", 60, 6);
        a.wakes(onCpu5);
        a.wakes(onCpu6);
        assertThat(losses()).as("once may be a mistake of the scheduler's").isEmpty();
        a.wakes(onCpu5);
        assertThat(losses())
                .containsExactly("CPU 5 records nothing although tasks are woken there: what they did is missing");
        a.wakes(onCpu6);
        assertThat(losses())
                .containsExactly("CPUs 5, 6 record nothing although tasks are woken there: what they did is missing");
        assertThat(script.result().evidence().lostEvents()).isEqualTo(-1);
        onCpu5.doesSomething();
        onCpu6.doesSomething();
        assertThat(losses()).isEmpty();
    }

    /** A capture of wakeups alone cannot show what a CPU does. */
    @Test
    void withoutSwitchesACpuThatRecordsNothingIsNone() {
        Task onCpu5 = script.task("x", 50, 5);
        a.wakes(onCpu5);
        a.wakes(onCpu5);
        assertThat(losses()).isEmpty();
    }

    // ---- marks, and pauses between files

    @Test
    void aMarkExplainsWhatContradictsAroundIt() {
        worker.starts(queued(1));
        script.sink().eventsLost(1, 5, 9);
        worker.starts(queued(1));
        assertThat(losses()).isEmpty();
        assertThat(script.result().evidence().lostEvents()).isEqualTo(5);
    }

    @Test
    void aPauseBetweenFilesDoesToo() {
        worker.starts(queued(1));
        script.nextFile();
        worker.starts(queued(1));
        assertThat(losses()).isEmpty();
    }

    @Test
    void aPauseIsDarkIfEventsContradictEachOtherAcrossIt() {
        LossLog log = new LossLog();
        log.pause(gap(100, 110));
        log.betray(gap(10, 99));
        assertThat(log.dark().next(0)).isEqualTo(WorkItem.NEVER);
        log.betray(gap(50, 105));
        assertThat(log.dark().next(0)).isEqualTo(100);
    }

    private static EventContext anEvent() {
        return new EventContext().set(1, 0, 5, NameTable.NONE, ExecutionContext.TASK, 0, 1);
    }

    /** It lies between the last event of one file and the first of the next, and touches neither. */
    @Test
    void aPauseTouchesNoEvent() {
        LifeTracker tracker = new LifeTracker();
        tracker.captureBegan(new NameTable());
        tracker.otherEvent(anEvent(), NameTable.NONE);
        long last = tracker.end() - LifeTracker.MOMENT_STEP;
        tracker.captureBegan(new NameTable());
        tracker.otherEvent(anEvent(), NameTable.NONE);
        long next = tracker.end() - LifeTracker.MOMENT_STEP;
        tracker.losses().betray(gap(0, last));
        tracker.losses().betray(gap(next, next + 10));
        assertThat(tracker.losses().betrayed()).as("neither is explained").hasSize(2);
        assertThat(tracker.losses().dark().next(0)).isEqualTo(WorkItem.NEVER);
        tracker.losses().betray(gap(last, next));
        assertThat(tracker.losses().betrayed()).as("this one is").hasSize(2);
        assertThat(tracker.losses().dark().next(0)).isEqualTo(last + 1);
    }

    @Test
    void theFirstFileBeginsAfterNoPause() {
        LifeTracker tracker = new LifeTracker();
        tracker.captureBegan(new NameTable());
        tracker.losses().betray(gap(0, LifeTracker.MOMENT_STEP));
        assertThat(tracker.losses().betrayed()).hasSize(1);
    }

    // ---- how many, and where

    private static Gap gap(long from, long to) {
        return new Gap(0, from, to, 0, 0);
    }

    private static Doubt doubt(Gap... gaps) {
        LossLog log = new LossLog();
        for (Gap gap : gaps) {
            log.betray(gap);
        }
        return new Doubt(log);
    }

    @Test
    void contradictionsThatOneLossExplainsAreOne() {
        assertThat(doubt(gap(10, 20), gap(15, 30), gap(18, 19)).losses()).isEqualTo(1);
        assertThat(doubt(gap(10, 20), gap(20, 30)).losses()).as("both at 20").isEqualTo(1);
        assertThat(doubt(gap(10, 20), gap(21, 30)).losses()).isEqualTo(2);
        assertThat(doubt(gap(10, 40), gap(11, 12), gap(30, 31)).losses()).isEqualTo(2);
        assertThat(doubt().losses()).isZero();
    }

    private static String doubtful(Doubt doubt, boolean fromStart) {
        Moments moments = doubt.about(new FlushProofs(List.of()), fromStart);
        StringBuilder text = new StringBuilder();
        for (long at = 0; at < 100; at += 10) {
            text.append(moments.touch(at, at) ? 'x' : '.');
        }
        return text.toString();
    }

    /** No flush ends the doubt here. */
    @Test
    void doubtBeginsWithTheLossOrAsFarBeforeAsLossesLieApart() {
        assertThat(doubtful(doubt(), false)).isEqualTo("..........");
        assertThat(doubtful(doubt(), true)).isEqualTo("xxxxxxxxxx");
        assertThat(doubtful(doubt(gap(30, 35)), false)).isEqualTo("...xxxxxxx");
        assertThat(doubtful(doubt(gap(40, 45), gap(60, 60)), false))
                .as("20 apart")
                .isEqualTo("..xxxxxxxx");
    }

    @Test
    void threeLossesLieHalfAsFarApartAsTheFirstAndTheLast() {
        Doubt doubt = doubt(gap(1_000, 1_010), gap(1_100, 1_110), gap(1_200, 1_210));
        assertThat(doubt.about(proofs(), false).next(0)).isEqualTo(895);
    }

    @Test
    void doubtGoesAsFarBeyondTheLastLoss() {
        Doubt doubt = doubt(gap(1_000, 1_010), gap(1_100, 1_110));
        assertThat(doubt.about(proofs(1_150, 1_160, 1_230, 1_240), false).next(1_200))
                .as("the flush that began meanwhile may have missed what was lost after it")
                .isEqualTo(1_200);
    }

    @Test
    void aLossLiesWhereAllThatItExplainsOverlap() {
        assertThat(doubt(gap(100, 150), gap(140, 160)).about(proofs(), false).next(0))
                .isEqualTo(140);
    }

    // ---- what is in doubt, and until when

    @Test
    void aFlushInDoubtIsGradeCAndAWalkInDoubtMayVisitAnyPwqOfAnOnlineCpu() {
        queuer.queues(script.perCpu("other", 1));
        queuer.leaves(TaskState.RUNNABLE, queuer.tid);
        idleFlush();
        a.doesSomething();
        script.sink().eventsLost(0, 1, 9);
        a.doesSomething();
        idleFlush();
        idleFlush();
        idleFlush();
        ReplayResult result = script.result();
        assertThat(result.flushes()).extracting(FlushResult::grade).containsExactly(Grade.B, Grade.C, Grade.B, Grade.B);
        assertThat(lists())
                .as("what was queued since the walk in doubt too")
                .containsExactly("list 0", "list 0..4", "list 0..4", "list 0");
    }

    @Test
    void anItemFromBeforeTheCaptureWhoseFunctionRunsOnSeveralWorkqueuesMayBeOfEach() {
        Work stray = script.perCpu("either", 1);
        worker.runs(stray);
        worker.leaves(TaskState.IDLE, 0);
        queuer.queues(script.perCpu("other", 1));
        worker.resumes();
        worker.runs(queued(1));
        idleFlush();
        idleFlush();
        idleFlush();
        assertThat(lists()).containsExactly("list 0..4", "list 0..4", "list 0");
    }

    @Test
    void butNotOfOneThatWasFlushedBeforeItStarted() {
        queuer.queues(script.perCpu("other", 1));
        worker.runs(queued(1));
        idleFlush();
        worker.runs(script.perCpu("either", 1));
        idleFlush();
        assertThat(lists()).containsExactly("list 1", "list 0");
    }

    private List<String> lists() {
        return Script.walks(script.result()).stream()
                .map(walk -> walk.substring(walk.indexOf("list")))
                .toList();
    }

    @Test
    void anItemWhoseEndIsMissingLeavesBetweenItsStartAndWhatItsWorkerDoesNext() {
        Work first = queued(1);
        worker.starts(first);
        a.flushes();
        a.sleeps();
        worker.starts(queued(1));
        script.result();
        assertThat(script.explainedWalk(1))
                .contains("leaves between @3 (its start, for its end is missing: R1) and @8 (its worker does something"
                        + " else: R1)");
    }

    // ---- what flushes prove

    private static FlushProofs proofs(long... beginsAndEnds) {
        Script script = new Script();
        Task a = script.task("a", 1, 0);
        List<FlushCall> calls = new ArrayList<>();
        for (int i = 0; i < beginsAndEnds.length; i += 2) {
            FlushCall call = new FlushCall(a.event(), new Moment(beginsAndEnds[i], 0), 0, 0);
            call.ended = new Moment(beginsAndEnds[i + 1], 0);
            calls.add(call);
        }
        return new FlushProofs(calls);
    }

    @Test
    void theEarliestReturnOfAFlushBegunSinceProvesARelease() {
        FlushProofs proofs = proofs(10, 50, 20, 30, 40, 60);
        assertThat(proofs.releasedBy(5)).isEqualTo(30);
        assertThat(proofs.releasedBy(10)).isEqualTo(30);
        assertThat(proofs.releasedBy(20)).isEqualTo(60);
        assertThat(proofs.releasedBy(40)).isEqualTo(WorkItem.NEVER);
    }

    @Test
    void theLatestBeginOfAFlushThatIsOverProvesAQueueing() {
        FlushProofs proofs = proofs(10, 50, 20, 30, 40, 60);
        assertThat(proofs.queuedFrom(30)).isZero();
        assertThat(proofs.queuedFrom(31)).isEqualTo(20);
        assertThat(proofs.queuedFrom(55)).isEqualTo(20);
        assertThat(proofs.queuedFrom(61)).isEqualTo(40);
    }

    @Test
    void flushesProveTheSameInWhateverOrderTheyEnd() {
        FlushProofs proofs = proofs(10, 20, 15, 100, 40, 50);
        assertThat(proofs.queuedFrom(60)).isEqualTo(40);
        assertThat(proofs.queuedFrom(30)).isEqualTo(10);
    }

    /** Its walk is all that shows when it was in progress. */
    @Test
    void aFlushWhoseEntryIsNotSeenProvesNothing() {
        FlushCall call = new FlushCall(script.task("a", 1, 0).event(), new Moment(10, 0), 0, 0);
        call.ended = new Moment(20, 0);
        call.entrySeen = false;
        FlushProofs proofs = new FlushProofs(List.of(call));
        assertThat(proofs.queuedFrom(30)).isZero();
        assertThat(proofs.releasedBy(5)).isEqualTo(WorkItem.NEVER);
    }

    // ---- moments

    private static final Moments SOME = Moments.of(List.of(gap(30, 40), gap(10, 20), gap(15, 25)));

    @Test
    void rangesThatTouchAreOne() {
        assertThat(SOME.next(0)).isEqualTo(10);
        assertThat(SOME.next(22)).isEqualTo(22);
        assertThat(SOME.next(25)).isEqualTo(25);
        assertThat(SOME.next(26)).isEqualTo(30);
        assertThat(SOME.next(41)).isEqualTo(WorkItem.NEVER);
        assertThat(SOME.touch(26, 29)).isFalse();
        assertThat(SOME.touch(26, 30)).isTrue();
        assertThat(SOME.and(24, 31).next(26)).isEqualTo(26);
        assertThat(SOME.until(end -> end + 4).next(29)).isEqualTo(29);
    }

    @Test
    void aRangeWithinAnotherAddsNothing() {
        assertThat(Moments.of(List.of(gap(0, 30), gap(5, 20))).next(25)).isEqualTo(25);
    }

    /** Memory stays bounded: what is too much goes into the last one. */
    @Test
    void tooManyGapsAreOne() {
        LossLog log = new LossLog();
        int many = (1 << 14) + 3;
        for (int i = 0; i < many; i++) {
            log.darken(gap(10L * i, 10L * i + 1));
        }
        Moments dark = log.dark();
        long last = 10L * (1 << 14) - 10;
        assertThat(dark.touch(last - 5, last - 5)).isFalse();
        assertThat(dark.touch(last + 5, last + 5)).isTrue();
        assertThat(dark.next(10L * many)).isEqualTo(WorkItem.NEVER);
    }
}
