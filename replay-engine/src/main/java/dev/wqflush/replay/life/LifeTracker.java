package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.LockFlags;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;
import dev.wqflush.replay.life.LossLog.Gap;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.simulate.Workload;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.Topology;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.eclipse.collections.api.map.primitive.MutableIntIntMap;
import org.eclipse.collections.api.map.primitive.MutableIntLongMap;
import org.eclipse.collections.api.map.primitive.MutableIntObjectMap;
import org.eclipse.collections.api.map.primitive.MutableLongObjectMap;
import org.eclipse.collections.impl.factory.primitive.IntIntMaps;
import org.eclipse.collections.impl.factory.primitive.IntLongMaps;
import org.eclipse.collections.impl.factory.primitive.IntObjectMaps;
import org.eclipse.collections.impl.factory.primitive.LongObjectMaps;
import org.jspecify.annotations.Nullable;

/**
 * Joins events to the lives of items and flush calls. It only collects evidence; which walks took place is decided by
 * {@link FlushReconstruction} when the evidence of a workqueue is complete.
 *
 * <p>An event is a task's <em>own</em> if it carries its thread id and was recorded in task context: only those say
 * where the task is in its code (rule R2). Items of BH workqueues run in softirq on top of any task, so their worker is
 * the CPU.
 */
public final class LifeTracker implements EventSink {
    /** Room between two events for "just before" and "just after". */
    static final long MOMENT_STEP = 4;

    /** In place of a workqueue name: the function runs on more than one. */
    private static final int SEVERAL_QUEUES = -1;

    /** So many were never pending when a capture began: their queueing is lost, and memory must not grow with them. */
    private static final int MOST_ORPHANS = 1 << 16;

    /** What {@code flush_work} queues behind the item that it waits for (kernel/workqueue.c). */
    public static final String BARRIER_FUNCTION = "wq_barrier_func";

    private static final String UNBOUND_WORKER = "kworker/u";

    private final LockPools lockPools = new LockPools();
    private final MutableIntObjectMap<TaskTrack> tasks = IntObjectMaps.mutable.empty();
    private final MutableIntObjectMap<CpuTrack> cpus = IntObjectMaps.mutable.empty();
    private final MutableLongObjectMap<WorkItem> pending = LongObjectMaps.mutable.empty();
    private final MutableLongObjectMap<WorkItem> running = LongObjectMaps.mutable.empty();
    private final MutableIntObjectMap<WorkqueueHistory> histories = IntObjectMaps.mutable.empty();
    private final MutableIntIntMap queueOfFunction = IntIntMaps.mutable.empty();
    private final MutableIntIntMap poolOfComm = IntIntMaps.mutable.empty();
    /** How often a task was woken for a CPU. */
    private final MutableIntIntMap wokenCpus = IntIntMaps.mutable.empty();

    private final List<WorkItem> orphans = new ArrayList<>();
    /** By function, the first start of those that cannot be joined to a workqueue. */
    private final MutableIntLongMap strays = IntLongMaps.mutable.empty();

    private final List<FlushCall> calls = new ArrayList<>();
    private final Counts counts = new Counts();
    private final LossLog losses = new LossLog();
    private final ClockDisorder clockDisorder = new ClockDisorder();
    private final LogForces logForces = new LogForces();
    private final ItemCensus census = new ItemCensus();

    private NameTable names = new NameTable();
    private int barrierFunction = NameTable.NONE;
    private int logForce = NameTable.NONE;
    /** CPUs that the header tells of; possible ones are these or more. */
    private int cpusTold;

    private int idleCpus;
    private long moment;
    private Moment now = Moment.NEVER;
    private long firstNanos = Long.MIN_VALUE;
    private long lastNanos;
    private @Nullable Settlement settlement;

    /** What the capture holds, by kind of evidence. */
    static final class Counts {
        long workqueueEvents;
        long flushEntries;
        long flushReturns;
        long walks;
        long walkTimes;
        long schedulerEvents;
        long lockEvents;
        long lostEvents;
        long lossMarks;
        long wakings;
        boolean timed = true;

        @Nullable
        String kernelRelease;
    }

    @Override
    public void captureBegan(NameTable newNames) {
        names = newNames;
        if (moment > 0) {
            losses.pause(new Gap(EventContext.UNKNOWN, moment + 1, moment + MOMENT_STEP - 1, lastNanos, 0));
        }
        barrierFunction = names.intern(BARRIER_FUNCTION);
        logForce = names.intern(LogForces.EVENT);
    }

