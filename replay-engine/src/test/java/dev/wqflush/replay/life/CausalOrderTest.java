package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.LockFlags;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;
import dev.wqflush.replay.life.Script.Task;
import dev.wqflush.replay.life.Script.Work;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Files in which clocks of CPUs differ: events come before what caused them. */
class CausalOrderTest {
    private static final long WINDOW = CausalOrder.WINDOW_NANOS;

    private final Script script = new Script();
    private final Task a = script.task("a", 1, 0);
    private final Task b = script.task("b", 2, 2);
    private final Task queuer = script.task("queuer", 9, 3);
    private final Task worker = script.worker(1);
    private final Work work = script.perCpu(Script.NAME, 1);

    private static List<String> clockFindings(ReplayResult result) {
        return result.findings().stream()
                .filter(finding -> finding.id().equals("clock-disorder"))
                .map(Finding::text)
                .toList();
    }

    private static boolean hasFinding(ReplayResult result, String id) {
        return result.findings().stream().anyMatch(finding -> finding.id().equals(id));
    }

    private static String repaired(String events) {
        return "the clocks of the CPUs differ: " + events + " came before its cause, by 100 us at most, and were put"
                + " behind it";
    }

    // ---- items

    @Test
    void anItemStartsAfterItWasQueued() {
        worker.starts(work);
        worker.ends(work);
        queuer.doesSomething();
        queuer.queues(work);
        ReplayResult result = script.result();
        assertThat(hasFinding(result, "in-flight-at-start")).isFalse();
        assertThat(clockFindings(result)).containsExactly(repaired("1 event"));
        assertThat(LongStream.of(1, 2, 3, 4).map(script::placeInFile))
                .as("what the queuer's CPU did before goes before, too")
                .containsExactly(3L, 4L, 1L, 2L);
    }

    @Test
    void butNotIfThatIsTooLongAfter() {
        worker.starts(work);
        script.pass(WINDOW);
        queuer.queues(work);
        assertThat(hasFinding(script.result(), "in-flight-at-start")).isTrue();
        assertThat(clockFindings(script.result())).isEmpty();
        assertThat(script.placeInFile(1)).isEqualTo(1);
    }

    @Test
    void aTickIsTheWindowOfAClockWithoutUnit() {
        script.sink().clock(TraceClock.TICKS);
        worker.starts(work);
        queuer.queues(work);
        assertThat(hasFinding(script.result(), "in-flight-at-start")).isTrue();
    }

    /** What one CPU recorded is in order. */
    @Test
    void norIfTheSameCpuQueuedItLater() {
        worker.starts(work);
        worker.ends(work);
        queuer.onCpu(1).queues(work);
        assertThat(hasFinding(script.result(), "in-flight-at-start")).isTrue();
    }

    @Test
    void anotherItemIsNoCause() {
        worker.starts(work);
        queuer.queues(script.perCpu(Script.NAME, 1));
        assertThat(hasFinding(script.result(), "in-flight-at-start")).isTrue();
    }

    @Test
    void aBarrierNeedsNoQueueing() {
        worker.startsBarrier();
        worker.endsBarrier();
        queuer.queues(work);
        assertThat(clockFindings(script.result())).isEmpty();
    }

    /** The cause lacks its own cause: both are put right. */
    @Test
    void causesOfCausesGoFirst() {
        b.wakes(queuer);
        a.leaves(TaskState.UNINTERRUPTIBLE, 0);
        worker.starts(work);
        a.resumes();
        queuer.queues(work);
        queuer.wakes(a);
        ReplayResult result = script.result();
        assertThat(clockFindings(result)).containsExactly(repaired("2 events"));
        assertThat(hasFinding(result, "in-flight-at-start")).isFalse();
    }

    // ---- tasks

