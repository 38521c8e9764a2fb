package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.replay.life.Script.Task;
import dev.wqflush.replay.life.Script.Work;
import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who wakes a flusher says what it waited for (rule R8). */
class WakeupsTest {
    private final Script script = new Script();
    private final Task a = script.task("a", 1, 0);
    private final Task b = script.task("b", 2, 2);
    private final Task other = script.task("other", 9, 3);
    private final Task worker = script.worker(1);
    private final Work work = script.perCpu(Script.NAME, 1);

    /** An item, and a flush that waits for it. */
    @BeforeEach
    void aWaitsForAnItem() {
        other.queues(work);
        other.doesSomething();
        a.flushes();
        a.sleeps();
    }

    private FlushResult flush(int number) {
        return script.result().flushes().get(number - 1);
    }

    private static String awaited(FlushResult flush) {
        return Objects.requireNonNull(flush.awaited()).function();
    }

    /** What follows the wakeup. */
    private void aReturns() {
        a.resumes();
        a.returns();
    }

    @Test
    void aWorkerThatEndedAnItemReleasedTheLastOneArmed() {
        Work longer = script.perCpu(Script.NAME, 1).running("longer");
        other.queues(longer);
        worker.runs(work);
        worker.runs(longer);
        worker.wakes(a);
        aReturns();
        assertThat(awaited(flush(1))).isEqualTo("longer");
        assertThat(Script.walks(script.result())).containsExactly("first by a in 1, arms 0, stamps 1, list 1");
    }

    @Test
    void aWorkerInsideAnItemWakesNoFlusher() {
        worker.starts(work);
        worker.wakes(a);
        a.resumes();
        assertThat(flush(1).endNanos()).as("it slept for something else").isEqualTo(4 * Script.US);
    }

    @Test
    void aWorkerThatEndedAnItemOfAnotherWorkqueueIsAnyTask() {
        Work elsewhere = script.perCpu("elsewhere", 1);
        other.queues(elsewhere);
        worker.runs(elsewhere);
        worker.wakes(a);
        aReturns();
        assertThat(flush(1).awaited()).isNull();
        assertThat(flush(1).split().itemsNanos()).isEqualTo(4 * Script.US);
    }

    @Test
    void aTaskThatCancelsTheLastItemWakesTheFirstFlusher() {
        b.flushes();
        b.sleeps();
        other.wakes(a);
        a.resumes();
        a.wakes(b);
        a.returns();
        b.resumes();
        b.returns();
        ReplayResult result = script.result();
        assertThat(Script.walks(result))
                .containsExactly(
                        "first by a in 1, arms 0, stamps 1, list 1",
                        "queued by b in 2, stamps 2, list 0..1",
                        "cascade by a in 1, arms 1 in vain, list 0..1");
        assertThat(result.flushes()).extracting(FlushResult::awaited).containsOnlyNulls();
    }

    @Test
    void whatWakesThoseBehindAFlusherIsWhatWokeThatOne() {
        b.flushes();
        b.sleeps();
        worker.runs(work);
        worker.wakes(a);
        a.wakes(b);
        b.resumes();
        b.returns();
        aReturns();
        assertThat(flush(2).awaited())
                .isEqualTo(flush(1).awaited())
                .isEqualTo(new AwaitedItem("fn", 1, Script.US, 7 * Script.US, 8 * Script.US, 7));
    }

    @Test
    void aFlusherOfAnotherWorkqueueIsAnyTask() {
        b.flushes(0x200, "wq2");
        b.wakes(a);
        aReturns();
        b.returns();
        ReplayResult result = script.result();
        assertThat(Script.walks(result))
                .contains(
                        "first by a in 1, arms 0, stamps 1, list 1",
                        "first by b in 2, arms 0 in vain, stamps 1, list 0");
        assertThat(result.flushes().get(0).split().itemsNanos()).isEqualTo(2 * Script.US);
    }

    /** Two of one name by pointer, or of one pointer by another name. */
    @Test
    void flushersAreOfOneWorkqueueIfTheirPointersAreEqual() {
        b.flushes(0x200, Script.NAME);
        b.sleeps();
        worker.runs(work);
        worker.wakes(a);
        a.wakes(b);
        aReturns();
        b.resumes();
        b.returns();
        assertThat(flush(2).awaited())
                .as("another workqueue's flusher is any task")
                .isNull();
    }

