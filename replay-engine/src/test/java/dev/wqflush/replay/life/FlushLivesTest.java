package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.LockFlags;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.replay.life.Script.Task;
import dev.wqflush.replay.life.Script.Work;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a flush goes through the protocol, and what its task's own events say of its parts. */
class FlushLivesTest {
    private final Script script = new Script();
    private final Task a = script.task("a", 1, 0);
    private final Task b = script.task("b", 2, 2);
    private final Task queuer = script.task("queuer", 9, 3);
    private final Task worker = script.worker(1);

    private List<String> walks() {
        return Script.walks(script.result());
    }

    private List<String> flushes() {
        return Script.flushes(script.result());
    }

    private static FlushResult flush(ReplayResult result, int number) {
        return result.flushes().get(number - 1);
    }

    /** An item whose queueing is over. */
    private Work queued() {
        Work work = script.perCpu(Script.NAME, 1);
        queuer.queues(work);
        queuer.doesSomething();
        return work;
    }

    /** The worker runs the item, releases it and so wakes the flusher. */
    private void completes(Work work, Task flusher) {
        worker.runs(work);
        worker.wakes(flusher);
        flusher.resumes();
    }

    // ---- paths

    @Test
    void aFlushOfAnIdleWorkqueueReturnsAtOnce() {
        a.flushes();
        a.doesSomething();
        a.returns();
        script.task("other", 7, 1).leaves(TaskState.RUNNABLE, 0);
        assertThat(flushes()).containsExactly("a idle, colour 0: mutex 0, walk 0, items 0, wakeup 0, other 2");
        assertThat(walks()).containsExactly("first by a in 1, arms 0 in vain, stamps 1, list 0");
    }

    @Test
    void aFlushSleepsUntilTheItemsBeforeItHaveEnded() {
        Work work = queued();
        a.flushes();
        a.sleeps();
        completes(work, a);
        a.returns();
        ReplayResult result = script.result();
        assertThat(Script.flushes(result))
                .containsExactly("a first, colour 0: mutex 0, walk 0, items 3, wakeup 1, other 2");
        assertThat(Script.walks(result)).containsExactly("first by a in 1, arms 0, stamps 1, list 1");
        FlushResult flush = flush(result, 1);
        assertThat(flush.awaited()).isEqualTo(new AwaitedItem("fn", 1, Script.US, 5 * Script.US, 6 * Script.US, 5));
        assertThat(flush.startNanos()).isEqualTo(3 * Script.US);
        assertThat(flush.endNanos()).isEqualTo(9 * Script.US);
        assertThat(flush.ended()).isTrue();
        assertThat(flush.endSeen()).isTrue();
        assertThat(flush.walks()).isEqualTo(1);
        assertThat(flush.tid()).isEqualTo(1);
        assertThat(flush.cpu()).isZero();
        assertThat(flush.position()).isEqualTo(3);
    }

    @Test
    void aFlusherThatFindsAnotherOneQueuesAndIsArmedForByItsCascade() {
        Work first = queued();
        a.flushes();
        a.sleeps();
        Work second = queued();
        b.flushes();
        b.sleeps();
        completes(first, a);
        a.returns();
        completes(second, b);
        b.returns();
        assertThat(walks())
                .containsExactly(
                        "first by a in 1, arms 0, stamps 1, list 1",
                        "queued by b in 2, stamps 2, list 1",
                        "cascade by a in 1, arms 1, list 1");
        assertThat(flushes())
                .containsExactly(
                        "a first, colour 0: mutex 0, walk 0, items 7, wakeup 1, other 2",
                        "b queued, colour 1: mutex 0, walk 0, items 8, wakeup 1, other 2");
        assertThat(script.result().flushes())
                .extracting(FlushResult::flushersAtEntry)
                .containsExactly(1, 2);
    }

    @Test
    void aQueuedFlusherWithoutItemsIsWokenByTheCascade() {
        Work work = queued();
        a.flushes();
        a.sleeps();
        b.flushes();
        b.sleeps();
        completes(work, a);
        a.wakes(b);
        a.returns();
        b.resumes();
        b.returns();
        ReplayResult result = script.result();
        assertThat(Script.walks(result))
                .containsExactly(
                        "first by a in 1, arms 0, stamps 1, list 1",
                        "queued by b in 2, stamps 2, list 1",
                        "cascade by a in 1, arms 1 in vain, list 1");
        assertThat(flush(result, 2).awaited())
                .as("the item of the first flusher")
                .isNotNull();
        assertThat(flush(result, 2).path()).isEqualTo(FlushPath.QUEUED);
        assertThat(flush(result, 1).walks()).isEqualTo(2);
    }