    /** The scene of a flush that waits, with the worker's clock late by a few microseconds. */
    @Test
    void aFlusherRunsAfterItWasWoken() {
        queuer.queues(work);
        queuer.wakes(worker);
        a.flushes();
        a.sleeps();
        worker.runs(work);
        a.resumes();
        worker.wakes(a);
        a.returns();
        ReplayResult result = script.result();
        assertThat(clockFindings(result)).containsExactly(repaired("1 event"));
        FlushResult flush = result.flushes().get(0);
        assertThat(flush.awaited()).isNotNull();
        assertThat(hasFinding(result, "lost-events")).isFalse();
    }

    @Test
    void aTaskRunsOnOneCpuAfterItLeftTheOther() {
        a.resumes();
        a.doesSomething();
        a.onCpu(1).resumes();
        a.leaves(TaskState.RUNNABLE, 0);
        a.onCpu(1).doesSomething();
        assertThat(clockFindings(script.result())).containsExactly(repaired("1 event"));
        assertThat(script.placeInFile(3)).isEqualTo(4);
    }

    @Test
    void aWakeupFollowsItsWaking() {
        b.wakes(queuer);
        a.sleeps();
        b.wakesUp(a);
        worker.wakes(a);
        assertThat(clockFindings(script.result())).containsExactly(repaired("1 event"));
    }

    /** A worker releases an item and wakes a task that, by the file, enters its flush only afterwards. */
    @Test
    void aFlusherIsWokenAfterItEntered() {
        a.resumes();
        a.queues(script.perCpu("elsewhere", 0));
        queuer.queues(work);
        worker.runs(work);
        worker.wakes(a);
        a.flushes();
        a.doesSomething();
        a.returns();
        ReplayResult result = script.result();
        assertThat(clockFindings(result)).containsExactly(repaired("1 event"));
        assertThat(result.flushes().get(0).awaited()).isNotNull();
    }

    // ---- what is held back meanwhile

    /** One of everything; if something before lacks its cause, all of it is held back. */
    private static ReplayResult everything(boolean heldBack, Script script) {
        script.sink().onlineCpus(8);
        script.sink().configuredCpus(8);
        script.sink().kernelRelease("6.12");
        Task a = script.task("a", 1, 0);
        Task b = script.task("b", 2, 2);
        Task queuer = script.task("queuer", 9, 3);
        Task worker = script.worker(1);
        Work work = script.perCpu(Script.NAME, 1);
        script.worker(5).starts(script.perCpu("elsewhere", 5));
        if (!heldBack) {
            script.pass(2 * WINDOW);
        }
        queuer.waitsFor(0x44, LockFlags.SPIN);
        queuer.gets(0x44);
        queuer.queues(work);
        queuer.activates(work);
        queuer.doesSomething();
        a.flushes();
        a.waitsForMutex();
        a.getsMutex();
        a.walks(0, 1);
        a.cyclesLock();
        a.walked(1);
        a.sleeps();
        script.sink().drainEntered(b.event(), 0x10, 0);
        script.sink().contendedReleased(b.event(), 0x10);
        b.migrates(a);
        worker.runs(work);
        worker.wakes(a);
        worker.wakesUp(a);
        a.resumes();
        a.returns();
        return script.result();
    }

    @Test
    void whatIsHeldBackArrivesInTheOrderOfTheFile() {
        Script lateScript = new Script();
        Script atOnceScript = new Script();
        ReplayResult late = everything(true, lateScript);
        ReplayResult atOnce = everything(false, atOnceScript);
        assertThat(lateScript.explainedFlush(1))
                .isEqualTo(atOnceScript.explainedFlush(1))
                .as("the last of all events, and none is left out")
                .contains("return: at @22");
        assertThat(late.evidence()).isEqualTo(atOnce.evidence());
        assertThat(Script.walks(late)).isEqualTo(Script.walks(atOnce)).hasSize(1);
        assertThat(Script.flushes(late)).isEqualTo(Script.flushes(atOnce)).hasSize(1);
        assertThat(late.workqueues()).isEqualTo(atOnce.workqueues());
        assertThat(late.spanNanos()).isEqualTo(atOnce.spanNanos() - 2 * WINDOW);
        assertThat(late.evidence().workqueueEvents()).isEqualTo(5);
        assertThat(clockFindings(late)).isEmpty();
    }

