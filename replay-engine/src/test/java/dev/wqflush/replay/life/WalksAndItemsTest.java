package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.life.Script.Task;
import dev.wqflush.replay.life.Script.Work;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WalkSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What walks prove of items, what items prove of walks, and what a flusher's fate proves of both. */
class WalksAndItemsTest {
    private final Script script = new Script();
    private final Task a = script.task("a", 1, 0);
    private final Task b = script.task("b", 2, 2);
    private final Task c = script.task("c", 3, 0);
    private final Task queuer = script.task("queuer", 9, 3);
    private final Task worker = script.worker(1);

    private Work queued(int cpu) {
        Work work = script.perCpu(Script.NAME, cpu);
        queuer.queues(work);
        queuer.doesSomething();
        return work;
    }

    private void completes(Work work, Task flusher) {
        worker.runs(work);
        worker.wakes(flusher);
        flusher.resumes();
    }

    private static void walk(Task task, int flushColour, int workColour, int armed) {
        task.walks(flushColour, workColour);
        task.walked(armed);
    }

    private static long disagreements(ReplayResult result) {
        return result.findings().stream()
                .filter(finding -> finding.id().equals("protocol-disagreement"))
                .mapToLong(finding -> finding.count())
                .sum();
    }

    private static List<String> lists(ReplayResult result) {
        return Script.walks(result).stream()
                .map(walk -> walk.substring(walk.indexOf("list")))
                .toList();
    }

    // ---- what walks prove of items (R4)

    @Test
    void aWalkThatArmsNothingProvesThatNothingOfItsColourIsLeft() {
        queued(1);
        a.flushes();
        walk(a, 0, 1, 0);
        a.returns();
        b.flushes();
        walk(b, 1, 2, 0);
        b.returns();
        assertThat(lists(script.result())).as("cancelled before the first walk").containsExactly("list 1", "list 0");
    }

    @Test
    void aWalkThatArmsProvesThatNothingOfAnOlderColourIsLeft() {
        queued(1);
        Work first = queued(2);
        a.flushes();
        walk(a, 0, 1, 1);
        a.sleeps();
        Work second = queued(2);
        b.flushes();
        walk(b, -1, 2, 0);
        b.sleeps();
        script.worker(2).runs(first);
        script.worker(2).wakes(a);
        a.resumes();
        walk(a, 1, -1, 1);
        a.returns();
        script.worker(2).runs(second);
        script.worker(2).wakes(b);
        b.resumes();
        b.returns();
        c.flushes();
        walk(c, 2, 3, 0);
        c.returns();
        assertThat(lists(script.result()))
                .as("the first item never ran; it may have left before any of the first walks, not after the cascade")
                .containsExactly("list 2", "list 1..2", "list 1..2", "list 1");
    }

    @Test
    void aWalkThatArmsItsColourProvesNothingOfThatColour() {
        queued(1);
        a.flushes();
        walk(a, 0, 1, 1);
        a.sleeps();
        b.flushes();
        walk(b, -1, 2, 0);
        b.sleeps();
        assertThat(lists(script.result())).containsExactly("list 1", "list 1");
    }

    @Test
    void anItemQueuedAfterAWalkIsNotOfItsColour() {
        a.flushes();
        walk(a, 0, 1, 0);
        a.returns();
        queued(1);
        b.flushes();
        walk(b, 1, 2, 1);
        b.sleeps();
        c.flushes();
        walk(c, -1, 3, 0);
        c.sleeps();
        assertThat(lists(script.result())).containsExactly("list 0", "list 1", "list 1");
    }

    /** Queued while a walk ran it may be of either colour, so nothing is proved. */
    @Test
    void anItemQueuedDuringAWalkIsNotBoundByTheNext() {
        a.flushes();
        a.walks(0, 1);
        queued(1);
        a.walked(0);
        a.returns();
        b.flushes();
        walk(b, 1, 2, 0);
        b.returns();
        c.flushes();
        walk(c, 2, 3, 1);
        assertThat(lists(script.result()))
                .as("gone when a flush that began after its queueing returned")
                .containsExactly("list 0..1", "list 1", "list 0..1");
    }

