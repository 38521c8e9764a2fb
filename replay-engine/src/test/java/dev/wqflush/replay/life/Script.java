package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.LockFlags;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.explain.Fact;
import dev.wqflush.replay.explain.ListVisit;
import dev.wqflush.replay.explain.Sentence;
import dev.wqflush.replay.explain.WalkExplanation;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.Machines;
import dev.wqflush.replay.topology.Topology;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A trace told by what its tasks do, an event a microsecond, the first at 1 us and on line 1. The machine has eight
 * possible CPUs; 0 and 1 (node 0), 2 and 3 (node 1) are online.
 */
final class Script {
    static final long US = 1_000;

    /** Address of the workqueue that tasks flush unless told otherwise. */
    static final long POINTER = 0x100;

    static final String NAME = "wq";
    static final long WQ_MUTEX = 0x3000;
    private static final int ANY_CPU = 8192;

    private final NameTable names = new NameTable();
    private final Replay replay = new Replay();
    private final EventSink sink = replay.sink();
    private final EventContext at = new EventContext();
    private long nanos;
    private long line;
    private int works;

    Script() {
        sink.captureBegan(names);
    }

    /** The machine with its kernel's release, such as {@code 7.3}. */
    static Topology machine(@Nullable String release) {
        List<CpuSet> halves = List.of(CpuSet.parse("0-1"), CpuSet.parse("2-3"));
        return Machines.of(release, CpuSet.firstCpus(8), CpuSet.firstCpus(4), halves, halves, "cache");
    }

    /** Another file of the same boot. */
    void nextFile() {
        sink.captureBegan(names);
    }

    /** For what no task does. */
    EventSink sink() {
        return sink;
    }

    /** An event's name. */
    int intern(String name) {
        return names.intern(name);
    }

    Task task(String comm, int tid, int cpu) {
        return new Task(comm, tid, cpu);
    }

    /** A worker of a CPU's normal pool. */
    Task worker(int cpu) {
        return task("kworker/" + cpu + ":0", 200 + cpu, cpu);
    }

    /** A worker of an unbound pool. */
    Task unboundWorker(int pool, int cpu) {
        return task("kworker/u" + pool + ":0", 300 + 10 * pool + cpu, cpu);
    }

    /** An item of a per-cpu workqueue. */
    Work perCpu(String workqueue, int cpu) {
        return new Work(0x5000 + works++, "fn", workqueue, cpu, cpu);
    }

    /** An item of an unbound workqueue, queued for no CPU in particular. */
    Work unbound(String workqueue) {
        return new Work(0x5000 + works++, "fn", workqueue, ANY_CPU, -1);
    }

    /** Lets time pass. */
    void pass(long more) {
        nanos += more;
    }

    long nanos() {
        return nanos;
    }

    ReplayResult result() {
        return result(machine("7.3"));
    }

    ReplayResult result(@Nullable Topology topology) {
        return replay.finish(topology);
    }

    /** Walks in words: {@code first by a in 1: arms 0, stamps 1, armed, list 1}. */
    static List<String> walks(ReplayResult result) {
        int list = result.models().indexOf(ModelSet.ACTIVE_LIST);
        return result.walks().stream().map(walk -> words(walk, list)).toList();
    }

    private static String words(WalkResult walk, int list) {
        Range visits = walk.counts().get(list).visits();
        return walk.kind().word() + " by " + walk.task() + " in " + walk.flush()
                + (walk.flushColour() < 0 ? "" : ", arms " + walk.flushColour() + (walk.armedAny() ? "" : " in vain"))
                + (walk.workColour() < 0 ? "" : ", stamps " + walk.workColour())
                + ", list " + (visits.isExact() ? visits.value() : visits.low() + ".." + visits.high());
    }

    /** Flushes in words: {@code a first, colour 0: mutex 0, walk 0, items 2, wakeup 1, other 3}, in microseconds. */
    static List<String> flushes(ReplayResult result) {
        return result.flushes().stream().map(Script::words).toList();
    }

    private static String words(FlushResult flush) {
        FlushSplit split = flush.split();
        return flush.task() + " " + flush.path().word() + ", colour " + flush.colour() + ": mutex "
                + split.mutexNanos() / US + ", walk " + split.walkNanos() / US + ", items " + split.itemsNanos() / US
                + ", wakeup " + split.wakeupNanos() / US + ", other " + split.otherNanos() / US;
    }

    /** Where an event of the settled capture stands among the lines told, by its number in order of cause. */
    long placeInFile(long event) {
        return replay.placeInFile(event);
    }

