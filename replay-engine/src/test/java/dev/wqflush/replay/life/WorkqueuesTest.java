package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wqflush.parsers.event.LockFlags;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.replay.life.Script.Task;
import dev.wqflush.replay.life.Script.Work;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which workqueues there are, of which kind, and which items and flushes are theirs. */
class WorkqueuesTest {
    private final Script script = new Script();
    private final Task a = script.task("a", 1, 0);
    private final Task b = script.task("b", 2, 2);
    private final Task queuer = script.task("queuer", 9, 3);
    private final Task worker = script.worker(1);

    private void idleFlush(Task task, long pointer, String name) {
        task.flushes(pointer, name);
        task.returns();
    }

    private void queued(Task task, Work work) {
        task.queues(work);
        task.doesSomething();
    }

    private WorkqueueResult workqueue(int index) {
        return script.result().workqueues().get(index);
    }

    private List<Finding> findings(String id) {
        return script.result().findings().stream()
                .filter(finding -> finding.id().equals(id))
                .toList();
    }

    // ---- kinds

    @Test
    void theKindIsTakenFromItsItems() {
        queued(queuer, script.perCpu("p", 0));
        queued(queuer, script.unbound("u"));
        queued(queuer, script.perCpu("my_bh", 1));
        queued(queuer, script.unbound("my_ordered"));
        assertThat(script.result().workqueues())
                .extracting(
                        WorkqueueResult::name,
                        WorkqueueResult::kind,
                        WorkqueueResult::kindSource,
                        WorkqueueResult::kindAssumed)
                .containsExactly(
                        tuple("p", WorkqueueKind.PER_CPU, "its items' pools", false),
                        tuple("u", WorkqueueKind.UNBOUND, "its items' pools", false),
                        tuple("my_bh", WorkqueueKind.BH, "its items' pools", false),
                        tuple("my_ordered", WorkqueueKind.ORDERED, "its items' pools and its name", true));
    }

    @Test
    void withoutItemsItIsTakenFromItsName() {
        idleFlush(a, 0x10, "events_unbound");
        idleFlush(a, 0x20, "mine");
        assertThat(script.result().workqueues())
                .extracting(
                        WorkqueueResult::name,
                        WorkqueueResult::kind,
                        WorkqueueResult::kindSource,
                        WorkqueueResult::kindAssumed)
                .containsExactly(
                        tuple("events_unbound", WorkqueueKind.UNBOUND, "its name", true),
                        tuple("mine", WorkqueueKind.UNKNOWN, "not known", true));
        assertThat(workqueue(1).pwqs()).isEqualTo(new Range(1, 8, 9));
        assertThat(workqueue(0).pwqs()).isEqualTo(Range.exactly(9));
    }

    @Test
    void aDumpOfTheKernelTellsMoreThanItems() {
        queued(queuer, script.perCpu(Script.NAME, 1));
        Topology machine = Script.machine("7.3");
        Topology dumped = new Topology(
                machine.kernel(),
                machine.possible(),
                true,
                machine.online(),
                machine.nodes(),
                machine.caches(),
                "cache",
                8,
                Map.of(Script.NAME, WorkqueueKind.ORDERED),
                Map.of(),
                null,
                "wq_dump.py");
        WorkqueueResult workqueue = script.result(dumped).workqueues().get(0);
        assertThat(workqueue.kind()).isEqualTo(WorkqueueKind.ORDERED);
        assertThat(workqueue.kindSource()).isEqualTo("wq_dump.py");
        assertThat(workqueue.kindAssumed()).isFalse();
        assertThat(workqueue.pools()).isEqualTo(Range.exactly(1));
    }

    /** An item that was queued before the capture tells nothing of its pool. */
    @Test
    void anItemInFlightAtTheStartTellsNoKind() {
        Work before = new Work(0x77, "fn", "u", 1, 1);
        worker.starts(before);
        queued(queuer, script.unbound("u"));
        assertThat(workqueue(0).kind()).isEqualTo(WorkqueueKind.UNBOUND);
    }

    @Test
    void aWorkqueueHasItsPwqsAndPools() {
        queued(queuer, script.unbound("u"));
        queued(queuer, script.unbound("u"));
        idleFlush(a, 0x10, "u");
        assertThat(workqueue(0).pwqs()).isEqualTo(Range.exactly(9));
        assertThat(workqueue(0).pools()).isEqualTo(new Range(1, 3, 9));
        assertThat(workqueue(0).items()).isEqualTo(2);
        assertThat(workqueue(0).pointer()).isEqualTo(0x10);
    }