    @Test
    void aMarkOfLossEndsTheWaitForACause() {
        worker.starts(work);
        script.sink().eventsLost(1, 1, 1);
        queuer.queues(work);
        assertThat(hasFinding(script.result(), "in-flight-at-start")).isTrue();
    }

    @Test
    void soDoesABufferThatBegins() {
        worker.starts(work);
        script.sink().bufferStarted(1, 1);
        queuer.queues(work);
        assertThat(hasFinding(script.result(), "in-flight-at-start")).isTrue();
    }

    @Test
    void soDoesTheNextFile() {
        worker.starts(work);
        script.nextFile();
        queuer.queues(work);
        assertThat(hasFinding(script.result(), "in-flight-at-start")).isTrue();
    }

    @Test
    void whatCountsIsHowFarEventsLieApartNotWhenTheyTakePlace() {
        script.pass(100 * WINDOW);
        worker.starts(work);
        queuer.queues(work);
        assertThat(clockFindings(script.result())).containsExactly(repaired("1 event"));
    }

    /** So many events within the window are not kept: memory is bounded. */
    @Test
    void aCauseBehindThousandsOfEventsIsNotWaitedFor() {
        worker.starts(work);
        for (int i = 0; i < 5_000; i++) {
            b.doesSomething();
            script.pass(-Script.US);
        }
        queuer.queues(work);
        assertThat(hasFinding(script.result(), "in-flight-at-start")).isTrue();
        assertThat(script.placeInFile(1)).isEqualTo(1);
    }

    /** It is what is held now that counts, not what was held before. */
    @Test
    void thousandsOfEventsHeldBackBeforeDoNotShortenTheWait() {
        for (int i = 0; i < 100; i++) {
            worker.runs(script.perCpu(Script.NAME, 1));
            for (int j = 0; j < 60; j++) {
                b.doesSomething();
            }
            script.pass(2 * WINDOW);
        }
        worker.starts(work);
        queuer.queues(work);
        assertThat(clockFindings(script.result())).containsExactly(repaired("1 event"));
    }

    // ---- clocks

    private List<String> clock(TraceClock clock, long tick, int ties) {
        script.sink().clock(clock);
        for (int i = 0; i < 40; i++) {
            (i % 2 == 0 ? a : b).doesSomething();
            script.pass(i < ties ? -Script.US : tick - Script.US);
        }
        return clockFindings(script.result());
    }

    @Test
    void aClockOfJiffiesTellsNoOrder() {
        assertThat(clock(TraceClock.NANOSECONDS, 4_000_000, 4))
                .singleElement()
                .asString()
                .startsWith("the clock ticks too seldom to tell the order");
    }

    @Test
    void ticksWithoutAUnitNeither() {
        assertThat(clock(TraceClock.TICKS, 7, 4)).hasSize(1);
    }

    @Test
    void unlessTheyAreRarelyEqual() {
        assertThat(clock(TraceClock.TICKS, 7, 1)).isEmpty();
    }

    /** Text cuts stamps to microseconds, but was merged by the whole ones. */
    @Test
    void equalMicrosecondsAreInOrder() {
        assertThat(clock(TraceClock.NANOSECONDS, 1_000, 4)).isEmpty();
        assertThat(clock(TraceClock.NANOSECONDS, 10_000, 4)).isEmpty();
    }

    /** All stamps together tell what it ticks, not the first ones. */
    @Test
    void aClockThatSeemedCoarseAtFirstIsNot() {
        a.doesSomething();
        script.pass(999 * Script.US);
        assertThat(clock(TraceClock.NANOSECONDS, 1_000, 4)).isEmpty();
    }
}
