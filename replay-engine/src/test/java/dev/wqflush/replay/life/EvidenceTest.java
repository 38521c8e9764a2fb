package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;
import dev.wqflush.replay.life.Script.Task;
import dev.wqflush.replay.life.Script.Work;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WalkSource;
import dev.wqflush.replay.topology.KernelChange;
import dev.wqflush.replay.topology.KernelRelease;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a capture holds, how a walk is known, what grade that gives, and what the reader has to be told. */
class EvidenceTest {
    private final Script script = new Script();
    private final Task a = script.task("a", 1, 0);
    private final Task b = script.task("b", 2, 2);
    private final Task queuer = script.task("queuer", 9, 3);
    private final Task worker = script.worker(1);

    private void idleFlush() {
        a.flushes();
        a.returns();
    }

    private WalkResult onlyWalk() {
        ReplayResult result = script.result();
        assertThat(result.walks()).hasSize(1);
        return result.walks().get(0);
    }

    private List<Finding> findings(String id) {
        return script.result().findings().stream()
                .filter(finding -> finding.id().equals(id))
                .toList();
    }

    // ---- counts

    @Test
    void eventsAreCountedByTheirKind() {
        Work work = script.perCpu(Script.NAME, 1);
        queuer.queues(work);
        queuer.activates(work);
        worker.runs(work);
        a.flushes();
        a.walks(0, 1);
        a.walked(0);
        a.returns();
        a.waitsForMutex();
        a.getsMutex();
        a.sleeps();
        a.resumes();
        queuer.wakes(a);
        queuer.wakesUp(a);
        queuer.migrates(a);
        queuer.doesSomething();
        assertThat(script.result().evidence()).isEqualTo(new EvidenceSeen(4, 1, 1, 1, 1, 5, 2, 0, 0, true));
    }

    @Test
    void lossIsCountedUntilSomeOfItIsNot() {
        script.sink().eventsLost(0, 3, 1);
        script.sink().eventsLost(1, 4, 2);
        script.sink().eventsLost(1, 0, 2);
        assertThat(script.result().evidence().lostEvents()).isEqualTo(7);
        script.sink().eventsLost(1, -1, 3);
        script.sink().eventsLost(1, 4, 4);
        script.sink().bufferStarted(1, 5);
        assertThat(script.result().evidence().lostEvents()).isEqualTo(-1);
        assertThat(script.result().evidence().lossMarks()).isEqualTo(6);
    }

    @Test
    void onlyNanosecondsAreTime() {
        script.sink().clock(TraceClock.COUNTER);
        assertThat(script.result().evidence().timed()).isFalse();
        script.sink().clock(TraceClock.NANOSECONDS);
        assertThat(script.result().evidence().timed()).isTrue();
    }

    @Test
    void theCaptureGoesFromItsFirstEventToTheLast() {
        script.pass(41 * Script.US);
        a.doesSomething();
        script.pass(8 * Script.US);
        a.doesSomething();
        assertThat(script.result().firstNanos()).isEqualTo(42 * Script.US);
        assertThat(script.result().lastNanos()).isEqualTo(51 * Script.US);
        assertThat(script.result().spanNanos()).isEqualTo(9 * Script.US);
        assertThat(new Script().result().firstNanos()).as("of nothing").isZero();
    }

    // ---- how a walk is known

    @Test
    void aProbeShowsAWalk() {
        a.flushes();
        script.pass(3 * Script.US);
        a.walks(4, 5);
        script.pass(10 * Script.US);
        a.onCpu(1).walked(0);
        a.returns();
        WalkResult walk = onlyWalk();
        assertThat(walk.source()).isEqualTo(WalkSource.PROBE);
        assertThat(walk.kind()).isEqualTo(WalkKind.FIRST);
        assertThat(walk.timeNanos()).isEqualTo(5 * Script.US);
        assertThat(walk.measuredNanos()).isEqualTo(11 * Script.US);
        assertThat(walk.flushColour()).isEqualTo(4);
        assertThat(walk.workColour()).isEqualTo(5);
        assertThat(walk.armedAny()).isFalse();
        assertThat(walk.position()).isEqualTo(2);
        assertThat(walk.cpu()).isZero();
        assertThat(walk.flush()).isEqualTo(1);
        assertThat(walk.number()).isEqualTo(1);
        assertThat(walk.tid()).isEqualTo(1);
        assertThat(Script.flushes(script.result()))
                .containsExactly("a idle, colour 4: mutex 0, walk 11, items 0, wakeup 0, other 5");
    }

