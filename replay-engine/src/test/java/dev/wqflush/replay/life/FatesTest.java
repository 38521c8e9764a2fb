package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.LockFlags;
import dev.wqflush.replay.life.Script.Task;
import dev.wqflush.replay.life.Script.Work;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import org.junit.jupiter.api.Test;

/** What becomes of a flusher tells what its walk met, when nothing else does. */
class FatesTest {
    private final Script script = new Script();
    private final Task a = script.task("a", 1, 0);
    private final Task b = script.task("b", 2, 2);
    private final Task other = script.task("other", 9, 3);
    private final Task worker = script.worker(1);

    private Work queued(int cpu) {
        Work work = script.perCpu(Script.NAME, cpu);
        other.queues(work);
        other.doesSomething();
        return work;
    }

    private void completes(Work work, Task flusher) {
        Task on = script.worker(work.poolCpu());
        on.runs(work);
        on.wakes(flusher);
        flusher.resumes();
    }

    private FlushResult flush(int number) {
        return script.result().flushes().get(number - 1);
    }

    private Range listed(int walk) {
        WalkResult result = script.result().walks().get(walk - 1);
        return result.counts().get(result.counts().size() - 1).visits();
    }

    // ---- where an unseen walk lies

    @Test
    void aFlusherThatSleepsWalkedAfterTheFirstItemThatItCanSleepFor() {
        a.flushes();
        queued(1);
        a.sleeps();
        assertThat(listed(1)).isEqualTo(Range.exactly(1));
        assertThat(script.result().walks().get(0).armedAny()).isTrue();
    }

    @Test
    void anItemQueuedAfterItSleptIsNone() {
        a.flushes();
        a.sleeps();
        queued(1);
        assertThat(listed(1)).isEqualTo(Range.exactly(0));
    }

    @Test
    void aFlusherOfUnknownFateTellsNothing() {
        a.flushes();
        queued(1);
        a.doesSomething();
        assertThat(listed(1)).isEqualTo(new Range(0, 0, 1));
    }

    @Test
    void whatItWaitedForWasQueuedBeforeItsWalk() {
        a.flushes();
        Work earlier = queued(2);
        Work awaited = queued(1);
        a.sleeps();
        script.worker(2).runs(earlier);
        script.worker(2).doesSomething();
        completes(awaited, a);
        a.returns();
        assertThat(listed(1)).isEqualTo(Range.exactly(2));
    }

    @Test
    void whatWasLeftWhenItWasCompleteWasQueuedAfterItsWalk() {
        Work before = queued(3);
        a.flushes();
        queued(1);
        a.sleeps();
        completes(before, a);
        a.returns();
        assertThat(listed(1)).isEqualTo(Range.exactly(1));
    }

    // ---- who held the mutex first

    /** Both came before either slept; the one that was complete first was first. */
    @Test
    void flushersAreCompleteInTheOrderInWhichTheyHeldTheMutex() {
        Work work = queued(1);
        a.flushes();
        b.flushes();
        b.sleeps();
        a.sleeps();
        completes(work, b);
        b.wakes(a);
        b.returns();
        a.resumes();
        a.returns();
        ReplayResult result = script.result();
        assertThat(result.flushes()).extracting(FlushResult::path).containsExactly(FlushPath.QUEUED, FlushPath.FIRST);
        assertThat(Script.walks(result).get(0)).startsWith("first by b in 2, arms 0, stamps 1");
        assertThat(Script.walks(result).get(2)).startsWith("cascade by b in 2, arms 1 in vain");
    }

    // ---- when a first flusher cascades

    private void bComesAfterAResumed() {
        Work first = queued(1);
        a.flushes();
        a.sleeps();
        completes(first, a);
        queued(1);
        b.flushes();
        b.sleeps();
    }

    /** It is held up before it takes the mutex, not while it holds it. */
    @Test
    void aFlusherThatEntersBeforeAFirstOneReturnsQueuesBehindIt() {
        bComesAfterAResumed();
        a.returns();
        assertThat(flush(2).path()).isEqualTo(FlushPath.QUEUED);
    }

    // ---- a second sleep

    /** Without lock events: it was woken by a release, and slept once more until a flusher let go of the mutex. */
    @Test
    void aFirstFlusherThatSleepsAgainWaitsForTheMutex() {
        Work work = queued(1);
        a.flushes();
        a.sleeps();
        b.flushes();
        completes(work, a);
        a.sleeps();
        b.wakes(a);
        b.sleeps();
        a.resumes();
        a.wakes(b);
        a.returns();
        b.resumes();
        b.returns();
        ReplayResult result = script.result();
        assertThat(Script.flushes(result).get(0))
                .as("late by the mutex too")
                .isEqualTo("a first, colour 0: mutex 0, walk 0, items 4, wakeup 5, other 3");
        assertThat(Script.walks(result).get(2)).startsWith("cascade by a in 1, arms 1 in vain");
        assertThat(result.flushes().get(1).path()).isEqualTo(FlushPath.QUEUED);
    }

    @Test
    void oneThatSleepsForSomethingElseHasReturned() {
        Work work = queued(1);
        a.flushes();
        a.sleeps();
        completes(work, a);
        a.sleeps();
        other.wakes(a);
        assertThat(flush(1).ended()).isTrue();
        assertThat(flush(1).endNanos()).as("when it ran again").isEqualTo(8 * Script.US);
    }

    /** With lock events a wait for the mutex is known as such. */
    @Test
    void withLockEventsASecondSleepTellsNothing() {
        other.waitsFor(0x99, LockFlags.MUTEX);
        Work work = queued(1);
        a.flushes();
        a.sleeps();
        completes(work, a);
        a.sleeps();
        other.wakes(a);
        assertThat(flush(1).ended()).isFalse();
    }

