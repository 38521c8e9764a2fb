package dev.wqflush.replay.simulate;

import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.model.WalkModel;
import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.FlushProtocol;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.simulate.Agenda.Kind;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One workqueue in simulated time. Flushers hold {@code wq->mutex} one at a time and spin for it in order; while one of
 * them walks, pwq by pwq, all others go on. A worker of the flusher's own CPU runs when the flusher sleeps; one of an
 * unbound pool on a CPU of its own.
 *
 * <p>Not modelled: preemption, sleeping waiters for the mutex, deep idle states, other users of the pools.
 */
public final class Simulation {
    /** Of a declared run, how much is left out at its begin: lists fill and caches warm. */
    private static final int WARM_UP = 5;

    /** A busy pwq gets its next item so long before the last one ends. */
    private static final long REFILL_AHEAD_NANOS = 1_000;

    /** A run of a capture's work ends then, whatever has returned: it may be such that no flush ever does. */
    private static final long MOST_STEPS = 20_000_000;

    private static final int NOBODY = -1;

    private static final class Flusher {
        final int thread;
        int cpu;
        long entered;
        boolean complete;
        boolean asleep;
        boolean spun;
        FlushPath path = FlushPath.UNKNOWN;

        Flusher(int thread, int cpu) {
            this.thread = thread;
            this.cpu = cpu;
        }
    }

    /** An item in flight; {@code thread} is {@link #NOBODY} and {@code queued} null if its pwq is always busy. */
    private record Item(
            int pwq, int colour, int thread, @Nullable Queued queued) {
        boolean isAfterSleep() {
            return queued != null && queued.afterSleep();
        }
    }

    private final Threads threads;
    /** How long items of pwqs that are always busy run, -1 if there are none. */
    private final long busyItemNanos;

    private final boolean workerOnCpu;
    private final int warmUp;
    private final int mostFlushes;
    private final long mostSteps;
    private final Witness witness;
    private final PwqLayout layout;
    private final WalkModel model;
    private final boolean visitsAll;
    private final boolean coalesces;
    private final Lines lines;
    private final SplittableRandom random;
    private final Agenda agenda = new Agenda();
    private final FlushProtocol<Flusher> protocol;
    private final List<Flusher> flushers = new ArrayList<>();
    private final List<Item> items = new ArrayList<>();
    private final Deque<Flusher> spinning = new ArrayDeque<>();

    /** By pool, until when its lock is held. */
    private final long[] lockedUntil;

    /** By pool, items that wait for the worker of a CPU. */
    private final List<Deque<Integer>> waitingItems = new ArrayList<>();

    private final boolean[] workerBusy;
    private final boolean[] listed;

    /** By pwq that is always busy, the item in flight. */
    private final int[] busyWith;

    private long steps;
    private long now;
    private boolean mutexHeld;
    private long heldSince;

    /** The flusher that cascades, or did last. */
    private @Nullable Flusher cascading;

    private int returned;

    private long measuredFrom;
    private long flushes;
    private long flushNanos;
    private long walks;
    private long visits;
    private long walkNanos;
    private long mutexNanos;

    /** A run that nobody watches. */
    public Simulation(Setup setup) {
        this(setup, new Witness() {});
    }

    /** A run that somebody watches. */
    public Simulation(Setup setup, Witness witness) {
        this(setup, witness, new SplittableRandom(setup.seed()));
    }

    private Simulation(Setup setup, Witness witness, SplittableRandom random) {
        this(
                setup.registration(),
                setup.layout(),
                setup.kind(),
                setup.costs(),
                new DeclaredThreads(setup, random),
                setup.load().dense() ? setup.load().itemNanos() : -1,
                setup.flushes() / WARM_UP,
                setup.flushes(),
                Long.MAX_VALUE,
                random,
                witness);
    }

    /**
     * A run of what a capture shows, which somebody watches.
     *
     * @param model id of the model, as {@link ModelSet} has it
     * @param flushes how many are left out, while lists fill and caches warm, and how many are then counted
     */
    public Simulation(Workload workload, String model, CostParameters costs, int flushes, Witness witness) {
        this(
                ModelSet.of(model),
                workload.layout(model),
                workload.kind(),
                costs,
                new TracedThreads(workload, costs),
                -1,
                flushes,
                2 * flushes,
                MOST_STEPS,
                new SplittableRandom(1),
                witness);
    }