    @Test
    void functionGraphShowsAWalkAndItsLength() {
        Task graph = a.by(EvidenceSource.GRAPH);
        graph.flushes();
        graph.walks();
        graph.walked(EventSink.NOT_SHOWN, 700);
        graph.returns();
        WalkResult walk = onlyWalk();
        assertThat(walk.source()).isEqualTo(WalkSource.GRAPH);
        assertThat(walk.measuredNanos()).isEqualTo(700);
        assertThat(walk.flushColour()).isZero();
        assertThat(walk.workColour()).isEqualTo(1);
    }

    @Test
    void theFunctionTracerShowsAWalk() {
        Task tracer = a.by(EvidenceSource.FUNCTION);
        tracer.flushes();
        tracer.walks();
        a.returns();
        assertThat(onlyWalk().source()).isEqualTo(WalkSource.GRAPH);
        assertThat(onlyWalk().measuredNanos()).isEqualTo(-1);
    }

    /** Both a probe and function_graph are on: still one flush and one walk; the graph's length is the better one. */
    @Test
    void twoTracersSeeOneFlushAndOneWalk() {
        Task graph = a.by(EvidenceSource.GRAPH);
        graph.flushes(0, "");
        a.flushes();
        graph.walks();
        a.walks(3, 4);
        a.walked(0);
        graph.walked(EventSink.NOT_SHOWN, 500);
        a.returns();
        ReplayResult result = script.result();
        assertThat(result.flushes()).hasSize(1);
        assertThat(result.evidence().flushEntries()).isEqualTo(1);
        assertThat(result.evidence().walks()).isEqualTo(1);
        assertThat(result.evidence().walkTimes()).isEqualTo(1);
        assertThat(onlyWalk().flushColour()).isEqualTo(3);
        assertThat(onlyWalk().measuredNanos()).isEqualTo(500);
        assertThat(result.workqueues().get(0).name()).isEqualTo(Script.NAME);
        assertThat(result.workqueues().get(0).pointer()).isEqualTo(Script.POINTER);
    }

    @Test
    void whatTheOtherTracerNamesIsTheFlushsName() {
        a.by(EvidenceSource.GRAPH).flushes(0, "");
        a.flushes();
        a.returns();
        b.flushes(0, "");
        b.walks(0, 1);
        b.walked(0);
        b.returns();
        ReplayResult result = script.result();
        assertThat(result.workqueues()).hasSize(1);
        assertThat(result.workqueues().get(0).pointer()).isEqualTo(Script.POINTER);
    }

    @Test
    void aWalkMayTakeNoTimeAtAll() {
        Task graph = a.by(EvidenceSource.GRAPH);
        graph.flushes();
        graph.walks();
        a.walked(0);
        graph.walked(0, 0);
        graph.returns();
        assertThat(onlyWalk().measuredNanos()).isZero();
        assertThat(script.result().evidence().walkTimes()).isEqualTo(1);
    }

    @Test
    void aFlushEnteredBeforeTheCaptureIsKnownByItsWalk() {
        a.walks(2, 3);
        a.walked(0);
        a.returns();
        ReplayResult result = script.result();
        assertThat(result.evidence().flushEntries()).isZero();
        assertThat(result.flushes()).hasSize(1);
        assertThat(result.flushes().get(0).grade()).isEqualTo(Grade.C);
        assertThat(Script.walks(result)).containsExactly("first by a in 1, arms 2 in vain, stamps 3, list 0..4");
        assertThat(result.walks().get(0).counts().get(3).visits()).isEqualTo(new Range(0, 0, 4));
    }

