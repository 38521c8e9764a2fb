package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TraceClock;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.Machines;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What items show of pools: a machine of eight CPUs, 33 the pool of CPUs 0 to 3, 34 of 4 to 7, 32 the default one. */
class UnboundPoolsTest {
    private static final int ANY_CPU = 8192;
    private static final long SOME_MICROS = 1_000;

    private final Replay replay = new Replay();
    private final EventSink sink = replay.sink();
    private final NameTable names = new NameTable();
    private final EventContext context = new EventContext();
    private long now;
    private long nextWork = 0x1000;

    @BeforeEach
    void begin() {
        sink.captureBegan(names);
        sink.onlineCpus(8);
    }

    private EventContext at(int cpu, String comm) {
        now += SOME_MICROS;
        int name = names.intern(comm);
        return context.set(now, cpu, 100 + name, name, ExecutionContext.TASK, 1, now / SOME_MICROS);
    }

    private long queue(String workqueue, int cpu) {
        long work = nextWork++;
        queue(workqueue, cpu, work);
        return work;
    }

    private void queue(String workqueue, int cpu, long work) {
        EventContext at = at(cpu, "queuer");
        sink.workQueued(at, work, names.intern("fn"), names.intern(workqueue), ANY_CPU, -1);
        sink.workActivated(at, work);
    }

    private void start(long work, int pool) {
        sink.workStarted(at(7, "kworker/u" + pool + ":0"), work, names.intern("fn"));
    }

    private void end(long work, int pool) {
        sink.workEnded(at(7, "kworker/u" + pool + ":0"), work, names.intern("fn"));
        sink.otherEvent(at(7, "kworker/u" + pool + ":0"), names.intern("something"));
    }

    private void run(String workqueue, int cpu, int pool) {
        long work = queue(workqueue, cpu);
        start(work, pool);
        end(work, pool);
    }

    private void flush(String workqueue) {
        sink.flushEntered(at(0, "flusher"), 0xff00, names.intern(workqueue));
        sink.flushReturned(at(0, "flusher"));
    }

    private static Topology topology(@Nullable String kernel, int possible, String... caches) {
        List<CpuSet> sets = List.of(caches).stream().map(CpuSet::parse).toList();
        CpuSet cpus = CpuSet.firstCpus(possible);
        return Machines.of(kernel, cpus, caches.length == 0 ? null : cpus, sets, sets, null);
    }

    private static List<String> texts(ReplayResult result, String id) {
        return result.findings().stream()
                .filter(finding -> finding.id().equals(id))
                .map(Finding::text)
                .toList();
    }