    @Test
    void aFlushTakesNoLockOfReadersAndWriters() {
        a.flushes();
        a.doesSomething();
        a.waitsFor(0x78, LockFlags.READ);
        assertThat(flush(1).ended()).isTrue();
        assertThat(flush(1).endSeen()).isFalse();
    }

    // ---- a cancel of nothing

    @Test
    void aFlusherThatNothingCanHaveBeenCancelledForLeftBeforeItSlept() {
        a.flushes();
        a.sleeps();
        other.wakes(a);
        assertThat(flush(1).ended()).isTrue();
        assertThat(flush(1).endNanos()).isEqualTo(2 * Script.US);
        assertThat(flush(1).path()).isEqualTo(FlushPath.IDLE);
        assertThat(flush(1).split().itemsNanos()).isZero();
    }

    @Test
    void itsReturnProvesThatThereWasSomething() {
        a.flushes();
        a.sleeps();
        other.wakes(a);
        a.resumes();
        a.returns();
        assertThat(flush(1).path()).isEqualTo(FlushPath.FIRST);
        assertThat(flush(1).split().itemsNanos()).isEqualTo(Script.US);
    }

    @Test
    void soDoesAnItemInFlight() {
        queued(1);
        a.flushes();
        a.sleeps();
        other.wakes(a);
        assertThat(flush(1).path()).isEqualTo(FlushPath.FIRST);
    }

    @Test
    void soDoesItsWalk() {
        a.flushes();
        a.walks(0, 1);
        a.walked(1);
        a.sleeps();
        other.wakes(a);
        assertThat(flush(1).path()).isEqualTo(FlushPath.FIRST);
    }

    // ---- woken before it could sleep

    @Test
    void aFlusherThatDidNotGetToSleepWaitedSinceItHeldTheMutex() {
        Work work = queued(1);
        a.flushes();
        a.waitsForMutex();
        a.getsMutex();
        worker.runs(work);
        worker.wakes(a);
        a.returns();
        assertThat(Script.flushes(script.result()))
                .containsExactly("a first, colour 0: mutex 1, walk 0, items 3, wakeup 0, other 2");
    }

    @Test
    void orSinceItsWalkEnded() {
        Work work = queued(1);
        a.flushes();
        a.walks(0, 1);
        a.walked(1);
        worker.runs(work);
        worker.wakes(a);
        a.returns();
        assertThat(Script.flushes(script.result()))
                .containsExactly("a first, colour 0: mutex 0, walk 1, items 3, wakeup 0, other 2");
    }

    // ---- colours

    /** The capture begins in the middle: what is in flight has the colour that the first walk arms. */
    @Test
    void itemsBeforeTheFirstWalkHaveItsColour() {
        queued(1);
        a.flushes();
        a.walks(4, 5);
        a.walked(EventSink.NOT_SHOWN);
        WalkResult walk = script.result().walks().get(0);
        assertThat(walk.armedAny()).isTrue();
        assertThat(walk.counts().get(3).armed()).isEqualTo(1);
    }

    // ---- unseen walks and pool locks

    private static final long LOCK_OF_CPU_2 = 0x44;

    private void lockIsKnown() {
        other.waitsFor(LOCK_OF_CPU_2, LockFlags.SPIN);
        other.gets(LOCK_OF_CPU_2);
        Work work = queued(2);
        script.worker(2).runs(work);
        script.worker(2).doesSomething();
    }

    private long armedOfFirst() {
        return script.result().walks().get(0).counts().get(3).armed();
    }

    @Test
    void aSpinBeforeTheSleepMayBePartOfAnUnseenWalk() {
        lockIsKnown();
        worker.starts(queued(1));
        a.flushes();
        a.waitsFor(LOCK_OF_CPU_2, LockFlags.SPIN);
        queued(2);
        a.gets(LOCK_OF_CPU_2);
        a.sleeps();
        assertThat(armedOfFirst()).isEqualTo(2);
    }

    @Test
    void aSpinAfterTheSleepIsNot() {
        lockIsKnown();
        Work held = queued(1);
        a.flushes();
        a.sleeps();
        completes(held, a);
        a.waitsFor(LOCK_OF_CPU_2, LockFlags.SPIN);
        queued(2);
        a.gets(LOCK_OF_CPU_2);
        a.returns();
        assertThat(armedOfFirst()).isEqualTo(1);
    }

    /** An unbound item's pool is none of a per-cpu workqueue. */
    @Test
    void aLockOfAnUnboundPoolHoldsNoPerCpuWalkUp() {
        other.waitsFor(LOCK_OF_CPU_2, LockFlags.SPIN);
        other.gets(LOCK_OF_CPU_2);
        other.queues(script.unbound("u"));
        worker.starts(queued(1));
        a.flushes();
        a.walks(0, 1);
        a.waitsFor(LOCK_OF_CPU_2, LockFlags.SPIN);
        queued(3);
        a.gets(LOCK_OF_CPU_2);
        a.walked(1);
        a.sleeps();
        assertThat(armedOfFirst()).isEqualTo(1);
    }

    // ---- ranges of neighbours

    /** What is released during the second walk was there for the first. */
    @Test
    void anItemReleasedDuringAWalkWasThereForTheWalksBefore() {
        queued(3);
        Work work = queued(1);
        worker.starts(work);
        a.flushes();
        a.walks(0, 1);
        a.walked(1);
        a.sleeps();
        b.flushes();
        b.walks(-1, 2);
        worker.ends(work);
        worker.doesSomething();
        b.walked(0);
        b.sleeps();
        assertThat(listed(1)).isEqualTo(Range.exactly(2));
        assertThat(listed(2)).isEqualTo(Range.exactly(2));
    }
}