    @Test
    void aWalkThatTheProtocolDidNotPredictIsBelieved() {
        a.flushes();
        a.walks(0, 1);
        a.walked(0);
        a.walks(1, -1);
        a.walked(1);
        a.returns();
        ReplayResult result = script.result();
        assertThat(Script.walks(result))
                .containsExactly(
                        "first by a in 1, arms 0 in vain, stamps 1, list 0", "cascade by a in 1, arms 1, list 0");
        assertThat(findings("protocol-disagreement"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text())
                        .isEqualTo("the flush protocol and the events differed 1 times; the events were followed"));
    }

    @Test
    void aSecondStampingWalkOfOneFlushIsForThoseInOverflow() {
        a.flushes();
        a.walks(-1, 1);
        a.walked(0);
        a.walks(-1, 2);
        a.walked(0);
        a.returns();
        assertThat(script.result().walks())
                .extracting(WalkResult::kind)
                .containsExactly(WalkKind.QUEUED, WalkKind.OVERFLOW);
    }

    @Test
    void anUnpredictedWalkWithoutArgumentsIsNotAWalkOfAKind() {
        a.flushes();
        a.walks();
        a.walked(0);
        a.walks();
        a.walked(0);
        a.returns();
        assertThat(script.result().walks()).hasSize(1);
        assertThat(findings("protocol-disagreement")).hasSize(1);
    }

    @Test
    void withoutSchedulerEventsItemsDecideWhetherAWalkArms() {
        queuer.queues(script.perCpu(Script.NAME, 1));
        queuer.doesSomething();
        a.flushes();
        a.doesSomething();
        assertThat(onlyWalk().source()).isEqualTo(WalkSource.INFERRED);
        assertThat(onlyWalk().armedAny()).isTrue();
        assertThat(onlyWalk().position()).isEqualTo(3);
        assertThat(onlyWalk().cpu()).isZero();
    }

    @Test
    void withThemTheFlushersOwnEventsDo() {
        queuer.queues(script.perCpu(Script.NAME, 1));
        queuer.doesSomething();
        a.flushes();
        a.sleeps();
        assertThat(onlyWalk().source()).isEqualTo(WalkSource.PROTOCOL);
    }

    @Test
    void whereProbesShowWalksOnesThatTheyDoNotShowAreNone() {
        a.flushes();
        a.walks(0, 1);
        a.walked(0);
        a.returns();
        b.flushes();
        b.returns();
        assertThat(Script.walks(script.result())).containsExactly("first by a in 1, arms 0 in vain, stamps 1, list 0");
        assertThat(findings("protocol-disagreement")).hasSize(1);
    }

    /** Coming back before it could sleep, the flusher proves that no flush was in progress. */
    @Test
    void aFlusherThatReturnsAtOnceProvesThatTheFlushInProgressWasOver() {
        queuer.queues(script.perCpu(Script.NAME, 1));
        queuer.doesSomething();
        a.flushes();
        a.sleeps();
        b.flushes();
        b.doesSomething();
        b.returns();
        ReplayResult result = script.result();
        assertThat(Script.walks(result).get(1)).startsWith("first by b in 2, arms 1 in vain, stamps 2");
        assertThat(findings("protocol-disagreement")).hasSize(1);
    }

    // ---- grades

    private Grade gradeOfFlush() {
        List<FlushResult> flushes = script.result().flushes();
        return flushes.get(flushes.size() - 1).grade();
    }

    /** Scheduler and workqueue events, and a walk. */
    private void fullEvidence() {
        queuer.queues(script.perCpu("other", 1));
        queuer.leaves(TaskState.RUNNABLE, 0);
        b.flushes(0x700, "other");
        b.walks();
        b.walked(0);
        b.returns();
    }

