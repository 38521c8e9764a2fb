package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.LockFlags;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.replay.life.Script.Task;
import dev.wqflush.replay.life.Script.Work;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import org.junit.jupiter.api.Test;

/** Where a walk lies that is not seen, and what lies beside a walk that has a length. */
class WalkPlacesTest {
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

    private WalkResult walk(int number) {
        return script.result().walks().get(number - 1);
    }

    private static Range listed(WalkResult walk) {
        return walk.counts().get(walk.counts().size() - 1).visits();
    }

    // ---- walks that are not seen

    @Test
    void aFlusherThatHadTheMutexAtOnceWalksWhenItEnters() {
        a.flushes();
        script.pass(50 * Script.US);
        a.leaves(TaskState.UNINTERRUPTIBLE, 0);
        assertThat(walk(1).timeNanos()).isEqualTo(Script.US);
    }

    /** What holds a waiter up is waking, the walk is short: it is before the next thing its task does. */
    @Test
    void aFlusherThatWaitedForTheMutexWalksRightBeforeWhatItDoesNext() {
        a.flushes();
        a.waitsForMutex();
        a.getsMutex();
        script.pass(50 * Script.US);
        a.sleeps();
        assertThat(walk(1).timeNanos()).isEqualTo(54 * Script.US);
    }

    /** An item queued between entry and sleep was queued before the walk or after it. */
    @Test
    void whatHappensBetweenEntryAndTheNextEventIsUncertainToTheWalk() {
        queued(2);
        a.flushes();
        queued(1);
        a.sleeps();
        assertThat(listed(walk(1))).isEqualTo(new Range(1, 1, 2));
    }

    @Test
    void whatHappensAfterThatIsNot() {
        queued(2);
        a.flushes();
        a.sleeps();
        queued(1);
        assertThat(listed(walk(1))).isEqualTo(Range.exactly(1));
    }

    /** Spinning or preempted, the task may still walk. */
    @Test
    void aPreemptedFlusherMayBeInTheMiddleOfItsWalk() {
        queued(2);
        a.flushes();
        a.leaves(TaskState.RUNNABLE, 0);
        queued(1);
        a.resumes();
        a.sleeps();
        assertThat(listed(walk(1))).isEqualTo(new Range(1, 1, 2));
    }

    private void cascadeOf(Task first, Work work) {
        worker.runs(work);
        worker.wakes(first);
        first.resumes();
    }

    /** After it ran again the first flusher arms for the one it then wakes. */
    @Test
    void aCascadeThatArmsNothingIsWhereItWakesTheFlusherItWasFor() {
        Work work = queued(1);
        a.flushes();
        a.sleeps();
        b.flushes();
        b.sleeps();
        cascadeOf(a, work);
        script.pass(20 * Script.US);
        a.wakes(b);
        script.pass(20 * Script.US);
        a.returns();
        assertThat(walk(3).timeNanos()).isEqualTo(31 * Script.US);
    }

    /** Waking b ends when a's next event is none that is part of it. */
    @Test
    void aCascadeThatArmsIsRightBeforeWhatTheWalkerDoesNext() {
        Work first = queued(1);
        a.flushes();
        a.sleeps();
        b.flushes();
        b.sleeps();
        Task c = script.task("c", 3, 0);
        Work second = queued(1);
        c.flushes();
        c.sleeps();
        cascadeOf(a, first);
        a.wakes(b);
        a.wakesUp(b);
        script.pass(20 * Script.US);
        a.returns();
        worker.runs(second);
        worker.wakes(c);
        c.resumes();
        c.returns();
        ReplayResult result = script.result();
        assertThat(Script.walks(result).subList(3, 5))
                .containsExactly("cascade by a in 1, arms 1 in vain, list 1", "cascade by a in 1, arms 2, list 1");
        assertThat(result.walks().get(3).timeNanos()).isEqualTo(15 * Script.US);
        assertThat(result.walks().get(4).timeNanos()).isEqualTo(37 * Script.US);
    }

    /** What is queued while b is being woken was queued before the walk for c; what comes later may have been. */
    @Test
    void theNextCascadeBeginsWhenTheWakingIsOver() {
        Work first = queued(1);
        a.flushes();
        a.sleeps();
        b.flushes();
        b.sleeps();
        Task c = script.task("c", 3, 0);
        Work second = queued(1);
        c.resumes();
        c.flushes();
        c.sleeps();
        cascadeOf(a, first);
        a.wakes(b);
        queued(3);
        a.wakesUp(b);
        queued(4);
        a.returns();
        worker.runs(second);
        worker.wakes(c);
        ReplayResult result = script.result();
        assertThat(listed(result.walks().get(4))).isEqualTo(new Range(2, 3, 3));
    }