    @Test
    void flushedWorkqueuesComeFirstThenTheOthersByFirstSight() {
        queued(queuer, script.perCpu("first", 1));
        queued(queuer, script.perCpu("second", 1));
        queued(queuer, script.perCpu("third", 1));
        idleFlush(a, 0x10, "second");
        assertThat(script.result().workqueues())
                .extracting(WorkqueueResult::name, WorkqueueResult::items)
                .containsExactly(tuple("second", 1L), tuple("first", 1L), tuple("third", 1L));
        assertThat(script.result().flushes().get(0).workqueue()).isZero();
    }

    // ---- names

    @Test
    void aFlushWithoutANameTakesThatOfTheItemThatEndedItsWait() {
        queued(queuer, script.perCpu("other", 1));
        Work work = script.perCpu("mine", 1);
        queued(queuer, work);
        a.queues(script.perCpu("other", 1));
        a.flushes(0, "");
        a.sleeps();
        worker.runs(work);
        worker.wakes(a);
        a.resumes();
        a.returns();
        ReplayResult result = script.result();
        assertThat(result.workqueues().get(result.flushes().get(0).workqueue()).name())
                .isEqualTo("mine");
        assertThat(result.findings())
                .filteredOn(finding -> finding.id().equals("unknown-workqueue"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.text()).startsWith("1 flushes show no workqueue name"));
    }

    @Test
    void orElseOfWhatItsTaskQueuedLast() {
        a.queues(script.perCpu("before", 1));
        a.queues(script.perCpu("mine", 1));
        a.flushes(0, "");
        a.returns();
        ReplayResult result = script.result();
        assertThat(result.workqueues().get(result.flushes().get(0).workqueue()).name())
                .isEqualTo("mine");
    }

    @Test
    void orNone() {
        idleFlush(a, 0, "");
        assertThat(workqueue(0).name()).isEqualTo("(unknown)");
        assertThat(script.result().flushes()).hasSize(1);
    }

    /** All flushes of one pointer are of one workqueue: what most of them suggest. */
    @Test
    void flushesOfOnePointerHaveOneName() {
        a.queues(script.perCpu("astray", 1));
        idleFlush(a, 0x10, "");
        b.queues(script.perCpu("mine", 1));
        idleFlush(b, 0x10, "");
        idleFlush(b, 0x10, "");
        assertThat(script.result().flushes())
                .extracting(flush ->
                        script.result().workqueues().get(flush.workqueue()).name())
                .containsOnly("mine");
    }

    @Test
    void aPointerThatNothingNamesIsUnknown() {
        idleFlush(a, 0x10, "");
        assertThat(workqueue(0).name()).isEqualTo("(unknown)");
        assertThat(workqueue(0).pointer()).isEqualTo(0x10);
    }

    // ---- two workqueues of one name

    /** One was destroyed, the next one made: items go to the one that was there. */
    @Test
    void ofTwoAfterEachOtherAnItemBelongsToTheOneAlive() {
        queued(queuer, script.perCpu(Script.NAME, 1));
        idleFlush(a, 0x10, Script.NAME);
        queued(queuer, script.perCpu(Script.NAME, 1));
        queued(queuer, script.perCpu(Script.NAME, 1));
        idleFlush(b, 0x20, Script.NAME);
        queued(queuer, script.perCpu(Script.NAME, 1));
        assertThat(script.result().workqueues())
                .extracting(WorkqueueResult::pointer, WorkqueueResult::items)
                .containsExactly(tuple(0x10L, 1L), tuple(0x20L, 3L));
        assertThat(findings("same-name-workqueues")).isEmpty();
    }