    @Test
    void gradeANeedsWalksSchedulerAndWorkqueueEvents() {
        fullEvidence();
        idleFlush();
        assertThat(gradeOfFlush()).isEqualTo(Grade.A);
        assertThat(script.result(null).flushes().get(1).grade())
                .as("without topology")
                .isEqualTo(Grade.C);
    }

    @Test
    void withoutWalksItIsB() {
        queuer.queues(script.perCpu("other", 1));
        queuer.leaves(TaskState.RUNNABLE, 0);
        idleFlush();
        assertThat(gradeOfFlush()).isEqualTo(Grade.B);
    }

    @Test
    void withoutSchedulerOrWorkqueueEventsItIsC() {
        idleFlush();
        assertThat(gradeOfFlush()).isEqualTo(Grade.C);
        queuer.leaves(TaskState.RUNNABLE, 0);
        assertThat(gradeOfFlush()).isEqualTo(Grade.C);
    }

    @Test
    void aFlushWhoseReturnIsNotSeenIsC() {
        fullEvidence();
        a.flushes();
        assertThat(gradeOfFlush()).isEqualTo(Grade.C);
    }

    @Test
    void lossInsideAFlushMakesItC() {
        fullEvidence();
        a.flushes();
        script.sink().eventsLost(0, 1, 9);
        a.returns();
        assertThat(gradeOfFlush()).isEqualTo(Grade.C);
        idleFlush();
        assertThat(gradeOfFlush()).as("the next one ends the doubt").isEqualTo(Grade.C);
        idleFlush();
        assertThat(gradeOfFlush()).isEqualTo(Grade.A);
    }

    // ---- findings