    /** The sixteenth flusher finds no colour; it and those after it share the next one. */
    @Test
    void flushersThatFindAllColoursTakenShareTheNextOne() {
        Work work = queued();
        List<Task> flushers = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            Task flusher = script.task("f" + i, 20 + i, 2);
            flushers.add(flusher);
            flusher.flushes();
            flusher.sleeps();
        }
        Task first = flushers.get(0);
        completes(work, first);
        for (Task other : flushers.subList(1, 17)) {
            first.wakes(other);
        }
        for (Task flusher : flushers) {
            flusher.returns();
        }
        ReplayResult result = script.result();
        assertThat(result.flushes().subList(15, 17))
                .extracting(FlushResult::path)
                .containsOnly(FlushPath.OVERFLOW);
        assertThat(result.flushes().subList(1, 15))
                .extracting(FlushResult::path)
                .containsOnly(FlushPath.QUEUED);
        assertThat(flush(result, 17).flushersAtEntry()).isEqualTo(17);
        List<String> walks = Script.walks(result);
        assertThat(walks).hasSize(1 + 14 + 1 + 15);
        assertThat(walks.subList(0, 2))
                .containsExactly("first by f0 in 1, arms 0, stamps 1, list 1", "queued by f1 in 2, stamps 2, list 1");
        assertThat(walks.get(15)).isEqualTo("overflow by f0 in 1, stamps 0, list 1");
        assertThat(walks.subList(16, 31))
                .allMatch(walk -> walk.startsWith("cascade by f0 in 1, arms ") && walk.contains(" in vain"));
        assertThat(walks.get(30)).contains("arms 15 ");
    }

    @Test
    void coloursOfItemsDecideWhereNoSchedulerEventDoes() {
        Work work = queued();
        a.flushes();
        worker.runs(work);
        worker.doesSomething();
        a.returns();
        b.flushes();
        b.returns();
        assertThat(walks())
                .containsExactly(
                        "first by a in 1, arms 0, stamps 1, list 1",
                        "first by b in 2, arms 1 in vain, stamps 2, list 0..1");
    }

    // ---- flushes without end

    @Test
    void aFlushWithoutEndLastsToTheEndOfTheCaptureAndNamesWhatItWaitsFor() {
        queued();
        Work running = queued();
        worker.starts(running);
        a.flushes();
        a.sleeps();
        queued();
        ReplayResult result = script.result();
        FlushResult flush = flush(result, 1);
        assertThat(Script.flushes(result))
                .containsExactly("a first, colour 0: mutex 0, walk 0, items 2, wakeup 0, other 1");
        assertThat(flush.ended()).isFalse();
        assertThat(flush.endSeen()).isFalse();
        assertThat(flush.endNanos()).isEqualTo(9 * Script.US);
        assertThat(flush.awaited()).isEqualTo(new AwaitedItem("fn", 1, 3 * Script.US, 5 * Script.US, -1, 5));
    }

    @Test
    void aFlushWithoutEndWaitsForTheOldestItemIfNoneRuns() {
        queued();
        queued();
        a.flushes();
        a.sleeps();
        assertThat(flush(script.result(), 1).awaited()).isEqualTo(new AwaitedItem("fn", -1, Script.US, -1, -1, 1));
    }

    @Test
    void aFlushThatHasNothingToWaitForNamesNothing() {
        Work work = queued();
        worker.runs(work);
        worker.doesSomething();
        a.flushes();
        assertThat(flush(script.result(), 1).awaited()).isNull();
    }

    /** No return probe: the flush goes to the last thing its task did in it. */
    @Test
    void aFlushWithoutReturnEndsWithItsTasksLastEventInIt() {
        Work work = queued();
        a.flushes();
        a.sleeps();
        completes(work, a);
        a.queues(script.perCpu("elsewhere", 0));
        a.doesSomething();
        FlushResult flush = flush(script.result(), 1);
        assertThat(flush.ended()).isTrue();
        assertThat(flush.endSeen()).isFalse();
        assertThat(flush.endNanos()).isEqualTo(9 * Script.US);
    }

    @Test
    void aFlushWithoutReturnEndsWhenItsTaskFlushesAgain() {
        a.flushes();
        a.doesSomething();
        a.flushes();
        a.doesSomething();
        a.returns();
        ReplayResult result = script.result();
        assertThat(result.flushes()).hasSize(2);
        assertThat(flush(result, 1).ended()).isTrue();
        assertThat(flush(result, 1).endSeen()).isFalse();
        assertThat(flush(result, 2).startNanos()).isEqualTo(3 * Script.US);
    }

    // ---- the mutex

    @Test
    void waitingForTheMutexIsNoWaitingForItems() {
        a.flushes();
        a.waitsForMutex();
        a.sleeps();
        queuer.wakes(a);
        a.resumes();
        a.getsMutex();
        a.doesSomething();
        a.returns();
        assertThat(flushes()).containsExactly("a idle, colour 0: mutex 4, walk 0, items 0, wakeup 0, other 3");
    }

    @Test
    void aMutexWaitThatBeginsTwiceEndsOnce() {
        a.flushes();
        a.waitsFor(Script.WQ_MUTEX, LockFlags.MUTEX | LockFlags.SPIN);
        a.waitsForMutex();
        a.getsMutex();
        a.returns();
        assertThat(flushes()).containsExactly("a idle, colour 0: mutex 2, walk 0, items 0, wakeup 0, other 2");
    }

    @Test
    void aWaitForAnyOtherLockIsNoMutexWait() {
        a.flushes();
        a.waitsFor(0x77, LockFlags.SPIN);
        a.gets(0x77);
        a.waitsFor(0x78, LockFlags.READ);
        a.gets(0x78);
        a.waitsFor(Script.WQ_MUTEX, LockFlags.MUTEX);
        a.gets(0x79);
        a.returns();
        assertThat(flushes()).containsExactly("a idle, colour 0: mutex 0, walk 0, items 0, wakeup 0, other 7");
    }

    /** The one who waited longer for the mutex walks later, though it entered earlier. */
    @Test
    void flushersWalkInTheOrderInWhichTheyHeldTheMutex() {
        Work work = queued();
        a.flushes();
        a.waitsForMutex();
        b.flushes();
        b.sleeps();
        a.getsMutex();
        a.sleeps();
        completes(work, b);
        b.wakes(a);
        b.returns();
        a.resumes();
        a.returns();
        assertThat(walks())
                .containsExactly(
                        "first by b in 2, arms 0, stamps 1, list 1",
                        "queued by a in 1, stamps 2, list 1",
                        "cascade by b in 2, arms 1 in vain, list 1");
        assertThat(flushes())
                .containsExactly(
                        "a queued, colour 1: mutex 3, walk 0, items 5, wakeup 2, other 3",
                        "b first, colour 0: mutex 0, walk 0, items 5, wakeup 1, other 3");
    }

    @Test
    void aFlusherThatWaitsForTheMutexAgainCascadesWhenItGetsIt() {
        Work work = queued();
        a.flushes();
        a.sleeps();
        worker.runs(work);
        worker.wakes(a);
        a.resumes();
        a.waitsForMutex();
        b.flushes();
        b.sleeps();
        a.getsMutex();
        a.wakes(b);
        a.returns();
        b.resumes();
        b.returns();
        assertThat(walks())
                .containsExactly(
                        "first by a in 1, arms 0, stamps 1, list 1",
                        "queued by b in 2, stamps 2, list 1",
                        "cascade by a in 1, arms 1 in vain, list 0");
        assertThat(flushes().get(0)).contains("mutex 3");
    }

    /** Without lock events two sleeps of a flush can only be one for the mutex and one for items. */
    @Test
    void withoutLockEventsTheFirstOfTwoSleepsIsForTheMutex() {
        Work work = queued();
        b.flushes();
        a.flushes();
        a.sleeps();
        b.wakes(a);
        a.resumes();
        b.sleeps();
        a.sleeps();
        completes(work, b);
        b.wakes(a);
        b.returns();
        a.resumes();
        a.returns();
        assertThat(flushes())
                .containsExactly(
                        "b first, colour 0: mutex 0, walk 0, items 4, wakeup 1, other 7",
                        "a queued, colour 1: mutex 2, walk 0, items 5, wakeup 2, other 4");
    }

    @Test
    void withLockEventsASecondSleepIsNoMutexWait() {
        Work work = queued();
        queuer.waitsForMutex();
        a.flushes();
        a.sleeps();
        queuer.wakes(a);
        a.resumes();
        a.sleeps();
        completes(work, a);
        a.returns();
        assertThat(flushes().get(0)).startsWith("a first, colour 0: mutex 0, walk 0, items 1, ");
    }

    /** The first or last event of a capture. */
    private static void bystander(Script script, boolean lockEvent) {
        Task bystander = script.task("bystander", 8, 1);
        if (lockEvent) {
            bystander.waitsFor(0x99, LockFlags.MUTEX);
        } else {
            bystander.doesSomething();
        }
    }

    /** The same flusher wakes another twice. */
    private static Script flusherSleepsTwice(boolean lockEventFirst) {
        Script script = new Script();
        bystander(script, lockEventFirst);
        Task a = script.task("a", 1, 0);
        Task b = script.task("b", 2, 2);
        Task worker = script.worker(1);
        Work work = script.perCpu(Script.NAME, 1);
        script.task("queuer", 9, 3).queues(work);
        b.flushes();
        a.flushes();
        b.sleeps();
        a.sleeps();
        worker.runs(work);
        worker.wakes(b);
        b.resumes();
        b.wakes(a);
        a.resumes();
        a.sleeps();
        b.wakes(a);
        b.returns();
        a.resumes();
        a.returns();
        bystander(script, !lockEventFirst);
        return script;
    }

    /** One that a release woke sleeps again until a flusher wakes it. */
    private static Script firstFlusherSleepsAgain(boolean lockEventFirst) {
        Script script = new Script();
        bystander(script, lockEventFirst);
        Task a = script.task("a", 1, 0);
        Task b = script.task("b", 2, 2);
        Task worker = script.worker(1);
        Work work = script.perCpu(Script.NAME, 1);
        script.task("queuer", 9, 3).queues(work);
        a.flushes();
        a.sleeps();
        b.flushes();
        worker.runs(work);
        worker.wakes(a);
        a.resumes();
        a.sleeps();
        b.wakes(a);
        a.resumes();
        a.returns();
        bystander(script, !lockEventFirst);
        return script;
    }

    private static void assertSameReading(Script early, Script late) {
        ReplayResult expected = early.result();
        ReplayResult result = late.result();
        assertThat(Script.flushes(result)).isEqualTo(Script.flushes(expected)).hasSize(2);
        assertThat(Script.walks(result)).isEqualTo(Script.walks(expected));
        assertThat(late.explainedFlush(1)).isEqualTo(early.explainedFlush(1));
        assertThat(late.explainedFlush(2)).isEqualTo(early.explainedFlush(2));
    }

    /** A capture has lock events wherever they are: how a sleep is read must not hang on what came before it. */
    @Test
    void lateLockEventsTellOfEarlySleepsToo() {
        assertSameReading(flusherSleepsTwice(true), flusherSleepsTwice(false));
        assertSameReading(firstFlusherSleepsAgain(true), firstFlusherSleepsAgain(false));
    }

    /** Only uninterruptible sleep is waiting: a flusher that is preempted is not asleep. */
    @Test
    void preemptionIsNoSleep() {
        a.flushes();
        a.leaves(TaskState.RUNNABLE, 0);
        a.resumes();
        a.returns();
        assertThat(flushes()).containsExactly("a idle, colour 0: mutex 0, walk 0, items 0, wakeup 0, other 3");
    }

    // ---- late wakeups

    @Test
    void aWakeupIsLateIfACpuWasIdleMeanwhile() {
        Work work = queued();
        a.flushes();
        a.sleeps();
        worker.runs(work);
        worker.wakes(a);
        script.pass(40 * Script.US);
        a.resumes();
        a.returns();
        assertThat(flush(script.result(), 1).lateWakeupNanos()).isEqualTo(41 * Script.US);
    }

    @Test
    void aWakeupOnABusyMachineIsNotLate() {
        Work work = queued();
        a.flushes();
        a.leaves(TaskState.UNINTERRUPTIBLE, worker.tid);
        worker.runs(work);
        worker.wakes(a);
        script.pass(40 * Script.US);
        a.resumes();
        a.returns();
        ReplayResult result = script.result();
        assertThat(flush(result, 1).lateWakeupNanos()).isZero();
        assertThat(flush(result, 1).split().wakeupNanos()).isEqualTo(41 * Script.US);
    }
}