    private static WorkqueueResult workqueue(ReplayResult result, String name) {
        return result.workqueues().stream()
                .filter(workqueue -> workqueue.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Pool lock cycles of the only walk under a model. */
    private static Range locks(ReplayResult result, String model) {
        return result.walks()
                .get(0)
                .counts()
                .get(result.models().indexOf(model))
                .poolLocks();
    }

    @Test
    void podsAreLearnedAndTheGapsBetweenThemBounded() {
        run("w", 1, 33);
        run("w", 3, 33);
        run("w", 6, 34);
        flush("w");
        ReplayResult result = replay.finish(topology(null, 8));
        assertThat(texts(result, "pools-learned"))
                .containsExactly("pools learned from the trace: 3 CPUs of 8 seen, in 2 pools, nodes not known");
        // CPUs 0, 4, 5 and 7 may have pools of their own, CPU 2 lies between two of one pool.
        assertThat(locks(result, "legacy-v2")).isEqualTo(new Range(3, 3, 7));
        assertThat(locks(result, "legacy-v1")).isEqualTo(Range.exactly(9));
    }

    @Test
    void whatOtherWorkqueuesShowOfPodsCountsToo() {
        for (int cpu = 0; cpu < 8; cpu++) {
            run("other", cpu, cpu < 4 ? 33 : 34);
        }
        run("w", 2, 33);
        flush("w");
        assertThat(locks(replay.finish(topology(null, 8)), "legacy-v2")).isEqualTo(Range.exactly(3));
    }

    @Test
    void aMachineWithoutUnboundItemsHasUnknownPods() {
        flush("some_unbound");
        ReplayResult result = replay.finish(topology(null, 8));
        assertThat(texts(result, "pools-learned")).isEmpty();
        assertThat(locks(result, "legacy-v2")).isEqualTo(new Range(1, 1, 9));
    }

    @Test
    void whereNothingIsToldTheFindingSaysWhatIsLearnedAndHowManyCpusThereIsRoomFor() {
        run("w", 1, 33);
        run("w", 6, 34);
        flush("w");
        assertThat(texts(replay.finish(null), "topology-assumed"))
                .containsExactly("possible CPUs are not in the capture: 8 seen is a lower bound of what a walk passes,"
                        + " and pool ids leave room for 16 at most (8 if the kernel is 6.9 or later);"
                        + " give --topology or --cpus;"
                        + " pools learned from the trace: 2 CPUs of 8 seen, in 2 pools, nodes not known");
    }

    @Test
    void poolIdsThatLeaveRoomForTheCpusSeenAloneProveTheirCount() {
        run("w", 1, 33);
        flush("w");
        Topology topology = replay.finish(topology("6.12.1", 0)).topology();
        assertThat(topology.possibleKnown()).isTrue();
        assertThat(topology.possible()).isEqualTo(CpuSet.firstCpus(8));
    }

    @Test
    void twicePerCpuWithoutBhLeavesRoomForMore() {
        run("w", 1, 33);
        flush("w");
        assertThat(replay.finish(topology("6.8.1", 0)).topology().possibleKnown())
                .isFalse();
    }

    @Test
    void anItemThatStaysWithThePoolItRunsInShowsNothing() {
        long work = queue("w", 1);
        start(work, 33);
        queue("w", 6, work);
        end(work, 33);
        start(work, 33);
        end(work, 33);
        flush("w");
        ReplayResult result = replay.finish(topology("6.12.1", 8, "0-3", "4-7"));
        assertThat(texts(result, "topology-contradicted")).isEmpty();
        assertThat(texts(result, "attributes-changed")).isEmpty();
    }

    @Test
    void anItemInAPoolThatNoCpuHadShowsThatAttributesChanged() {
        run("w", 1, 33);
        run("w", 6, 34);
        flush("w");
        run("w", 1, 40);
        flush("w");
        ReplayResult result = replay.finish(topology("6.12.1", 8, "0-3", "4-7"));
        assertThat(texts(result, "attributes-changed")).hasSize(1);
        assertThat(texts(result, "own-attributes")).isEmpty();
        assertThat(texts(result, "topology-contradicted")).isEmpty();
    }

    /** Where the kernel moves items off isolated CPUs, those of one CPU run in the pools of several. */
    @Test
    void anItemInThePoolOfAnotherCpuIsNoChange() {
        run("w", 1, 33);
        run("w", 6, 34);
        run("w", 6, 33);
        flush("w");
        ReplayResult result = replay.finish(topology("6.12.1", 8, "0-3", "4-7"));
        assertThat(texts(result, "attributes-changed")).isEmpty();
        assertThat(texts(result, "topology-contradicted")).isEmpty();
    }

    @Test
    void podsThatContradictTheTopologyAreFollowed() {
        run("w", 1, 33);
        run("w", 6, 34);
        flush("w");
        ReplayResult result = replay.finish(topology("6.12.1", 8, "0-7"));
        assertThat(texts(result, "topology-contradicted"))
                .containsExactly(
                        "the capture contradicts test: CPUs 1 and 6 queue to pools 33 and 34, against its pods;"
                                + " is it of another machine?");
        assertThat(locks(result, "legacy-v2").value()).isEqualTo(3);
    }

    @Test
    void poolIdsContradictATopologyOfMoreCpusOrFarFewer() {
        run("w", 1, 33);
        flush("w");
        assertThat(texts(replay.finish(topology("6.12.1", 16, "0-7", "8-15")), "topology-contradicted"))
                .containsExactly("the capture contradicts test: unbound pools are numbered from 33,"
                        + " so at most 8 CPUs can be possible, not 16; is it of another machine?");
    }

    @Test
    void poolIdsContradictATopologyOfFarFewerCpus() {
        run("w", 1, 769);
        flush("w");
        assertThat(texts(replay.finish(topology("6.12.1", 8, "0-7")), "topology-contradicted"))
                .containsExactly("the capture contradicts test: unbound pools are numbered from 769,"
                        + " as where far more CPUs than 8 are possible; is it of another machine?");
    }

    @Test
    void aCpuThatIsNotPossibleContradictsTheTopology() {
        flush("w");
        assertThat(texts(replay.finish(topology("6.12.1", 4, "0-3")), "topology-contradicted"))
                .containsExactly("the capture contradicts test: CPU 7 is in the capture, but the possible ones are 0-3;"
                        + " is it of another machine?");
    }

    @Test
    void aWorkqueueWithAttributesOfItsOwnHasItsOwnPools() {
        for (int cpu = 0; cpu < 8; cpu++) {
            run("other", cpu, cpu < 4 ? 33 : 34);
            run("w", cpu, 40 + cpu);
        }
        flush("w");
        ReplayResult result = replay.finish(topology("6.12.1", 8, "0-3", "4-7"));
        assertThat(texts(result, "own-attributes")).hasSize(1);
        assertThat(texts(result, "topology-contradicted")).isEmpty();
        assertThat(locks(result, "legacy-v2")).isEqualTo(Range.exactly(9));
    }

    @Test
    void onePoolForCpusOfSeveralPodsOneItemAtATimeIsOrdered() {
        run("other", 1, 33);
        run("other", 6, 34);
        run("w", 1, 32);
        run("w", 6, 32);
        flush("w");
        ReplayResult result = replay.finish(topology(null, 8));
        assertThat(workqueue(result, "w").kind()).isEqualTo(WorkqueueKind.ORDERED);
        assertThat(workqueue(result, "w").kindAssumed()).isTrue();
        assertThat(workqueue(result, "other").kind()).isEqualTo(WorkqueueKind.UNBOUND);
    }

    @Test
    void twoItemsAtATimeAreNotOrdered() {
        run("other", 1, 33);
        run("other", 6, 34);
        long one = queue("w", 1);
        long two = queue("w", 6);
        sink.workStarted(at(1, "kworker/u32:0"), one, names.intern("fn"));
        sink.workStarted(at(6, "kworker/u32:1"), two, names.intern("fn"));
        flush("w");
        assertThat(workqueue(replay.finish(topology(null, 8)), "w").kind()).isEqualTo(WorkqueueKind.UNBOUND);
    }

    @Test
    void anOrderedNameIsNotBelievedOfItemsInSeveralPools() {
        run("reordered", 1, 33);
        run("reordered", 6, 34);
        flush("reordered");
        assertThat(workqueue(replay.finish(topology(null, 8)), "reordered").kind())
                .isEqualTo(WorkqueueKind.UNBOUND);
    }

    @Test
    void beforePwqsPerCpuThePoolsAreThoseOfNodes() {
        run("w", 1, 17);
        run("w", 6, 18);
        flush("w");
        ReplayResult result = replay.finish(topology("6.1.0", 0));
        assertThat(locks(result, "legacy-v0")).isEqualTo(Range.exactly(3));
    }

    @Test
    void aDumpTellsThePoolsOfAWorkqueue() {
        run("w", 1, 33);
        flush("w");
        Topology plain = topology(null, 8);
        Topology dumped = new Topology(
                null,
                plain.possible(),
                true,
                null,
                List.of(),
                List.of(),
                null,
                plain.cacheShardSize(),
                Map.of("w", WorkqueueKind.UNBOUND),
                Map.of("w", List.of(33, 33, 33, 33, 34, 34, 34, 34, 32)),
                null,
                "dump");
        assertThat(locks(replay.finish(dumped), "legacy-v2")).isEqualTo(Range.exactly(3));
    }

    /** Jiffies: events of different CPUs within one tick are in no order, so items are taken for one another. */
    @Test
    void aClockThatOrdersNothingTeachesNothing() {
        sink.clock(TraceClock.TICKS);
        run("w", 1, 33);
        run("w", 6, 34);
        for (int i = 0; i < 10; i++) {
            now -= SOME_MICROS;
            sink.otherEvent(at(i % 2, "task" + i % 2), names.intern("something"));
        }
        flush("w");
        ReplayResult result = replay.finish(topology("6.12.1", 8, "0-7"));
        assertThat(texts(result, "topology-contradicted")).isEmpty();
    }
}