    @Override
    public void clock(TraceClock clock) {
        counts.timed = clock == TraceClock.NANOSECONDS;
    }

    @Override
    public void onlineCpus(int count) {
        cpusTold = Math.max(cpusTold, count);
    }

    @Override
    public void configuredCpus(int count) {
        cpusTold = Math.max(cpusTold, count);
    }

    @Override
    public void kernelRelease(String release) {
        counts.kernelRelease = release;
    }

    /**
     * Decides what took place, once the capture is read.
     *
     * @param known what is known of the machine, null if nothing: then the CPUs seen are a lower bound
     */
    public ReplayResult settle(@Nullable Topology known) {
        if (counts.lockEvents > 0) {
            calls.forEach(FlushCall::trustLockEvents);
        }
        settlement = new Settlement(this, known);
        return settlement.settle();
    }

    /**
     * What the numbers of the result rest on.
     *
     * @throws IllegalStateException before {@link #settle}
     */
    public Explainer explainer() {
        return settled().explainer();
    }

    /**
     * The work round every workqueue of which a flush returned, as it took place between two moments.
     *
     * @throws IllegalStateException before {@link #settle}
     */
    public List<Workload> workloads(long fromNanos, long toNanos) {
        return settled().workloads(fromNanos, toNanos);
    }

    /**
     * The items and walks of the capture, for other machines.
     *
     * @throws IllegalStateException before {@link #settle}
     */
    public WorkAgain workAgain() {
        return settled().workAgain();
    }

    private Settlement settled() {
        if (settlement == null) {
            throw new IllegalStateException("not settled yet");
        }
        return settlement;
    }

    List<FlushCall> calls() {
        return calls;
    }

    /** Items by workqueue name, those of unknown workqueue joined by their function where that is known. */
    List<WorkqueueHistory> histories() {
        adopt();
        return histories.values().stream()
                .sorted(Comparator.comparingInt(history -> history.name))
                .toList();
    }

    private void adopt() {
        for (WorkItem orphan : orphans) {
            int queue = queueOfFunction.getIfAbsent(orphan.function, NameTable.NONE);
            if (queue > NameTable.NONE) {
                history(queue).add(orphan);
            } else {
                strays.updateValue(orphan.function, orphan.started, first -> Math.min(first, orphan.started));
            }
        }
        orphans.clear();
    }

    /**
     * When an item first started that was not seen queued and whose function runs on several workqueues; known once the
     * {@link #histories} are.
     */
    long firstStray(int function) {
        return strays.getIfAbsent(function, WorkItem.NEVER);
    }

    /**
     * Whether the order of events of different CPUs is known. Where the clock's tick is so long that many share one
     * (jiffies), it is not.
     */
    boolean orderKnown() {
        return !clockDisorder.isCoarse(counts.timed);
    }

    ItemCensus census() {
        return census;
    }

    LogForces logForces() {
        return logForces;
    }

    LockPools lockPools() {
        return lockPools;
    }

    Counts counts() {
        return counts;
    }

    /** Where events are missing. Complete once the capture is read. */
    LossLog losses() {
        return losses;
    }

    /** CPUs that tasks were woken for and that recorded nothing. */
    List<Integer> silentCpus() {
        List<Integer> silent = new ArrayList<>();
        if (losses.seesSwitches()) {
            wokenCpus.forEachKeyValue((cpu, times) -> {
                if (cpu >= 0 && times > 1 && !cpus.containsKey(cpu)) {
                    silent.add(cpu);
                }
            });
        }
        return silent;
    }

    ClockDisorder clockDisorder() {
        return clockDisorder;
    }

    // ---- what events need, see CausalOrder

    boolean mayStart(long work) {
        return pending.containsKey(work);
    }

    boolean isBarrier(int function) {
        return function == barrierFunction;
    }

    boolean isAsleep(int tid) {
        TaskTrack task = tasks.get(tid);
        return task != null && task.asleep && counts.wakings > 0;
    }

    /** What must come before a CPU switches to a task. */
    CausalOrder.Cause missingToRun(EventContext at, int tid) {
        TaskTrack task = tid > 0 ? tasks.get(tid) : null;
        if (task == null) {
            return CausalOrder.Cause.NONE;
        }
        if (task.asleep && counts.wakings > 0) {
            return CausalOrder.Cause.WOKEN;
        }
        return task.runsOn >= 0 && task.runsOn != at.cpu() ? CausalOrder.Cause.LEFT : CausalOrder.Cause.NONE;
    }

