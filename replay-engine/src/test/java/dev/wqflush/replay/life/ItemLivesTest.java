package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.LockFlags;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.replay.life.Script.Task;
import dev.wqflush.replay.life.Script.Work;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * From when to when an item counts as in flight: a pwq is listed for a walk if it had one since the walk before. Walks
 * are seen by probes here, and made by flushers that queue behind one that waits all the time for a long item on
 * another pwq; so they prove nothing of the items, and always visit that pwq too.
 */
class ItemLivesTest {
    private static final String NOT_LISTED = "list 1";
    private static final String LISTED = "list 2";
    private static final String BOTH_LISTED = "list 3";
    private static final String EITHER = "list 1..2";

    private final Script script = new Script();
    private final Task a = script.task("a", 1, 0);
    private final Task queuer = script.task("queuer", 9, 3);
    private final Task worker = script.worker(1);
    private final Work work = script.perCpu(Script.NAME, 1);
    private int flushers;

    @BeforeEach
    void aFlusherWaitsForALongItem() {
        Work longItem = script.perCpu(Script.NAME, 0).running("long");
        queuer.queues(longItem);
        script.worker(0).starts(longItem);
        queuer.doesSomething();
        a.flushes();
        a.walks(0, 1);
        a.walked(1);
        a.sleeps();
    }

    /** Another flusher that walks and queues. */
    private void flush() {
        flushers++;
        Task flusher = script.task("f" + flushers, 100 + flushers, 0);
        flusher.flushes();
        flusher.walks(-1, flushers + 1);
        flusher.walked(0);
        flusher.sleeps();
    }

    /** One that is the first on an unbound workqueue. */
    private void flushUnbound() {
        Task flusher = script.task("u", 99, 0);
        flusher.flushes(0x300, "u");
        flusher.walks(0, 1);
        flusher.walked(1);
        flusher.sleeps();
    }

    /** What the last walks visited, oldest first. */
    private List<String> lists(int walks) {
        List<String> all = Script.walks(script.result());
        return all.subList(all.size() - walks, all.size()).stream()
                .map(walk -> walk.substring(walk.indexOf("list")))
                .toList();
    }

    private void queued() {
        queuer.queues(work);
        queuer.doesSomething();
    }

    // ---- queueing

    @Test
    void anItemListsItsPwqForTheNextWalk() {
        queued();
        worker.runs(work);
        worker.doesSomething();
        flush();
        flush();
        assertThat(lists(2)).containsExactly(LISTED, NOT_LISTED);
    }

    /** The count goes up after the event, before the next event of the CPU. */
    @Test
    void anItemIsQueuedBetweenItsEventAndTheNextOneOfItsCpu() {
        queuer.queues(work);
        flush();
        queuer.doesSomething();
        assertThat(lists(1)).containsExactly(EITHER);
    }

    @Test
    void anEventOfAnotherCpuDoesNotEndTheQueueing() {
        queuer.queues(work);
        worker.doesSomething();
        flush();
        queuer.doesSomething();
        assertThat(lists(1)).containsExactly(EITHER);
    }

    @Test
    void anItemThatIsStillInFlightStaysListed() {
        queued();
        worker.starts(work);
        flush();
        flush();
        assertThat(lists(2)).containsExactly(LISTED, LISTED);
        WalkCounts last = lastOfActiveList();
        assertThat(last.kept()).isEqualTo(2);
        assertThat(last.dropped()).isZero();
    }

    private WalkCounts lastOfActiveList() {
        ReplayResult result = script.result();
        List<WalkCounts> counts = result.walks().get(result.walks().size() - 1).counts();
        return counts.get(counts.size() - 1);
    }

    // ---- release

    /** The count goes down after the end's event, before the next event of the worker (R1). */
    @Test
    void anItemIsReleasedBetweenItsEndAndTheNextEventOfItsWorker() {
        queued();
        worker.runs(work);
        flush();
        flush();
        worker.doesSomething();
        assertThat(lists(2)).containsExactly(LISTED, EITHER);
    }