    /** An item whose release has a window: a walk that arms nothing cuts it short. */
    @Test
    void aWalkCutsAReleaseShort() {
        Work work = queued(1);
        worker.runs(work);
        a.flushes();
        walk(a, 0, 1, 0);
        a.returns();
        b.flushes();
        walk(b, 1, 2, 0);
        b.returns();
        worker.doesSomething();
        assertThat(lists(script.result())).containsExactly("list 1", "list 0");
    }

    // ---- colours

    /** Flushes that the capture does not show use up colours. */
    @Test
    void coloursThatAProbeShowsAreTaken() {
        a.flushes();
        walk(a, 4, 5, 0);
        a.returns();
        b.flushes();
        walk(b, 8, 9, 0);
        b.returns();
        ReplayResult result = script.result();
        assertThat(result.walks()).extracting(WalkResult::flushColour).containsExactly(4, 8);
        assertThat(result.walks()).extracting(WalkResult::workColour).containsExactly(5, 9);
        assertThat(result.flushes()).extracting(FlushResult::colour).containsExactly(4, 8);
    }

    // ---- completion that only items, or only probes, show

    /** The probe says armed, no item is seen: the flush is over all the same before the next one begins. */
    @Test
    void anArmedFlushWithoutItemsIsOverForTheNext() {
        a.flushes();
        walk(a, 0, 1, 1);
        a.returns();
        b.flushes();
        walk(b, 1, 2, 0);
        b.returns();
        ReplayResult result = script.result();
        assertThat(result.walks()).extracting(WalkResult::kind).containsOnly(WalkKind.FIRST);
        assertThat(disagreements(result)).isZero();
    }

    @Test
    void soIsOneThatACascadeArmed() {
        Work work = queued(1);
        a.flushes();
        walk(a, 0, 1, 1);
        b.flushes();
        walk(b, -1, 2, 0);
        worker.runs(work);
        worker.doesSomething();
        walk(a, 1, -1, 1);
        a.returns();
        b.returns();
        c.flushes();
        walk(c, 2, 3, 0);
        c.returns();
        ReplayResult result = script.result();
        assertThat(result.walks())
                .extracting(WalkResult::kind)
                .containsExactly(WalkKind.FIRST, WalkKind.QUEUED, WalkKind.CASCADE, WalkKind.FIRST);
        assertThat(disagreements(result)).isZero();
    }

    // ---- what a flusher's fate proves (R10, R11)

    /**
     * A queued flusher that a worker wakes has been armed: the one before it is through, though nobody saw it woken.
     */
    @Test
    void aQueuedFlusherThatAWorkerWakesProvesThatThoseBeforeItAreThrough() {
        queued(1);
        a.flushes();
        a.sleeps();
        Work second = queued(1);
        b.flushes();
        b.sleeps();
        completes(second, b);
        b.returns();
        ReplayResult result = script.result();
        assertThat(Script.walks(result))
                .hasSize(3)
                .contains("first by a in 1, arms 0, stamps 1, list 1")
                .anyMatch(walk -> walk.startsWith("cascade by a in 1, arms 1, list "));
        assertThat(disagreements(result)).isEqualTo(1);
    }

    @Test
    void aFlusherThatStillSleepsWasArmedByTheCascade() {
        Work work = queued(1);
        a.flushes();
        a.sleeps();
        b.flushes();
        b.sleeps();
        completes(work, a);
        a.returns();
        ReplayResult result = script.result();
        assertThat(Script.walks(result).get(2)).startsWith("cascade by a in 1, arms 1, list");
        assertThat(result.walks().get(2).source()).isEqualTo(WalkSource.PROTOCOL);
    }

    /** Between its walk and its sleep the flush in progress ended, and the cascade completed it too. */
    @Test
    void aQueuedFlusherThatDidNotHaveToSleepWasCompletedMeanwhile() {
        Work work = queued(1);
        a.flushes();
        a.sleeps();
        b.flushes();
        completes(work, a);
        a.doesSomething();
        b.doesSomething();
        b.returns();
        a.returns();
        ReplayResult result = script.result();
        assertThat(Script.walks(result))
                .hasSize(3)
                .anyMatch(walk -> walk.startsWith("queued by b in 2, stamps 2"))
                .anyMatch(walk -> walk.startsWith("cascade by a in 1, arms 1 in vain"));
        assertThat(disagreements(result)).isZero();
    }