    /** Whether a worker wakes a task as if that waited in a flush, which it is not in yet. */
    boolean missesFlushOf(EventContext at, int tid) {
        TaskTrack waker = at.execution() == ExecutionContext.TASK ? tasks.get(at.tid()) : null;
        TaskTrack task = waker != null && waker.hasReleased() ? tasks.get(tid) : null;
        return task != null && task.flush == null && task.outsideSince > 0 && (task.deepAsleep || task.runsOn >= 0);
    }

    /** The moment after the last event. */
    long end() {
        return moment + MOMENT_STEP;
    }

    String name(int id) {
        return names.name(id);
    }

    long firstNanos() {
        return firstNanos == Long.MIN_VALUE ? 0 : firstNanos;
    }

    long lastNanos() {
        return lastNanos;
    }

    /** CPUs that recorded something, or that the header counts. */
    CpuSet cpusSeen() {
        BitSet seen = new BitSet();
        seen.set(0, Math.min(cpusTold, CpuSet.MAX_CPUS));
        cpus.keysView().forEach(cpu -> {
            if (cpu >= 0 && cpu < CpuSet.MAX_CPUS) {
                seen.set(cpu);
            }
        });
        return CpuSet.of(seen);
    }

    /** The lowest id of an unbound pool that a task's name tells; -1 if none does. */
    int lowestUnboundPool() {
        int lowest = -1;
        for (int id = 1; id < names.size(); id++) {
            int pool = unboundPool(names.name(id));
            lowest = pool >= 0 && (lowest < 0 || pool < lowest) ? pool : lowest;
        }
        return lowest;
    }