    @Test
    void aWorkerThatSpinsRightAfterItsItemHoldsItUntilItGetsTheLock() {
        queued();
        worker.runs(work);
        worker.at(1).waitsFor(0x88, LockFlags.SPIN);
        flush();
        flush();
        worker.gets(0x88);
        worker.doesSomething();
        flush();
        assertThat(lists(3)).containsExactly(LISTED, LISTED, LISTED);
    }

    /** Deeper in, or without another lock before, it spins for something else: the item is gone. */
    @Test
    void aWorkerThatSpinsElsewhereReleasedItsItemBefore() {
        queued();
        worker.runs(work);
        worker.at(2).waitsFor(0x88, LockFlags.SPIN);
        flush();
        flush();
        worker.gets(0x88);
        assertThat(lists(2)).containsExactly(LISTED, NOT_LISTED);
    }

    @Test
    void aWorkerThatWaitsForAMutexReleasedItsItemBefore() {
        queued();
        worker.runs(work);
        worker.waitsFor(0x99, LockFlags.MUTEX);
        flush();
        flush();
        assertThat(lists(2)).containsExactly(LISTED, NOT_LISTED);
    }

    @Test
    void aWorkerThatWaitsForAnotherKindOfLockReleasedItsItemBefore() {
        queued();
        worker.runs(work);
        worker.waitsFor(0x99, LockFlags.WRITE);
        flush();
        flush();
        assertThat(lists(2)).containsExactly(LISTED, NOT_LISTED);
    }

    @Test
    void andItDoesSoAtAnyDepth() {
        queued();
        worker.runs(work);
        worker.at(1).waitsFor(0x99, LockFlags.READ);
        flush();
        flush();
        assertThat(lists(2)).containsExactly(LISTED, NOT_LISTED);
    }

    @Test
    void theEndOfAWaitForALockProvesTheReleaseToo() {
        queued();
        worker.runs(work);
        worker.gets(0x99);
        flush();
        flush();
        assertThat(lists(2)).containsExactly(LISTED, NOT_LISTED);
    }

    /** A preempted worker may still hold its item; one that sleeps does not. */
    @Test
    void aWorkerThatIsPreemptedMayHoldItsItem() {
        queued();
        worker.runs(work);
        worker.leaves(TaskState.RUNNABLE, 0);
        flush();
        flush();
        worker.resumes();
        worker.doesSomething();
        assertThat(lists(2)).containsExactly(LISTED, EITHER);
    }

    @Test
    void aWorkerThatSleepsReleasedItsItemBefore() {
        queued();
        worker.runs(work);
        worker.leaves(TaskState.IDLE, 0);
        flush();
        flush();
        assertThat(lists(2)).containsExactly(LISTED, NOT_LISTED);
    }

    @Test
    void anInterruptOnTopOfTheWorkerProvesNothing() {
        queued();
        worker.runs(work);
        worker.in(ExecutionContext.HARDIRQ).doesSomething();
        flush();
        flush();
        worker.doesSomething();
        assertThat(lists(2)).containsExactly(LISTED, EITHER);
    }

    // ---- BH

    @Test
    void aBhItemIsReleasedByTheNextEventOfItsCpu() {
        Task softirq = queuer.in(ExecutionContext.SOFTIRQ);
        queued();
        softirq.starts(work);
        softirq.ends(work);
        flush();
        flush();
        assertThat(lists(2)).containsExactly(LISTED, EITHER);
    }

    @Test
    void theTaskBelowASoftirqProvesThatItIsOver() {
        Task softirq = queuer.in(ExecutionContext.SOFTIRQ);
        queued();
        softirq.starts(work);
        softirq.ends(work);
        queuer.doesSomething();
        flush();
        flush();
        assertThat(lists(2)).containsExactly(LISTED, NOT_LISTED);
    }