    @Test
    void timeThatRunsBackwardsIsTold() {
        a.doesSomething();
        script.pass(-3 * Script.US);
        a.doesSomething();
        a.doesSomething();
        a.doesSomething();
        assertThat(findings("clock-disorder")).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
            assertThat(finding.text()).isEqualTo("time runs backwards 1 time; the order of the file was followed");
        });
        assertThat(script.result().lastNanos()).isEqualTo(Script.US);
    }

    @Test
    void equalTimesAreInOrder() {
        a.doesSomething();
        script.pass(-Script.US);
        a.doesSomething();
        assertThat(findings("clock-disorder")).isEmpty();
    }

    @Test
    void withoutTopologyTheCpusSeenAreALowerBound() {
        idleFlush();
        b.doesSomething();
        ReplayResult result = script.result(null);
        assertThat(result.topology().possible().toString()).isEqualTo("0,2");
        assertThat(result.findings().get(0).id()).isEqualTo("topology-assumed");
        assertThat(result.findings().get(0).text()).contains("2 seen is a lower bound");
        assertThat(findings("topology-assumed")).as("with it").isEmpty();
    }

    @Test
    void theHeadersCpusCountAsSeen() {
        script.sink().onlineCpus(3);
        script.sink().configuredCpus(2);
        idleFlush();
        assertThat(script.result(null).topology().possible().toString()).isEqualTo("0-2");
        script.sink().configuredCpus(5);
        assertThat(script.result(null).topology().possible().toString()).isEqualTo("0-4");
    }

    @Test
    void aGraphThatShowsMoreLockCyclesThanCpusIsTold() {
        Task graph = a.by(EvidenceSource.GRAPH);
        graph.flushes();
        graph.walks();
        graph.cyclesLock();
        graph.cyclesLock();
        graph.walked(EventSink.NOT_SHOWN, 700);
        graph.cyclesLock();
        graph.returns();
        assertThat(script.result(null).findings().get(0).id()).isEqualTo("graph-shows-more");
        assertThat(script.result(null).findings().get(0).text()).contains("2 lock cycles in one walk, more than the 1");
        assertThat(findings("graph-shows-more")).as("of eight CPUs known").isEmpty();
        b.doesSomething();
        assertThat(script.result(null).findings())
                .as("two CPUs seen")
                .extracting(Finding::id)
                .doesNotContain("graph-shows-more");
    }

    @Test
    void aWholeCaptureTellsOnlyOfOpenQuestions() {
        idleFlush();
        assertThat(script.result().findings()).extracting(Finding::id).containsExactly("open-choices");
    }

    @Test
    void warningsComeBeforeOtherFindings() {
        worker.starts(script.perCpu(Script.NAME, 1));
        idleFlush();
        assertThat(script.result(null).findings())
                .extracting(Finding::severity)
                .containsExactly(Finding.Severity.WARNING, Finding.Severity.INFO);
    }

    @Test
    void whatTheReleaseMayHaveIsSaidWhereWalksDependOnIt() {
        queuer.queues(script.unbound(Script.NAME));
        idleFlush();
        assertThat(findings("kernel-candidates"))
                .extracting(Finding::text)
                .containsExactly(KernelChange.candidates(KernelRelease.parse("7.3")));
        assertThat(script.result(Script.machine(null)).findings())
                .as("no release known")
                .extracting(Finding::id)
                .doesNotContain("kernel-candidates");
    }

    @Test
    void walksOfPerCpuWorkqueuesAreTheSameInAllReleases() {
        queuer.queues(script.perCpu(Script.NAME, 1));
        idleFlush();
        assertThat(findings("kernel-candidates")).isEmpty();
    }

    @Test
    void theKernelOfTheCaptureSelectsTheModel() {
        script.sink().kernelRelease("6.1.0-amd64");
        idleFlush();
        assertThat(script.result(null).tracedModel()).isEqualTo("legacy-v0");
        assertThat(script.result(Script.machine(null)).tracedModel()).isEqualTo("legacy-v0");
        assertThat(script.result(Script.machine("7.3")).tracedModel())
                .as("unless another one is given")
                .isEqualTo("legacy-v2");
    }

    @Test
    void aReleaseThatIsNoneIsUnknown() {
        script.sink().kernelRelease("rolling");
        idleFlush();
        assertThat(script.result(null).topology().kernel()).isNull();
    }

    /** Where another answer to an open question would change the counts, the reader is told by how much. */
    @Test
    void openQuestionsThatMatterAreNamed() {
        queuer.queues(script.perCpu(Script.NAME, 1));
        queuer.doesSomething();
        a.flushes();
        a.walks(0, 1);
        a.walked(1);
        a.sleeps();
        assertThat(findings("open-choices")).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Finding.Severity.INFO);
            assertThat(finding.text())
                    .startsWith("open questions of the active list that would change its counts: ")
                    .contains("A2 (none): node lock cycles 4 to 3")
                    .contains("A8 (on the list): visits 1 to 8, pool lock cycles 1 to 8")
                    .doesNotContain("A3");
        });
    }

    // ---- whose event it is

    @Test
    void anEventInInterruptContextIsNotTheTasksOwn() {
        a.flushes();
        a.doesSomething();
        a.in(ExecutionContext.HARDIRQ).doesSomething();
        a.flushes();
        assertThat(script.result().flushes().get(0).endNanos())
                .as("not the task's last event")
                .isEqualTo(4 * Script.US);
        assertThat(script.result().flushes()).hasSize(2);
    }

    @Test
    void anEventWithoutATaskIsNobodys() {
        Task nobody = script.task("x", -1, 0);
        nobody.flushes();
        nobody.walks(0, 1);
        nobody.walked(0);
        nobody.cyclesLock();
        nobody.returns();
        nobody.waitsForMutex();
        nobody.getsMutex();
        nobody.sleeps();
        nobody.resumes();
        nobody.starts(script.perCpu(Script.NAME, 1));
        nobody.ends(script.perCpu(Script.NAME, 1));
        nobody.wakes(nobody);
        nobody.wakesUp(nobody);
        ReplayResult result = script.result();
        assertThat(result.flushes()).isEmpty();
        assertThat(result.walks()).isEmpty();
        assertThat(result.evidence().workqueueEvents()).isEqualTo(2);
        assertThat(result.evidence().lockEvents()).isEqualTo(2);
    }
}