    /** What the numbers of a walk of the settled capture rest on, a fact a line; events as {@code @line}. */
    String explainedWalk(int number) {
        WalkExplanation walk = replay.explainer().walk(number);
        return Stream.concat(
                        Stream.of(walk.facts(), walk.pwqs())
                                .flatMap(List::stream)
                                .map(Script::words),
                        walk.list().stream().map(Script::words))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** What the numbers of a flush rest on. */
    String explainedFlush(int number) {
        return replay.explainer().flush(number).facts().stream()
                .map(Script::words)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String words(Fact fact) {
        return fact.label() + ": " + words(fact.sentence());
    }

    private static String words(ListVisit visit) {
        return visit.pwq() + " (" + visit.place() + ", " + words(visit.low()) + " " + words(visit.value()) + " "
                + words(visit.high()) + "): " + words(visit.why());
    }

    private static String words(ListVisit.@Nullable Visit visit) {
        return visit == null ? "-" : visit.order() + (visit.armed() ? "a" : "") + (visit.kept() ? "k" : "");
    }

    private static String words(Sentence sentence) {
        return sentence.text(citation -> "@" + citation.event());
    }

    /** A work item. */
    record Work(long address, String function, String workqueue, int requestedCpu, int poolCpu) {
        Work on(int cpu) {
            return new Work(address, function, workqueue, cpu, poolCpu);
        }

        Work running(String name) {
            return new Work(address, name, workqueue, requestedCpu, poolCpu);
        }
    }

    /** Somebody who does something; every call is an event of its own. */
    final class Task {
        final int tid;
        private final String comm;
        private final int cpu;
        private ExecutionContext execution = ExecutionContext.TASK;
        private int preemptDepth;
        private EvidenceSource probe = EvidenceSource.PROBE;

        private Task(String comm, int tid, int cpu) {
            this.comm = comm;
            this.tid = tid;
            this.cpu = cpu;
        }

        /** The same task in an interrupt, or seen by another tracer. */
        Task in(ExecutionContext context) {
            Task same = new Task(comm, tid, cpu);
            same.execution = context;
            return same;
        }

        Task at(int depth) {
            Task same = new Task(comm, tid, cpu);
            same.preemptDepth = depth;
            return same;
        }

        Task by(EvidenceSource source) {
            Task same = new Task(comm, tid, cpu);
            same.probe = source;
            return same;
        }

        Task onCpu(int other) {
            return new Task(comm, tid, other);
        }

        private EventContext now() {
            nanos += US;
            line++;
            return at.set(nanos, cpu, tid, names.intern(comm), execution, preemptDepth, line);
        }

        private EventContext probed() {
            return now().from(probe);
        }

        /** The next event, for what {@link #sink()} is told directly. */
        EventContext event() {
            return now();
        }

        void queues(Work work) {
            sink.workQueued(
                    now(),
                    work.address,
                    names.intern(work.function),
                    names.intern(work.workqueue),
                    work.requestedCpu,
                    work.poolCpu);
        }

        void activates(Work work) {
            sink.workActivated(now(), work.address);
        }

        void starts(Work work) {
            sink.workStarted(now(), work.address, names.intern(work.function));
        }

        void ends(Work work) {
            sink.workEnded(now(), work.address, names.intern(work.function));
        }

        void startsBarrier() {
            sink.workStarted(now(), 0x6000, names.intern("wq_barrier_func"));
        }

        void endsBarrier() {
            sink.workEnded(now(), 0x6000, names.intern("wq_barrier_func"));
        }

        void runs(Work work) {
            starts(work);
            ends(work);
        }

        void flushes() {
            flushes(POINTER, NAME);
        }

        void flushes(long pointer, String name) {
            sink.flushEntered(probed(), pointer, names.intern(name));
        }

        void returns() {
            sink.flushReturned(probed());
        }

        void walks(int flushColour, int workColour) {
            sink.walkBegan(probed(), POINTER, names.intern(NAME), flushColour, workColour);
        }

        /** A walk whose probe shows no arguments. */
        void walks() {
            walks(EventSink.NOT_SHOWN, EventSink.NOT_SHOWN);
        }

        void walked(int armed) {
            walked(armed, -1);
        }

        void walked(int armed, long duration) {
            sink.walkEnded(probed(), armed, -1, duration);
        }

        void cyclesLock() {
            sink.poolLockCycled(probed());
        }

        void waitsFor(long lock, int flags) {
            sink.contentionBegan(now(), lock, flags);
        }

        void waitsForMutex() {
            waitsFor(WQ_MUTEX, LockFlags.MUTEX);
        }

        void gets(long lock) {
            sink.contentionEnded(now(), lock, 0);
        }

        void getsMutex() {
            gets(WQ_MUTEX);
        }

        /** Leaves its CPU to the idle task. */
        void sleeps() {
            leaves(TaskState.UNINTERRUPTIBLE, 0);
        }

        void leaves(TaskState state, int next) {
            sink.switched(now(), tid, names.intern(comm), state, next, NameTable.NONE);
        }

        /** Takes its CPU from the idle task. */
        void resumes() {
            EventContext idle = now();
            idle.set(nanos, cpu, 0, names.intern("swapper"), ExecutionContext.TASK, 0, line);
            sink.switched(idle, 0, NameTable.NONE, TaskState.RUNNABLE, tid, names.intern(comm));
        }

        void wakes(Task other) {
            sink.waking(now(), other.tid, names.intern(other.comm), other.cpu);
        }

        /** {@code sched_wakeup} of the other, in the middle of waking it. */
        void wakesUp(Task other) {
            sink.wakeup(now(), other.tid, names.intern(other.comm), other.cpu);
        }

        void migrates(Task other) {
            sink.migrated(now(), other.tid, other.cpu, other.cpu + 1);
        }

        /** Something that tells nothing but that it is running. */
        void doesSomething() {
            sink.otherEvent(now(), NameTable.NONE);
        }
    }
}