    @Test
    void anInterruptInASoftirqProvesNothing() {
        Task softirq = queuer.in(ExecutionContext.SOFTIRQ);
        queued();
        softirq.starts(work);
        softirq.ends(work);
        queuer.in(ExecutionContext.HARDIRQ).doesSomething();
        queuer.in(ExecutionContext.NMI).doesSomething();
        flush();
        flush();
        queuer.doesSomething();
        assertThat(lists(2)).containsExactly(LISTED, EITHER);
    }

    // ---- cancelled items

    /** First in, first out: one that starts proves that those before it on the pwq are gone. */
    @Test
    void anItemOvertakenOnItsPwqIsGone() {
        queued();
        queuer.activates(work);
        Work later = script.perCpu(Script.NAME, 1);
        queuer.queues(later);
        queuer.doesSomething();
        queuer.activates(later);
        worker.runs(later);
        worker.doesSomething();
        flush();
        flush();
        assertThat(lists(2)).containsExactly(LISTED, NOT_LISTED);
    }

    @Test
    void anItemOvertakenOnAnotherPwqProvesNothing() {
        queued();
        queuer.activates(work);
        Work elsewhere = script.perCpu(Script.NAME, 2);
        Task otherWorker = script.worker(2);
        queuer.queues(elsewhere);
        queuer.doesSomething();
        queuer.activates(elsewhere);
        otherWorker.runs(elsewhere);
        otherWorker.doesSomething();
        flush();
        flush();
        assertThat(lists(2)).containsExactly(BOTH_LISTED, LISTED);
    }

    /** Where max_active holds items back, it is their activation that is in order. */
    @Test
    void anActivatedItemIsOvertakenByAStartOnly() {
        queued();
        queuer.activates(work);
        Work later = script.perCpu(Script.NAME, 1);
        queuer.queues(later);
        queuer.activates(later);
        flush();
        flush();
        assertThat(lists(2)).containsExactly(LISTED, LISTED);
    }

    @Test
    void anItemThatIsNotActivatedIsOvertakenByAnActivation() {
        queued();
        Work later = script.perCpu(Script.NAME, 1);
        queuer.queues(later);
        queuer.activates(later);
        worker.starts(later);
        flush();
        worker.ends(later);
        worker.doesSomething();
        flush();
        flush();
        assertThat(lists(3)).containsExactly(LISTED, LISTED, NOT_LISTED);
    }

    /** {@code mod_delayed_work}: the same item again, though it never ran. */
    @Test
    void anItemQueuedAgainBeforeItRanLeftBefore() {
        queued();
        Work moved = new Work(work.address(), "fn", Script.NAME, 2, 2);
        queuer.queues(moved);
        queuer.doesSomething();
        flush();
        flush();
        assertThat(lists(2)).containsExactly(BOTH_LISTED, LISTED);
    }

    @Test
    void anItemQueuedAgainWhileItRunsStaysUntilItEnds() {
        queued();
        worker.starts(work);
        queuer.queues(work);
        queuer.doesSomething();
        flush();
        worker.ends(work);
        worker.runs(work);
        worker.doesSomething();
        flush();
        flush();
        assertThat(lists(3)).containsExactly(LISTED, LISTED, NOT_LISTED);
    }

    // ---- barriers

    /** A barrier behind an item keeps its pwq in flight until the barrier has run. */
    @Test
    void aBarrierProlongsTheItemBeforeIt() {
        queued();
        worker.runs(work);
        worker.startsBarrier();
        flush();
        worker.endsBarrier();
        worker.doesSomething();
        flush();
        flush();
        assertThat(lists(3)).containsExactly(LISTED, LISTED, NOT_LISTED);
    }

    // ---- which pwq

    @Test
    void delayedWorkGoesToThePwqOfTheCpuWhoseTimerQueuedIt() {
        Work delayed = new Work(0x9, "fn", Script.NAME, 8192, 1);
        queued();
        queuer.queues(delayed);
        queuer.doesSomething();
        flush();
        assertThat(lists(1)).containsExactly(LISTED);
    }