    /** Both are there: an item goes to the one that its queuer flushes next. */
    @Test
    void ofTwoAtOnceAnItemBelongsToTheOneThatItsQueuerFlushesNext() {
        queued(a, script.perCpu(Script.NAME, 1));
        idleFlush(a, 0x10, Script.NAME);
        queued(b, script.perCpu(Script.NAME, 1));
        queued(b, script.perCpu(Script.NAME, 1));
        idleFlush(b, 0x20, Script.NAME);
        queued(a, script.perCpu(Script.NAME, 1));
        idleFlush(a, 0x10, Script.NAME);
        queued(b, script.perCpu(Script.NAME, 1));
        idleFlush(b, 0x20, Script.NAME);
        idleFlush(b, 0x10, Script.NAME);
        queued(queuer, script.perCpu(Script.NAME, 1));
        ReplayResult result = script.result();
        assertThat(result.workqueues())
                .extracting(WorkqueueResult::pointer, WorkqueueResult::items)
                .as("what nobody flushes next goes to the first")
                .containsExactly(tuple(0x10L, 3L), tuple(0x20L, 3L));
        assertThat(findings("same-name-workqueues")).singleElement().satisfies(finding -> {
            assertThat(finding.count()).isEqualTo(2);
            assertThat(finding.text()).startsWith("2 workqueues are named wq;");
            assertThat(finding.firstNanos()).isEqualTo(9 * Script.US);
            assertThat(finding.where()).isEqualTo("line 9");
        });
    }

    // ---- pool locks

    @Test
    void whoQueuesRightAfterWaitingForALockWaitedForThePoolLock() {
        queuer.waitsFor(0x44, LockFlags.SPIN);
        script.pass(9 * Script.US);
        queuer.gets(0x44);
        queuer.queues(script.perCpu(Script.NAME, 1));
        queuer.queues(script.perCpu(Script.NAME, 1));
        assertThat(workqueue(0).poolLockWaitNanos()).isEqualTo(10 * Script.US);
    }

    @Test
    void aWaitWithSomethingElseInBetweenIsNoWaitForThePoolLock() {
        queuer.waitsFor(0x44, LockFlags.SPIN);
        queuer.gets(0x44);
        queuer.doesSomething();
        queuer.queues(script.perCpu(Script.NAME, 1));
        assertThat(workqueue(0).poolLockWaitNanos()).isZero();
    }

    @Test
    void aWorkerThatSpinsAfterItsItemWaitsForThePoolLock() {
        Work work = script.perCpu(Script.NAME, 1);
        queued(queuer, work);
        worker.runs(work);
        worker.at(1).waitsFor(0x44, LockFlags.SPIN);
        script.pass(4 * Script.US);
        worker.gets(0x44);
        assertThat(workqueue(0).poolLockWaitNanos()).isEqualTo(5 * Script.US);
    }

    // ---- changed attributes

    private Work ranIn(int pool) {
        Work work = script.unbound("u");
        queued(queuer, work);
        Task unbound = script.unboundWorker(pool, 3);
        unbound.runs(work);
        unbound.doesSomething();
        return work;
    }

    @Test
    void anItemThatRunsInAnotherPoolThanThoseBeforeItShowsChangedAttributes() {
        queuer.leaves(TaskState.RUNNABLE, 0);
        idleFlush(a, 0x10, "u");
        ranIn(8);
        ranIn(8);
        a.flushes(0x10, "u");
        ranIn(9);
        a.returns();
        idleFlush(a, 0x10, "u");
        ReplayResult result = script.result();
        assertThat(findings("attributes-changed")).singleElement().satisfies(finding -> {
            assertThat(finding.text()).startsWith("the pools of u changed").contains("the counts of 2 flushes");
            assertThat(finding.count()).isEqualTo(2);
            assertThat(finding.firstNanos()).isEqualTo(17 * Script.US);
            assertThat(finding.where()).isEqualTo("line 17");
        });
        assertThat(result.flushes())
                .extracting(FlushResult::grade)
                .as("the first one ended before")
                .containsExactly(Grade.B, Grade.C, Grade.C);
    }

    @Test
    void aPoolThatStaysShowsNone() {
        idleFlush(a, 0x10, "u");
        ranIn(8);
        ranIn(8);
        assertThat(findings("attributes-changed")).isEmpty();
    }

    /** A rescuer runs items of any pool. */
    @Test
    void aWorkerWithoutAPoolInItsNameShowsNone() {
        idleFlush(a, 0x10, "u");
        ranIn(8);
        for (String name : List.of("kworker/R-u", "kworker/u", "kworker/ux:1", "kworker/1:0")) {
            Work work = script.unbound("u");
            queued(queuer, work);
            script.task(name, 70, 3).runs(work);
        }
        assertThat(findings("attributes-changed")).isEmpty();
    }
}