    @Test
    void withoutPointersTheNameTells() {
        b.flushes(0, Script.NAME);
        b.sleeps();
        worker.runs(work);
        worker.wakes(a);
        a.wakes(b);
        aReturns();
        b.resumes();
        b.returns();
        assertThat(awaited(flush(2))).isEqualTo("fn");
    }

    /** A worker that flushes after its item is a flusher no more when it wakes another one by a release. */
    @Test
    void aWorkerThatReleasedAnItemLeftTheFlushItRan() {
        Work flushing = script.perCpu("outer", 1);
        other.queues(flushing);
        worker.starts(flushing);
        worker.flushes(0x200, "wq2");
        worker.doesSomething();
        worker.ends(flushing);
        worker.runs(work);
        worker.wakes(a);
        aReturns();
        assertThat(flush(2).ended()).isTrue();
        assertThat(flush(2).endSeen()).isFalse();
        assertThat(flush(2).endNanos()).isEqualTo(9 * Script.US);
        assertThat(awaited(flush(1))).isEqualTo("fn");
    }

    @Test
    void aBarrierDoesNotWakeFlushers() {
        worker.startsBarrier();
        worker.wakes(a);
        aReturns();
        assertThat(flush(1).split().itemsNanos()).isZero();
    }

    /** A timer or a device: the task had left the flush and slept for something else. */
    @Test
    void anInterruptThatWakesMeansThatTheFlushWasOverBeforeTheSleep() {
        other.in(ExecutionContext.HARDIRQ).wakes(a);
        a.resumes();
        FlushResult flush = flush(1);
        assertThat(flush.ended()).isTrue();
        assertThat(flush.endNanos()).isEqualTo(4 * Script.US);
        assertThat(flush.endSeen()).isFalse();
        assertThat(flush.split().itemsNanos()).isZero();
    }

    @Test
    void theReturnOfAFlushThatSeemedOverIsBelieved() {
        other.in(ExecutionContext.HARDIRQ).wakes(a);
        aReturns();
        assertThat(flush(1).endNanos()).isEqualTo(7 * Script.US);
        assertThat(flush(1).endSeen()).isTrue();
        a.returns();
        assertThat(flush(1).endNanos()).as("but only once").isEqualTo(7 * Script.US);
    }

    @Test
    void theIdleTaskWakesNoFlusher() {
        script.task("swapper", 0, 3).wakes(a);
        a.resumes();
        assertThat(flush(1).endNanos()).isEqualTo(4 * Script.US);
    }

    @Test
    void aSoftirqThatEndedAnItemReleasesIt() {
        Task softirq = other.in(ExecutionContext.SOFTIRQ);
        softirq.starts(work);
        softirq.ends(work);
        softirq.wakes(a);
        aReturns();
        assertThat(awaited(flush(1))).isEqualTo("fn");
        assertThat(flush(1).split().itemsNanos()).isEqualTo(3 * Script.US);
    }

    @Test
    void anyOtherSoftirqWakesNoFlusher() {
        other.in(ExecutionContext.SOFTIRQ).wakes(a);
        a.resumes();
        assertThat(flush(1).endNanos()).isEqualTo(4 * Script.US);
    }

    /** Whoever is woken for the mutex is not through. */
    @Test
    void aFlusherThatSleepsOnWasWokenForTheMutexOnly() {
        b.flushes();
        b.sleeps();
        a.wakes(b);
        b.resumes();
        b.sleeps();
        worker.runs(work);
        worker.wakes(a);
        a.resumes();
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
        assertThat(Script.flushes(result).get(1))
                .isEqualTo("b queued, colour 1: mutex 2, walk 0, items 5, wakeup 2, other 3");
        assertThat(result.walks().get(2).timeNanos())
                .as("where b was woken for good")
                .isEqualTo(14 * Script.US);
    }

    @Test
    void aSecondWakeupChangesNothing() {
        worker.runs(work);
        worker.wakes(a);
        other.wakes(a);
        aReturns();
        assertThat(awaited(flush(1))).isEqualTo("fn");
        assertThat(flush(1).split().itemsNanos()).isEqualTo(3 * Script.US);
        assertThat(flush(1).split().wakeupNanos()).isEqualTo(2 * Script.US);
    }

    /** An idle worker has nothing left that it could release. */
    @Test
    void aWorkerThatWasIdleReleasedNothing() {
        worker.runs(work);
        worker.leaves(TaskState.IDLE, 0);
        worker.resumes();
        worker.wakes(a);
        aReturns();
        assertThat(flush(1).awaited()).isNull();
    }
}