    /** CPUs 0 and 1 share a pool, 2 and 3 another one, and the rest the default pool. */
    @Test
    void anUnboundItemForNoCpuGoesToThePwqOfTheCpuThatQueuedIt() {
        Task onNode0 = script.task("x", 11, 1);
        onNode0.queues(script.unbound("u"));
        onNode0.doesSomething();
        queuer.queues(script.unbound("u"));
        queuer.doesSomething();
        flushUnbound();
        ReplayResult result = script.result();
        List<WalkCounts> counts = result.walks().get(1).counts();
        assertThat(counts)
                .extracting(WalkCounts::visits)
                .as("pwqs of v0, v1, v2 and those listed")
                .containsExactly(Range.exactly(3), Range.exactly(9), Range.exactly(9), Range.exactly(2));
        assertThat(counts)
                .extracting(WalkCounts::poolLocks)
                .containsExactly(Range.exactly(3), Range.exactly(9), Range.exactly(3), Range.exactly(2));
    }

    private void unboundOn(Task task, Work item) {
        task.queues(item);
        task.doesSomething();
    }

    /** Non-reentrancy: an unbound item queued while it runs goes where it runs. */
    @Test
    void anUnboundItemThatRunsIsQueuedWhereItRuns() {
        Task onNode0 = script.task("x", 11, 1);
        Work item = script.unbound("u");
        unboundOn(onNode0, item);
        script.unboundWorker(8, 1).starts(item);
        unboundOn(queuer, item);
        flushUnbound();
        assertThat(lists(1)).containsExactly("list 1");
    }

    /** But within its pool it goes to the pwq of the CPU that queues it. */
    @Test
    void anUnboundItemThatRunsInTheSamePoolIsQueuedWhereItIsMeantToBe() {
        Work item = script.unbound("u");
        unboundOn(script.task("x", 11, 1), item);
        script.unboundWorker(8, 1).starts(item);
        unboundOn(script.task("y", 12, 0), item);
        flushUnbound();
        assertThat(lists(1)).containsExactly("list 2");
    }

    @Test
    void aPerCpuItemThatRunsIsQueuedWhereItIsMeantToBe() {
        Work item = script.perCpu(Script.NAME, 1);
        queuer.queues(item);
        worker.starts(item);
        queuer.queues(new Work(item.address(), "fn", Script.NAME, 2, 2));
        queuer.doesSomething();
        flush();
        assertThat(lists(1)).containsExactly(BOTH_LISTED);
    }

    // ---- in flight at the start

    @Test
    void anItemQueuedBeforeTheCaptureBelongsToTheWorkqueueOfItsFunction() {
        Work before = new Work(0x77, "fn", Script.NAME, 1, 1);
        worker.starts(before);
        queued();
        flush();
        worker.ends(before);
        worker.runs(work);
        worker.doesSomething();
        assertThat(lists(2)).containsExactly("list 1..4", "list 1..4");
        assertThat(script.result().findings())
                .filteredOn(finding -> finding.id().equals("in-flight-at-start"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text())
                        .isEqualTo("1 items started that were queued before the capture began"));
    }

    /** Which of the two was in use before the capture is not known, so each may have been. */
    @Test
    void aFunctionOfTwoWorkqueuesTellsNeither() {
        Work before = new Work(0x77, "fn", Script.NAME, 2, 2);
        script.worker(2).starts(before);
        queued();
        queuer.queues(script.perCpu("elsewhere", 1));
        queuer.doesSomething();
        flush();
        assertThat(lists(2)).containsExactly("list 0..4", "list 0..4");
    }

    /** It was in use before the capture, so any pwq may be listed until a flush that began since has returned. */
    @Test
    void anEndWithoutAStartIsOfAnItemThatRanWhenTheCaptureBegan() {
        worker.ends(work);
        queued();
        flush();
        assertThat(lists(1)).containsExactly("list 0..4");
    }
}