    @Test
    void aCascadeThatArmsAtOnceIsRightBeforeWhatTheWalkerDoesNext() {
        Work first = queued(1);
        a.flushes();
        a.sleeps();
        Work second = queued(1);
        b.flushes();
        b.sleeps();
        cascadeOf(a, first);
        script.pass(20 * Script.US);
        a.returns();
        cascadeOf(b, second);
        assertThat(walk(3).timeNanos()).isEqualTo(33 * Script.US);
    }

    // ---- walks that are seen, with a length

    @Test
    void anItemQueuedWhileAWalkRunsIsListedForItOrNot() {
        a.flushes();
        a.walks(0, 1);
        queued(1);
        a.walked(0);
        a.returns();
        assertThat(listed(walk(1))).isEqualTo(new Range(0, 0, 1));
    }

    @Test
    void anItemReleasedWhileAWalkRunsStaysForTheNextOrNot() {
        Work work = queued(1);
        worker.starts(work);
        a.flushes();
        a.walks(0, 1);
        worker.ends(work);
        worker.doesSomething();
        a.walked(1);
        a.sleeps();
        b.flushes();
        b.walks(-1, 2);
        b.walked(0);
        assertThat(listed(walk(1))).isEqualTo(Range.exactly(1));
        assertThat(listed(walk(2))).isEqualTo(new Range(0, 1, 1));
        assertThat(walk(1).counts().get(0).armed())
                .as("in flight when the walk began")
                .isEqualTo(1);
    }

    // ---- waiting for pool locks (R5)

    private static final long LOCK_OF_CPU_2 = 0x44;

    /** Teaches that the lock is that of CPU 2's pool: who waits for it queues there. */
    private void lockIsKnown() {
        queuer.waitsFor(LOCK_OF_CPU_2, LockFlags.SPIN);
        queuer.gets(LOCK_OF_CPU_2);
        Work work = queued(2);
        Task onCpu2 = script.worker(2);
        onCpu2.runs(work);
        onCpu2.doesSomething();
    }

    /** Also who releases an item right after waiting for it. */
    @Test
    void aWorkersWaitTeachesThePoolOfALockToo() {
        Work work = queued(2);
        Task onCpu2 = script.worker(2);
        onCpu2.runs(work);
        onCpu2.at(1).waitsFor(LOCK_OF_CPU_2, LockFlags.SPIN);
        onCpu2.gets(LOCK_OF_CPU_2);
        onCpu2.doesSomething();
        Work held = queued(1);
        worker.starts(held);
        a.flushes();
        a.walks(0, 1);
        a.waitsFor(LOCK_OF_CPU_2, LockFlags.SPIN);
        queued(2);
        a.gets(LOCK_OF_CPU_2);
        a.walked(1);
        a.sleeps();
        assertThat(walk(1).counts().get(3).armed()).isEqualTo(2);
    }

    /** The walk stands before pool 2 until it gets its lock; what is queued there meanwhile it still visits. */
    @Test
    void whatIsBehindAPoolLockIsVisitedWhenTheWalkerGetsIt() {
        lockIsKnown();
        Work held = queued(1);
        worker.starts(held);
        a.flushes();
        a.walks(0, 1);
        a.waitsFor(LOCK_OF_CPU_2, LockFlags.SPIN);
        worker.ends(held);
        worker.doesSomething();
        Work late = queued(2);
        a.gets(LOCK_OF_CPU_2);
        a.walked(1);
        a.sleeps();
        script.worker(2).starts(late);
        b.flushes();
        b.walks(-1, 2);
        b.walked(0);
        WalkCounts first = walk(1).counts().get(3);
        assertThat(first.armed())
                .as("the held item, and the one queued before the lock was got")
                .isEqualTo(2);
    }

    @Test
    void aLockOfNoKnownPoolHoldsNothingUp() {
        Work held = queued(1);
        worker.starts(held);
        a.flushes();
        a.walks(0, 1);
        a.waitsFor(0x99, LockFlags.SPIN);
        queued(2);
        a.gets(0x99);
        a.walked(1);
        a.sleeps();
        assertThat(walk(1).counts().get(3).armed()).isEqualTo(1);
    }

    @Test
    void aWaitAfterTheWalkHoldsNothingUp() {
        lockIsKnown();
        Work held = queued(1);
        worker.starts(held);
        a.flushes();
        a.walks(0, 1);
        a.walked(1);
        a.waitsFor(LOCK_OF_CPU_2, LockFlags.SPIN);
        queued(2);
        a.gets(LOCK_OF_CPU_2);
        a.sleeps();
        assertThat(walk(1).counts().get(3).armed()).isEqualTo(1);
    }
}