    @Test
    void aQueuedWalkThatIsNotSeenIsTheProtocols() {
        queued(1);
        a.flushes();
        b.flushes();
        ReplayResult result = script.result();
        assertThat(result.walks())
                .extracting(WalkResult::kind, WalkResult::source)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(WalkKind.FIRST, WalkSource.INFERRED),
                        org.assertj.core.groups.Tuple.tuple(WalkKind.QUEUED, WalkSource.PROTOCOL));
    }

    // ---- all kinds of walks, seen by probes

    @Test
    void probesOnAWholeCascadeAgreeWithTheProtocol() {
        Work work = queued(1);
        List<Task> flushers = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            Task flusher = script.task("f" + i, 20 + i, 2);
            flushers.add(flusher);
            flusher.flushes();
            if (i < 15) {
                walk(flusher, i == 0 ? 0 : -1, i + 1, i == 0 ? 1 : 0);
            }
            flusher.sleeps();
        }
        Task first = flushers.get(0);
        completes(work, first);
        walk(first, -1, 0, 0);
        for (int colour = 1; colour < 16; colour++) {
            walk(first, colour, -1, 0);
            first.wakes(flushers.get(colour));
        }
        first.wakes(flushers.get(16));
        flushers.forEach(Task::returns);
        ReplayResult result = script.result();
        assertThat(disagreements(result)).isZero();
        List<WalkKind> kinds = result.walks().stream().map(WalkResult::kind).toList();
        assertThat(kinds).hasSize(31);
        assertThat(kinds.subList(0, 1)).containsOnly(WalkKind.FIRST);
        assertThat(kinds.subList(1, 15)).containsOnly(WalkKind.QUEUED);
        assertThat(kinds.subList(15, 16)).containsOnly(WalkKind.OVERFLOW);
        assertThat(kinds.subList(16, 31)).containsOnly(WalkKind.CASCADE);
        assertThat(result.walks()).extracting(WalkResult::number).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aCascadeIsAtItsWalkWhereThatIsSeen() {
        Work first = queued(1);
        a.flushes();
        walk(a, 0, 1, 1);
        a.sleeps();
        Work second = queued(1);
        b.flushes();
        walk(b, -1, 2, 0);
        b.sleeps();
        completes(first, a);
        script.pass(30 * Script.US);
        walk(a, 1, -1, 1);
        a.returns();
        completes(second, b);
        b.returns();
        ReplayResult result = script.result();
        assertThat(disagreements(result)).isZero();
        assertThat(result.walks().get(2).timeNanos()).isEqualTo(47 * Script.US);
    }

    // ---- several workqueues

    @Test
    void walksOfAllWorkqueuesAreInOrderOfTime() {
        a.flushes(0x10, "x");
        a.returns();
        b.flushes(0x20, "y");
        b.returns();
        a.flushes(0x10, "x");
        a.returns();
        ReplayResult result = script.result();
        assertThat(result.flushes()).extracting(FlushResult::workqueue).containsExactly(0, 1, 0);
        assertThat(result.walks()).extracting(WalkResult::workqueue).containsExactly(0, 1, 0);
        assertThat(result.walks()).extracting(WalkResult::flush).containsExactly(1, 2, 3);
        assertThat(result.walks()).extracting(WalkResult::number).containsExactly(1, 2, 3);
    }

    /** Also one that the protocol did not predict. */
    @Test
    void anUnpredictedWalkIsInOrderToo() {
        a.flushes();
        walk(a, 0, 1, 0);
        walk(a, 1, -1, 0);
        a.returns();
        b.flushes();
        walk(b, 1, 2, 0);
        b.returns();
        assertThat(Script.walks(script.result()))
                .containsExactly(
                        "first by a in 1, arms 0 in vain, stamps 1, list 0",
                        "cascade by a in 1, arms 1 in vain, list 0",
                        "first by b in 2, arms 1 in vain, stamps 2, list 0");
    }
}