    private Simulation(
            ModelSet.Registration registration,
            PwqLayout layout,
            WorkqueueKind kind,
            CostParameters costs,
            Threads threads,
            long busyItemNanos,
            int warmUp,
            int mostFlushes,
            long mostSteps,
            SplittableRandom random,
            Witness witness) {
        this.threads = threads;
        this.busyItemNanos = busyItemNanos;
        this.random = random;
        this.warmUp = warmUp;
        this.mostFlushes = mostFlushes;
        this.mostSteps = mostSteps;
        this.witness = witness;
        this.layout = layout;
        workerOnCpu = kind == WorkqueueKind.PER_CPU || kind == WorkqueueKind.BH;
        model = registration.factory().create(layout, 0);
        visitsAll = registration.visitsAll();
        coalesces = registration.coalesces();
        lines = new Lines(layout, kind, costs, threads.cpus());
        protocol = new FlushProtocol<>(new Walks(), Colours.COUNT, 0);
        int pools = layout.poolNumbers();
        lockedUntil = new long[pools];
        workerBusy = new boolean[pools];
        for (int pool = 0; pool < pools; pool++) {
            waitingItems.add(new ArrayDeque<>());
        }
        listed = new boolean[layout.size()];
        busyWith = new int[layout.size()];
    }

    /** Runs it to its end. */
    public Outcome run() {
        for (int thread = 0; thread < threads.count(); thread++) {
            flushers.add(new Flusher(thread, threads.cpu(thread)));
            agenda.add(threads.begins(thread), Kind.RUN, thread);
        }
        if (isDense()) {
            for (int pwq = 0; pwq < layout.size(); pwq++) {
                busyWith[pwq] = NOBODY;
                agenda.add(random.nextLong(busyItemNanos + 1), Kind.REFILL, pwq);
            }
        }
        while (returned < mostFlushes && steps < mostSteps && !agenda.isEmpty()) {
            step();
        }
        return new Outcome(flushes, now - measuredFrom, flushNanos, walks, visits, walkNanos, mutexNanos);
    }

    private void step() {
        steps++;
        now = agenda.time();
        Kind kind = agenda.kind();
        int subject = agenda.subject();
        agenda.remove();
        switch (kind) {
            case RUN -> begin(subject);
            case ENTER -> enter(subject);
            case REQUEST -> request(flushers.get(subject));
            case LOCKED -> locked(flushers.get(subject));
            case RESUME -> resume(flushers.get(subject));
            case START -> start(subject);
            case END -> end(subject);
            case RELEASE -> release(subject);
            case REFILL -> refill(subject);
        }
    }

    /** The one that holds the mutex works; the others go on meanwhile. */
    private void work(long nanos) {
        long until = now + nanos;
        while (!agenda.isEmpty() && agenda.time() <= until) {
            step();
        }
        now = until;
    }

    private boolean isDense() {
        return busyItemNanos >= 0;
    }

    // ---- items

    /** Whether a pool's lock is held; the step is then put off until it is free. */
    private boolean putOff(int pool, Kind kind, int subject) {
        if (lockedUntil[pool] > now) {
            agenda.add(lockedUntil[pool], kind, subject);
            return true;
        }
        return false;
    }

    /** Queues an item; the pool lock is held. Returns its number. */
    private int queue(int pwq, int cpu, int thread, @Nullable Queued queued) {
        long hold = lines.price(Act.QUEUE);
        if (queued != null && !queued.onCpu()) {
            hold += lines.price(Act.WAKE); // of the worker, which sleeps on another CPU
        }
        if (!visitsAll && !listed[pwq]) {
            listed[pwq] = true;
            hold += lines.lockNode(layout.nodeEntry(pwq), cpu);
        }
        int item = items.size();
        items.add(new Item(pwq, model.queue(pwq), thread, queued));
        touch(pwq, cpu, hold);
        witness.queued(now, thread, item, pwq);
        return item;
    }

    private void touch(int pwq, int cpu, long hold) {
        int pool = layout.pool(pwq);
        lines.lockPool(pool, cpu);
        lines.use(pwq, cpu);
        lockedUntil[pool] = now + hold;
    }

    /** The CPU of the worker that runs items of a pwq. */
    private int workerCpu(int pwq) {
        return workerOnCpu ? layout.pool(pwq) : threads.cpus() + pwq;
    }

    private void start(int item) {
        int pwq = items.get(item).pwq;
        if (!putOff(layout.pool(pwq), Kind.START, item)) {
            long hold = lines.price(Act.START);
            touch(pwq, workerCpu(pwq), hold);
            witness.started(now, item, pwq);
            long ends = now + threads.runNanos(items.get(item).queued, hold);
            agenda.add(ends, Kind.END, item);
            if (isDense()) {
                agenda.add(Math.max(now, ends - REFILL_AHEAD_NANOS), Kind.REFILL, pwq);
            }
        }
    }

    private void end(int item) {
        witness.ended(now, item, items.get(item).pwq);
        agenda.add(now, Kind.RELEASE, item);
    }