    // ---- items

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        TaskTrack task = begin(at);
        counts.workqueueEvents++;
        WorkItem item = new WorkItem(at, moment, work, function, workqueue, requestedCpu, poolCpu);
        WorkqueueHistory history = history(workqueue);
        WorkItem before = pending.put(work, item);
        if (before != null && !before.hasStarted()) {
            before.vanishBy(moment);
        }
        WorkItem active = running.get(work);
        if (active != null && poolCpu < 0) {
            item.runsAs = active;
        }
        history.add(item);
        int known = queueOfFunction.getIfAbsent(function, workqueue);
        queueOfFunction.put(function, known == workqueue ? workqueue : SEVERAL_QUEUES);
        if (task != null) {
            if (task.flush != null && at.inTask()) {
                end(task.flush, task, task.flush.lastOwn, false);
            }
            wasReleased(task);
            task.outsideSince = moment;
            task.lastQueuedName = workqueue;
            if (task.item != null && at.inTask()) {
                census.queued(task.item.function, function);
            }
        }
        CpuTrack cpu = cpu(at);
        cpu.queueing = item;
        if (cpu.lockTakenBefore != 0) {
            lockPools.vote(cpu.lockTakenBefore, item);
            item.poolLockWaitNanos += cpu.lockWaitNanos;
        }
    }

    @Override
    public void workActivated(EventContext at, long work) {
        begin(at);
        counts.workqueueEvents++;
        WorkItem item = pending.get(work);
        if (item != null && item.activated == WorkItem.NEVER) {
            item.activated = moment;
            item.heldBack = item.queueSeen && at.inTask() && at.tid() >= 0 && at.tid() != item.queuerTid;
            item.heldBackNanos = item.heldBack ? at.timeNanos() - item.queuedNanos : 0;
        }
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        begin(at);
        counts.workqueueEvents++;
        TaskTrack worker = worker(at);
        if (worker == null) {
            return;
        }
        if (worker.item != null) {
            missEnd(at, worker.item);
        }
        if (function == barrierFunction) {
            worker.inBarrier = true;
            worker.barrierSinceNanos = at.timeNanos();
            return;
        }
        WorkItem item = pending.remove(work);
        if (item == null) {
            item = orphan(at, work, function);
        }
        start(at, item, moment);
        worker.item = item;
        worker.lastItem = null;
    }

    /** An item that was queued unseen: before the capture began, or its event is lost. */
    private WorkItem orphan(EventContext at, long work, int function) {
        WorkItem item = new WorkItem(at, 0, work, function, NameTable.NONE, at.cpu(), at.cpu());
        orphans.add(item);
        if (orphans.size() == MOST_ORPHANS) {
            adopt();
        }
        return item;
    }

    private void start(EventContext at, WorkItem item, long when) {
        item.started = when;
        item.startedNanos = at.timeNanos();
        item.startPosition = at.position();
        item.runCpu = at.cpu();
        item.workerComm = at.inTask() ? at.comm() : NameTable.NONE;
        item.workerTid = at.inTask() ? at.tid() : EventContext.UNKNOWN;
        item.runPool = poolOfComm.getIfAbsentPutWithKey(at.comm(), comm -> unboundPool(names.name(comm)));
        running.put(item.work, item);
    }

    /** The worker runs another item, so this one has ended some time since it started. */
    private void missEnd(EventContext at, WorkItem item) {
        if (item.ended == WorkItem.NEVER) {
            losses.betray(gap(at, item.started));
            item.ended = moment;
            item.endedNanos = at.timeNanos();
            item.releasedFrom = item.started;
            item.endLost = true;
            item.releasedBy = Math.min(moment, item.idleAfter);
            running.remove(item.work);
        }
    }

    /** An item ends whose start is not seen: it ran when the capture began, or the event is lost. */
    private WorkItem missStart(EventContext at, TaskTrack worker, long work, int function) {
        WorkItem item = pending.get(work);
        if (item == null || worker.idleSince == 0 || item.queuerTid == worker.tid) {
            // Not the one that waits: that was queued anew meanwhile.
            item = orphan(at, work, function);
        } else {
            pending.remove(work);
        }
        long from = Math.max(item.queued, worker.idleSince);
        if (from > 0) {
            losses.betray(gap(at, from));
        }
        start(at, item, moment - 1);
        return item;
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        begin(at);
        counts.workqueueEvents++;
        TaskTrack worker = worker(at);
        if (worker == null) {
            return;
        }
        WorkItem item = worker.inBarrier ? worker.lastItem : worker.item;
        if (item == null) {
            item = running.get(work);
        }
        if (item == null && !worker.inBarrier) {
            item = missStart(at, worker, work, function);
        }
        if (worker.inBarrier) {
            census.barrier(at.timeNanos() - worker.barrierSinceNanos);
        } else if (item != null) {
            census.ran(item.function, at.timeNanos() - item.startedNanos);
        }
        worker.inBarrier = false;
        if (item == null) {
            return;
        }
        if (worker.flush != null) {
            end(worker.flush, worker, worker.flush.lastOwn, false);
        }
        if (item.ended == WorkItem.NEVER) {
            item.ended = moment;
            item.endedNanos = at.timeNanos();
            running.remove(item.work);
        }
        item.releasedFrom = moment;
        item.releaseWaited = false;
        item.releasedBy = WorkItem.NEVER;
        worker.releasing = item;
        worker.item = null;
        worker.lastItem = item;
        worker.idleSince = moment;
    }

    // ---- locks

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        TaskTrack task = beginKeepingRelease(at, true);
        counts.lockEvents++;
        if (task == null) {
            return;
        }
        boolean mutex = (flags & LockFlags.MUTEX) != 0;
        if (mutex && at.inTask()) {
            closeRelease(task);
            if (task.flush != null) {
                task.flush.mutexPending = true;
            }
            if (task.mutex != lock) {
                task.mutex = lock;
                task.mutexSince = moment;
                task.mutexSinceNanos = at.timeNanos();
            }
        } else if ((flags & LockFlags.SPIN) != 0) {
            // A worker that spins at depth 1 right after its item waits for the pool lock to drop the count (R1).
            task.spinAfterItem = task.releasing != null && at.preemptDepth() == 1;
            if (!task.spinAfterItem) {
                closeRelease(task);
            }
            task.spinLock = lock;
            task.spinSince = moment;
            task.spinSinceNanos = at.timeNanos();
        } else {
            closeRelease(task);
            if (task.flush != null && at.inTask()) {
                // A flush takes no lock that readers and writers share: the task has left it (R13).
                end(task.flush, task, task.flush.lastOwn, false);
            }
        }
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        TaskTrack task = beginKeepingRelease(at, true);
        counts.lockEvents++;
        if (task == null) {
            return;
        }
        if (task.spinLock == lock) {
            if (task.spinAfterItem && task.releasing != null) {
                task.releasing.releasedFrom = moment;
                task.releasing.releaseWaited = true;
                task.releasing.poolLockWaitNanos += at.timeNanos() - task.spinSinceNanos;
                lockPools.vote(lock, task.releasing);
            } else {
                closeRelease(task);
            }
            if (task.flush != null) {
                task.flush.lockWaits.add(new WalkSighting.LockWait(lock, task.spinSince, moment));
            }
            task.spinLock = 0;
            task.spinAfterItem = false;
            CpuTrack cpu = cpu(at);
            cpu.lockTaken = lock;
            cpu.lockWaitNanos = at.timeNanos() - task.spinSinceNanos;
            return;
        }
        closeRelease(task);
        if (task.mutex == lock) {
            FlushCall flush = task.flush;
            if (flush != null) {
                flush.mutexPending = false;
                flush.mutexWaits.add(
                        new FlushCall.MutexWait(new Moment(task.mutexSince, task.mutexSinceNanos), now(at), true));
                if (flush.woken.isKnown() || flush.slept.isKnown()) {
                    flush.mutexGrantedAgain = now(at);
                    flush.afterResumption = new Sequel(now(at));
                } else {
                    flush.mutexGranted = now(at);
                    flush.afterAcquisition = new Sequel(now(at));
                }
            }
            task.mutex = 0;
        }
    }

    // ---- scheduler

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        beginMoment(at);
        counts.schedulerEvents++;
        losses.countSwitch();
        TaskTrack previous = task(previousTid);
        if (previous != null) {
            previous.comm = previousComm;
            previous.fallAsleep(previousState, moment);
            logForces.sleeps(previous, at.timeNanos());
            if (previousState != TaskState.RUNNABLE) {
                closeRelease(previous);
                if (previousState == TaskState.IDLE) {
                    // An idle worker has nothing left that a barrier could follow.
                    previous.lastItem = null;
                    if (previous.item != null && previous.item.idleAfter == WorkItem.NEVER) {
                        previous.item.idleAfter = moment;
                    }
                }
            }
            FlushCall flush = previous.flush;
            if (flush != null) {
                flush.act(now(at), previousState == TaskState.RUNNABLE, false);
            }
            if (flush != null && previous.mutex == 0 && previousState == TaskState.UNINTERRUPTIBLE) {
                fallAsleep(flush, at);
            }
        }
        CpuTrack cpu = cpu(at);
        cpu.current = nextTid;
        if (cpu.idle != (nextTid == 0)) {
            cpu.idle = nextTid == 0;
            idleCpus += cpu.idle ? 1 : -1;
        }
        TaskTrack next = task(nextTid);
        if (next != null) {
            next.comm = nextComm;
            if (next.asleep && counts.wakings > 0) {
                losses.betray(gap(at, next.asleepSince));
            }
            next.run(at.cpu());
            logForces.runs(next, at.timeNanos());
            FlushCall flush = next.flush;
            if (flush != null) {
                flush.runs(now(at));
                if (next.wokenNanos >= 0 && next.wokenWithIdleCpu) {
                    flush.lateWakeupNanos = Math.max(flush.lateWakeupNanos, at.timeNanos() - next.wokenNanos);
                }
            }
            next.wokenNanos = -1;
        }
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        TaskTrack waker = begin(at);
        counts.schedulerEvents++;
        counts.wakings++;
        wake(at, waker, tid, comm);
        wokenCpus.addToValue(targetCpu, 1);
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        begin(at, true);
        counts.schedulerEvents++;
        TaskTrack target = task(tid);
        if (target != null) {
            target.comm = comm;
            target.wake();
        }
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        begin(at, true);
        counts.schedulerEvents++;
    }

    private void fallAsleep(FlushCall flush, EventContext at) {
        if (!flush.slept.isKnown()) {
            flush.slept = now(at);
        } else if (flush.resumed.isKnown() && (flush.wokenEarly || counts.lockEvents == 0)) {
            // Without lock events a wait for the mutex looks like one for completion; some may still come.
            flush.sleepAgain(now(at));
        }
    }

    private void wake(EventContext at, @Nullable TaskTrack waker, int tid, int comm) {
        TaskTrack target = task(tid);
        if (target == null) {
            return;
        }
        target.comm = comm;
        target.wokenNanos = at.timeNanos();
        target.wokenWithIdleCpu = idleCpus > 0;
        if (waker != null && waker.item != null) {
            logForces.wokenBy(target, waker.item);
        }
        FlushCall flush = target.flush;
        if (flush == null && waker != null && at.execution() == ExecutionContext.TASK && waker.hasReleased()) {
            if (target.outsideSince == 0) {
                target.releasedFirst = moment;
            } else if (target.deepAsleep) {
                missEntry(at, target);
            }
        }
        target.wake();
        if (flush == null || target.mutex != 0 || (flush.woken.isKnown() && !flush.sleptAgain.isKnown())) {
            return;
        }
        boolean softirq = at.execution() == ExecutionContext.SOFTIRQ;
        TaskTrack actor = softirq || at.inTask() ? waker : null;
        FlushCall.WokenBy by = wokenBy(flush, actor, softirq);
        if (flush.sleptAgain.isKnown()) {
            boolean first = flush.wokenBy != FlushCall.WokenBy.FLUSHER;
            boolean forMutex = by == FlushCall.WokenBy.FLUSHER || (!first && by != FlushCall.WokenBy.NOBODY);
            if (!forMutex) {
                end(flush, target, flush.resumed, false);
                return;
            }
            if (first) {
                flush.waitForMutexAgain();
                return;
            }
            flush.takeFirstWaitForMutex();
        }
        if (by == FlushCall.WokenBy.NOBODY) {
            if (flush.slept.isKnown()) {
                // Not the end of a flush: the task has left it and sleeps for something else (R8, R13).
                flush.lastOwn = flush.slept;
                flush.slept = Moment.NEVER;
                end(flush, target, flush.lastOwn, false);
            }
            return;
        }
        flush.woken = now(at);
        flush.wokenBy = by;
        if (by == FlushCall.WokenBy.FLUSHER && actor != null && actor.flush != null) {
            flush.wokenByFlusher = actor.flush;
            flush.wokenEarly = !actor.flush.woken.isKnown();
            actor.flush.cascadeWakes.add(new FlushCall.CascadeWake(now(at), flush));
        } else if (by == FlushCall.WokenBy.RELEASE && actor != null) {
            flush.awaited = actor.lastItem;
            if (actor.flush != null) {
                end(actor.flush, actor, actor.flush.lastOwn, false);
            }
        }
    }

    /** Rule R8; {@link FlushCall.WokenBy#NOBODY} for a wake that cannot end a flush. */
    private static FlushCall.WokenBy wokenBy(FlushCall flush, @Nullable TaskTrack actor, boolean softirq) {
        if (actor == null || actor.inBarrier) {
            return FlushCall.WokenBy.NOBODY;
        }
        if (actor.flush != null && sameWorkqueue(actor.flush, flush)) {
            return FlushCall.WokenBy.FLUSHER;
        }
        if (actor.item == null && actor.lastItem != null && mayRunOn(actor.lastItem, flush)) {
            return FlushCall.WokenBy.RELEASE;
        }
        return !softirq && actor.tid > 0 && actor.item == null ? FlushCall.WokenBy.CANCEL : FlushCall.WokenBy.NOBODY;
    }

    /** Whether the release of an item can complete a flush: both are of one workqueue, as far as it is known. */
    private static boolean mayRunOn(WorkItem item, FlushCall flush) {
        return item.queue == NameTable.NONE || flush.name == NameTable.NONE || item.queue == flush.name;
    }

    private static boolean sameWorkqueue(FlushCall a, FlushCall b) {
        return (a.pointer != 0 && b.pointer != 0) ? a.pointer == b.pointer : a.name == b.name;
    }

    // ---- flushes and walks

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        TaskTrack task = begin(at);
        if (task == null) {
            return;
        }
        FlushCall open = task.flush;
        if (open != null && open.source != at.source() && !open.waited() && open.walks.isEmpty()) {
            nameFlush(open, pointer, name);
            return;
        }
        if (open != null) {
            end(open, task, open.lastOwn, false);
        }
        counts.flushEntries++;
        wasReleased(task);
        if (name != NameTable.NONE) {
            history(name).flushed = true;
        }
        FlushCall call = call(at, task, pointer, name);
        call.likelyName = task.lastQueuedName;
        task.mutex = 0;
    }

    private FlushCall call(EventContext at, TaskTrack task, long pointer, int name) {
        FlushCall call = new FlushCall(at, now(at), pointer, name);
        call.number = calls.size() + 1;
        calls.add(call);
        call.inItem = task.item;
        task.flush = call;
        return call;
    }

    @Override
    public void flushReturned(EventContext at) {
        TaskTrack task = begin(at);
        counts.flushReturns++;
        if (task == null) {
            return;
        }
        FlushCall flush = task.flush;
        if (flush != null) {
            end(flush, task, now(at), true);
        } else if (task.lastFlush != null && !task.lastFlush.endSeen) {
            task.lastFlush.endSeen = true;
            task.lastFlush.ended = now(at);
        } else {
            missEntry(at, task);
        }
        task.outsideSince = moment;
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        TaskTrack task = begin(at);
        if (task == null) {
            return;
        }
        WalkSighting open = task.walk;
        if (open != null && open.source != at.source()) {
            if (!open.coloursShown()) {
                open.flushColour = flushColour;
                open.workColour = workColour;
            }
            nameFlush(task.flush, pointer, name);
            return;
        }
        counts.walks++;
        WalkSighting walk = new WalkSighting(now(at), at.cpu(), at.position(), at.source(), flushColour, workColour);
        task.walk = walk;
        FlushCall flush = task.flush;
        if (flush == null) {
            // The flush was entered before the capture began.
            flush = call(at, task, pointer, name);
            flush.entrySeen = false;
        }
        nameFlush(flush, pointer, name);
        flush.walks.add(walk);
    }

    private static void nameFlush(@Nullable FlushCall flush, long pointer, int name) {
        if (flush != null) {
            flush.pointer = flush.pointer == 0 ? pointer : flush.pointer;
            flush.name = flush.name == NameTable.NONE ? name : flush.name;
        }
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        TaskTrack task = begin(at);
        if (task == null) {
            return;
        }
        WalkSighting walk = task.walk;
        if (walk == null && task.flush != null && !task.flush.walks.isEmpty()) {
            walk = task.flush.walks.get(task.flush.walks.size() - 1);
        }
        if (walk == null) {
            return;
        }
        if (walk.measuredNanos < 0) {
            counts.walkTimes++;
            walk.measuredNanos = durationNanos >= 0 ? durationNanos : at.timeNanos() - walk.moment.nanos();
        } else if (durationNanos >= 0) {
            walk.measuredNanos = durationNanos;
        }
        walk.returned = now(at);
        if (armed != NOT_SHOWN) {
            walk.armed = armed;
        }

        task.walk = null;
    }

    @Override
    public void poolLockCycled(EventContext at) {
        TaskTrack task = begin(at);
        if (task != null && task.walk != null) {
            task.walk.lockCycles = Math.max(task.walk.lockCycles, 0) + 1;
        }
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        begin(at);
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        begin(at);
    }

    @Override
    public void otherEvent(EventContext at, int eventName) {
        TaskTrack task = begin(at);
        if (task != null && eventName == logForce) {
            logForces.begin(task, at.timeNanos());
        }
    }

    @Override
    public void eventsLost(int cpu, long count, long position) {
        counts.lossMarks++;
        counts.lostEvents = count < 0 || counts.lostEvents < 0 ? -1 : counts.lostEvents + count;
        darken(cpu, position);
    }

    @Override
    public void bufferStarted(int cpu, long position) {
        counts.lossMarks++;
        darken(cpu, position);
    }

    /** What a CPU did since its last event is not known, nor what it does now. */
    private void darken(int cpu, long position) {
        CpuTrack track = cpus.getIfAbsentPut(cpu, CpuTrack::new);
        losses.darken(new Gap(cpu, track.last, moment + MOMENT_STEP, lastNanos, position));
        track.current = EventContext.UNKNOWN;
    }

    /** Something must have been between a moment and an event. */
    private Gap gap(EventContext at, long from) {
        return new Gap(at.cpu(), from, moment, at.timeNanos(), at.position());
    }

    /** A task is in a flush whose beginning is not seen: before the capture, or since it was outside of one. */
    private void missEntry(EventContext at, TaskTrack task) {
        if (task.outsideSince == 0) {
            losses.showBefore(moment);
        } else if (counts.flushEntries > 0) {
            losses.betray(gap(at, task.outsideSince));
        }
    }

    /** What a task does shows that the first release that woke it can have ended a flush from before the capture. */
    private void wasReleased(TaskTrack task) {
        if (task.releasedFirst > 0 && task.outsideSince == 0) {
            losses.showBefore(task.releasedFirst);
        }
    }

    private void end(FlushCall flush, TaskTrack task, Moment when, boolean seen) {
        flush.ended = when;
        flush.endSeen = seen;
        if (flush.awaited != null && flush.awaited.queue != NameTable.NONE) {
            flush.likelyName = flush.awaited.queue;
        }
        task.flush = null;
        task.walk = null;
        task.lastFlush = flush;
        if (seen) {
            logForces.flushed(task, flush);
        }
    }

    // ---- moments and own events

    private @Nullable TaskTrack begin(EventContext at) {
        return begin(at, false);
    }

    private @Nullable TaskTrack begin(EventContext at, boolean waking) {
        TaskTrack task = beginKeepingRelease(at, waking);
        if (task != null) {
            closeRelease(task);
        }
        return task;
    }

    /** Takes the event as its task's own, but leaves the task's release window open for the caller to judge. */
    private @Nullable TaskTrack beginKeepingRelease(EventContext at, boolean waking) {
        beginMoment(at);
        TaskTrack task = at.inTask() ? task(at.tid()) : null;
        if (task != null) {
            if (task.flush != null) {
                task.flush.act(now(at), waking, waking);
            }
            return task;
        }
        return at.execution() == ExecutionContext.SOFTIRQ ? cpu(at).softirqWorker : null;
    }

    private void beginMoment(EventContext at) {
        moment += MOMENT_STEP;
        if (firstNanos == Long.MIN_VALUE) {
            firstNanos = at.timeNanos();
            lastNanos = firstNanos;
        }
        lastNanos = Math.max(lastNanos, at.timeNanos());
        CpuTrack cpu = cpu(at);
        if (cpu.current >= 0 && at.tid() >= 0 && at.tid() != cpu.current && at.cpu() >= 0) {
            losses.breakChain(gap(at, cpu.last));
            cpu.current = at.tid();
        }
        cpu.last = moment;
        cpu.lockTakenBefore = cpu.lockTaken;
        cpu.lockTaken = 0;
        // Queueing happens with interrupts off, so whatever the CPU records next lies in the same lock section or
        // after it.
        if (cpu.queueing != null) {
            cpu.queueing.queuedBy = moment;
            cpu.queueing = null;
        }
        if (cpu.softirqWorker != null
                && at.execution() != ExecutionContext.HARDIRQ
                && at.execution() != ExecutionContext.NMI) {
            closeRelease(cpu.softirqWorker);
        }
    }

    /** Shared by all that begins or ends at an event: there are many, and they are kept. */
    private Moment now(EventContext at) {
        if (now.ordinal() != moment) {
            now = new Moment(moment, at.timeNanos());
        }
        return now;
    }

    private void closeRelease(TaskTrack task) {
        WorkItem item = task.releasing;
        if (item != null) {
            item.releasedBy = moment;
            task.releasing = null;
        }
    }

    /** The pool id in {@code kworker/u<pool>:n}; -1 for any other name, a rescuer's too. */
    private static int unboundPool(String name) {
        int colon = name.indexOf(':');
        if (!name.startsWith(UNBOUND_WORKER) || colon < 0) {
            return -1;
        }
        try {
            return Integer.parseUnsignedInt(name, UNBOUND_WORKER.length(), colon, 10);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private @Nullable TaskTrack worker(EventContext at) {
        if (at.execution() != ExecutionContext.SOFTIRQ) {
            return task(at.tid());
        }
        CpuTrack cpu = cpu(at);
        if (cpu.softirqWorker == null) {
            cpu.softirqWorker = new TaskTrack(EventContext.UNKNOWN);
        }
        return cpu.softirqWorker;
    }

    private @Nullable TaskTrack task(int tid) {
        return tid < 0 ? null : tasks.getIfAbsentPut(tid, () -> new TaskTrack(tid));
    }

    private CpuTrack cpu(EventContext at) {
        return cpus.getIfAbsentPut(at.cpu(), CpuTrack::new);
    }

    private WorkqueueHistory history(int name) {
        return histories.getIfAbsentPut(name, () -> new WorkqueueHistory(name));
    }

    /** What a CPU is in the middle of. */
    private static final class CpuTrack {
        @Nullable
        TaskTrack softirqWorker;

        @Nullable
        WorkItem queueing;

        long lockTaken;
        long lockTakenBefore;
        long lockWaitNanos;
        boolean idle;

        /** The task it switched to last, {@link EventContext#UNKNOWN} if no switch was seen since events were lost. */
        int current = EventContext.UNKNOWN;

        /** Its last event. */
        long last;
    }
}