    private void release(int number) {
        Item item = items.get(number);
        int pool = layout.pool(item.pwq);
        if (putOff(pool, Kind.RELEASE, number)) {
            return;
        }
        int cpu = workerCpu(item.pwq);
        long hold = lines.price(Act.END);
        if (model.release(item.pwq, item.colour)) {
            Flusher first = Objects.requireNonNull(protocol.first());
            hold += complete(first, cpu, number, NOBODY);
        }
        touch(item.pwq, cpu, hold);
        if (isDense()) {
            if (busyWith[item.pwq] == number) {
                busyWith[item.pwq] = NOBODY; // the next one is late, for a walk has the lock
            } else {
                agenda.add(now + hold, Kind.START, busyWith[item.pwq]);
            }
        } else if (item.isAfterSleep()) {
            workerBusy[pool] = false;
            runWorker(pool, hold);
        }
    }

    /** The worker of a CPU takes its next item, if there is one and the CPU's flusher sleeps. */
    private void runWorker(int pool, long wait) {
        Deque<Integer> waiting = waitingItems.get(pool);
        if (!workerBusy[pool] && !waiting.isEmpty() && flushers.get(items.get(waiting.element()).thread).asleep) {
            workerBusy[pool] = true;
            agenda.add(now + wait, Kind.START, waiting.remove());
        }
    }

    /** Another item for a pwq that is always busy, just before the one in flight ends. */
    private void refill(int pwq) {
        if (putOff(layout.pool(pwq), Kind.REFILL, pwq)) {
            return;
        }
        boolean idle = busyWith[pwq] == NOBODY;
        busyWith[pwq] = queue(pwq, workerCpu(pwq), NOBODY, null);
        if (idle) {
            agenda.add(now + lines.price(Act.QUEUE), Kind.START, busyWith[pwq]);
        }
    }

    // ---- flushers

    /** A thread queues its next item, or flushes if there is none. */
    private void begin(int thread) {
        Queued next = threads.next(thread);
        if (next == null) {
            agenda.add(now, Kind.ENTER, thread);
            return;
        }
        int pwq = layout.pwqOf(next.forCpu());
        int pool = layout.pool(pwq);
        if (putOff(pool, Kind.RUN, thread)) {
            return;
        }
        int item = queue(pwq, threads.cpu(thread), thread, next);
        long hold = lockedUntil[pool] - now;
        if (next.afterSleep()) {
            waitingItems.get(pool).add(item);
        } else {
            agenda.add(now + threads.startNanos(next, hold), Kind.START, item);
        }
        long pause = Math.max(hold, threads.queued(thread));
        agenda.add(now + pause, threads.next(thread) == null ? Kind.ENTER : Kind.RUN, thread);
    }

    private void enter(int thread) {
        Flusher flusher = flushers.get(thread);
        flusher.cpu = threads.cpu(thread);
        flusher.entered = now;
        flusher.complete = false;
        flusher.path = FlushPath.UNKNOWN;
        witness.entered(now, thread);
        agenda.add(now + lines.price(Act.FIXED), Kind.REQUEST, thread);
    }

    private void request(Flusher flusher) {
        if (mutexHeld) {
            spinning.add(flusher);
            flusher.spun = true;
            witness.spins(now, flusher.thread);
        } else {
            mutexHeld = true;
            agenda.add(now + lines.lockMutex(flusher.cpu) + lines.price(Act.MUTEX), Kind.LOCKED, flusher.thread);
            heldSince = now;
        }
    }

    private void locked(Flusher flusher) {
        if (flusher.spun) {
            flusher.spun = false;
            witness.spun(now, flusher.thread);
        }
        if (flusher.path != FlushPath.UNKNOWN) {
            // It was first when it woke; a walk that armed nothing for it may have made it the last one since.
            if (flusher.equals(protocol.first())) {
                cascading = flusher;
                protocol.cascade(flusher);
            }
            unlock();
            leave(flusher);
            return;
        }
        flusher.path = protocol.enter(flusher);
        unlock();
        if (flusher.path == FlushPath.IDLE) {
            leave(flusher);
        } else if (flusher.complete) {
            resume(flusher);
        } else {
            flusher.asleep = true;
            witness.sleeps(now, flusher.thread);
            if (workerOnCpu) {
                runWorker(layout.pool(layout.pwqOf(flusher.cpu)), lines.price(Act.SWITCH));
            }
        }
    }

    private void unlock() {
        if (returned >= warmUp) {
            mutexNanos += now - Math.max(heldSince, measuredFrom);
        }
        Flusher next = spinning.poll();
        mutexHeld = next != null;
        if (next != null) {
            heldSince = now;
            lines.lockMutex(next.cpu);
            agenda.add(now + lines.price(Act.HANDOFF), Kind.LOCKED, next.thread);
        }
    }

    /** Completes a flusher; returns what that takes the one who does it. */
    private long complete(Flusher flusher, int cpu, int item, int byThread) {
        if (flusher.complete) {
            return 0;
        }
        flusher.complete = true;
        if (!flusher.asleep) {
            return 0;
        }
        witness.woken(now, flusher.thread, item, byThread);
        long wake = flusher.cpu == cpu ? 0 : lines.price(Act.WAKE);
        agenda.add(now + threads.wakeNanos(flusher.thread, wake), Kind.RESUME, flusher.thread);
        return wake;
    }

    private void resume(Flusher flusher) {
        if (flusher.asleep) {
            flusher.asleep = false;
            witness.resumes(now, flusher.thread);
        }
        if (flusher.equals(protocol.first())) {
            request(flusher);
        } else {
            leave(flusher);
        }
    }

    private void leave(Flusher flusher) {
        witness.returned(now, flusher.thread, flusher.path);
        returned++;
        if (returned > warmUp) {
            flushes++;
            flushNanos += now - flusher.entered;
        } else if (returned == warmUp) {
            measuredFrom = now;
        }
        agenda.add(now + threads.returned(flusher.thread), Kind.RUN, flusher.thread);
    }

    // ---- walks

    /** Walks in simulated time: others go on between two visits. */
    private final class Walks implements FlushProtocol.Walker<Flusher> {
        private int lastPool;
        private int lastEntry;
        private int nodeLocks;

        @Override
        public boolean walk(WalkKind kind, Flusher by, Flusher waiting, int flushColour, int workColour) {
            long began = now;
            witness.walkBegan(now, by.thread, kind, flushColour, workColour);
            model.beginWalk(flushColour, workColour);
            lastPool = NOBODY;
            lastEntry = NOBODY;
            nodeLocks = 0;
            payNodeLocks(by.cpu);
            if (visitsAll) {
                for (int pwq = 0; pwq < layout.size(); pwq++) {
                    visit(pwq, by.cpu);
                    if (pwq == model.nextPwq()) {
                        model.visitNext();
                    }
                }
            } else {
                for (int pwq = model.nextPwq(); pwq >= 0; pwq = model.nextPwq()) {
                    visit(pwq, by.cpu);
                    int dropped = model.dropped();
                    model.visitNext();
                    listed[pwq] = model.dropped() == dropped;
                    payNodeLocks(by.cpu);
                }
            }
            boolean complete = model.endWalk();
            boolean armed = flushColour != Colours.NONE && model.armed() > 0;
            tell(began, kind, by);
            if (complete && armed) {
                work(complete(waiting, by.cpu, NOBODY, by.thread));
            }
            return armed;
        }

        private void tell(long began, WalkKind kind, Flusher by) {
            witness.walkEnded(now, by.thread, kind, model.visits(), model.poolLocks(), model.armed());
            if (returned >= warmUp) {
                walks++;
                visits += model.visits();
                walkNanos += now - began;
            }
        }

        private void visit(int pwq, int cpu) {
            int pool = layout.pool(pwq);
            boolean sameRun = coalesces && pool == lastPool && (visitsAll || layout.nodeEntry(pwq) == lastEntry);
            if (!sameRun) {
                while (lockedUntil[pool] > now) {
                    work(lockedUntil[pool] - now);
                }
                long lock = lines.lockPool(pool, cpu);
                lockedUntil[pool] = now + lock + heldFor(pwq, pool, cpu);
                work(lock);
                lastPool = pool;
                lastEntry = layout.nodeEntry(pwq);
            }
            long price = lines.visitPrice(pwq, cpu, !visitsAll);
            lockedUntil[pool] = Math.max(lockedUntil[pool], now + price);
            lines.visit(pwq, cpu);
            work(price);
        }

        /** How long the lock taken for a pwq will be held: for all neighbours that share it, as far as is known. */
        private long heldFor(int from, int pool, int cpu) {
            long held = lines.visitPrice(from, cpu, !visitsAll);
            if (coalesces && visitsAll) {
                for (int pwq = from + 1; pwq < layout.size() && layout.pool(pwq) == pool; pwq++) {
                    held += lines.visitPrice(pwq, cpu, false);
                }
            }
            return held;
        }

        /** The model takes node locks in the order of the entries, and those of entries that keep any once more. */
        private void payNodeLocks(int cpu) {
            for (; nodeLocks < model.nodeLocks(); nodeLocks++) {
                work(lines.lockNode(nodeLocks % layout.nodeEntries(), cpu));
            }
        }

        @Override
        public void completed(Flusher flusher) {
            Flusher by = Objects.requireNonNull(cascading);
            work(complete(flusher, by.cpu, NOBODY, by.thread));
        }
    }
}
