package dev.wqflush.replay.simulate;

import dev.wqflush.replay.cost.Act;
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

/**
 * One workqueue in simulated time. Flushers hold {@code wq->mutex} one at a time and spin for it in order; while one of
 * them walks, pwq by pwq, all others go on. A worker of the flusher's own CPU runs when the flusher sleeps; one of an
 * unbound pool on a CPU of its own.
 *
 * <p>Not modelled: preemption, sleeping waiters for the mutex, deep idle states, other users of the pools.
 */
public final class Simulation {
    /** Of a run, how much is left out at its begin: lists fill and caches warm. */
    private static final int WARM_UP = 5;

    /** Times of items and wakeups vary by so much to either side: with equal ones threads run in lock-step. */
    private static final double JITTER = 0.2;

    /** A busy pwq gets its next item so long before the last one ends. */
    private static final long REFILL_AHEAD_NANOS = 1_000;

    private static final int NOBODY = -1;

    private static final class Flusher {
        final int cpu;
        long entered;
        boolean complete;
        boolean asleep;
        boolean spun;
        FlushPath path = FlushPath.UNKNOWN;

        Flusher(int cpu) {
            this.cpu = cpu;
        }
    }

    private static final class Item {
        final int pwq;
        final int colour;

        Item(int pwq, int colour) {
            this.pwq = pwq;
            this.colour = colour;
        }
    }

    private final Setup setup;
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

    private long now;
    private boolean mutexHeld;
    private long heldSince;
    /** The CPU of the flusher that cascades. */
    private int cascading = NOBODY;

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
        this.setup = setup;
        this.witness = witness;
        layout = setup.layout();
        model = setup.registration().factory().create(layout, 0);
        visitsAll = setup.registration().visitsAll();
        coalesces = !setup.model().equals("legacy-v0") && !setup.model().equals("legacy-v1");
        lines = new Lines(layout, setup.kind(), setup.costs(), setup.load().threads());
        random = new SplittableRandom(setup.seed());
        protocol = new FlushProtocol<>(new Walks(), Colours.COUNT, 0);
        int pools = 0;
        for (int pwq = 0; pwq < layout.size(); pwq++) {
            pools = Math.max(pools, layout.pool(pwq) + 1);
        }
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
        for (int thread = 0; thread < setup.load().threads(); thread++) {
            flushers.add(new Flusher(thread));
            agenda.add(random.nextInt(1_000), Kind.RUN, thread);
        }
        if (setup.load().dense()) {
            for (int pwq = 0; pwq < layout.size(); pwq++) {
                busyWith[pwq] = NOBODY;
                agenda.add(random.nextLong(setup.load().itemNanos() + 1), Kind.REFILL, pwq);
            }
        }
        while (returned < setup.flushes()) {
            step();
        }
        return new Outcome(flushes, now - measuredFrom, flushNanos, walks, visits, walkNanos, mutexNanos);
    }

    private void step() {
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

    private long varied(long nanos) {
        return Math.round(nanos * (1 - JITTER + 2 * JITTER * random.nextDouble()));
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
    private int queue(int pwq, int cpu, int thread) {
        long hold = lines.price(Act.QUEUE);
        if (thread != NOBODY && !isPerCpu()) {
            hold += lines.price(Act.WAKE); // of the worker, which sleeps on another CPU
        }
        if (!visitsAll && !listed[pwq]) {
            listed[pwq] = true;
            hold += lines.lockNode(layout.nodeEntry(pwq), cpu);
        }
        int item = items.size();
        items.add(new Item(pwq, model.queue(pwq)));
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
        return isPerCpu() ? layout.pool(pwq) : setup.machine().cpus() + pwq;
    }

    private boolean isPerCpu() {
        return setup.kind() == WorkqueueKind.PER_CPU;
    }

    private void start(int item) {
        int pwq = items.get(item).pwq;
        if (!putOff(layout.pool(pwq), Kind.START, item)) {
            long hold = lines.price(Act.START);
            touch(pwq, workerCpu(pwq), hold);
            witness.started(now, item, pwq);
            long ends = now + hold + varied(setup.load().itemNanos());
            agenda.add(ends, Kind.END, item);
            if (setup.load().dense()) {
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
        if (setup.load().dense()) {
            if (busyWith[item.pwq] == number) {
                busyWith[item.pwq] = NOBODY; // the next one is late, for a walk has the lock
            } else {
                agenda.add(now + hold, Kind.START, busyWith[item.pwq]);
            }
        } else if (isPerCpu()) {
            workerBusy[pool] = false;
            runWorker(pool, now + hold);
        }
    }

    /** The worker of a CPU takes its next item, if there is one and the CPU's flusher sleeps. */
    private void runWorker(int pool, long when) {
        Deque<Integer> waiting = waitingItems.get(pool);
        if (!workerBusy[pool] && !waiting.isEmpty() && flushers.get(pool).asleep) {
            workerBusy[pool] = true;
            agenda.add(when, Kind.START, waiting.remove());
        }
    }

    /** Another item for a pwq that is always busy, just before the one in flight ends. */
    private void refill(int pwq) {
        if (putOff(layout.pool(pwq), Kind.REFILL, pwq)) {
            return;
        }
        boolean idle = busyWith[pwq] == NOBODY;
        busyWith[pwq] = queue(pwq, workerCpu(pwq), NOBODY);
        if (idle) {
            agenda.add(now + lines.price(Act.QUEUE), Kind.START, busyWith[pwq]);
        }
    }

    // ---- flushers

    private void begin(int thread) {
        if (!setup.load().queues()) {
            agenda.add(now, Kind.ENTER, thread);
            return;
        }
        int pwq = layout.pwqOf(thread);
        int pool = layout.pool(pwq);
        if (putOff(pool, Kind.RUN, thread)) {
            return;
        }
        int item = queue(pwq, thread, thread);
        long queued = lockedUntil[pool];
        if (isPerCpu()) {
            waitingItems.get(pool).add(item);
        } else {
            agenda.add(queued + varied(lines.price(Act.WAKE_LATENCY)), Kind.START, item);
        }
        agenda.add(queued, Kind.ENTER, thread);
    }

    private void enter(int thread) {
        Flusher flusher = flushers.get(thread);
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
            witness.spins(now, flusher.cpu);
        } else {
            mutexHeld = true;
            agenda.add(now + lines.lockMutex(flusher.cpu) + lines.price(Act.MUTEX), Kind.LOCKED, flusher.cpu);
            heldSince = now;
        }
    }

    private void locked(Flusher flusher) {
        if (flusher.spun) {
            flusher.spun = false;
            witness.spun(now, flusher.cpu);
        }
        if (flusher.equals(protocol.first())) {
            cascading = flusher.cpu;
            protocol.cascade(flusher);
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
            witness.sleeps(now, flusher.cpu);
            if (isPerCpu()) {
                runWorker(flusher.cpu, now + lines.price(Act.SWITCH));
            }
        }
    }

    private void unlock() {
        if (returned >= warmUp()) {
            mutexNanos += now - Math.max(heldSince, measuredFrom);
        }
        Flusher next = spinning.poll();
        mutexHeld = next != null;
        if (next != null) {
            heldSince = now;
            lines.lockMutex(next.cpu);
            agenda.add(now + lines.price(Act.HANDOFF), Kind.LOCKED, next.cpu);
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
        witness.woken(now, flusher.cpu, item, byThread);
        long wake = flusher.cpu == cpu ? 0 : lines.price(Act.WAKE);
        agenda.add(now + wake + varied(lines.price(Act.WAKE_LATENCY)), Kind.RESUME, flusher.cpu);
        return wake;
    }

    private void resume(Flusher flusher) {
        if (flusher.asleep) {
            flusher.asleep = false;
            witness.resumes(now, flusher.cpu);
        }
        if (flusher.equals(protocol.first())) {
            request(flusher);
        } else {
            leave(flusher);
        }
    }

    private void leave(Flusher flusher) {
        witness.returned(now, flusher.cpu, flusher.path);
        returned++;
        if (returned > warmUp()) {
            flushes++;
            flushNanos += now - flusher.entered;
        } else if (returned == warmUp()) {
            measuredFrom = now;
        }
        long think = setup.load().thinkNanos();
        long pause = think == 0 ? 0 : Math.round(-Math.log(1 - random.nextDouble()) * think);
        agenda.add(now + pause, Kind.RUN, flusher.cpu);
    }

    private int warmUp() {
        return setup.flushes() / WARM_UP;
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
            witness.walkBegan(now, by.cpu, kind, flushColour, workColour);
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
                work(complete(waiting, by.cpu, NOBODY, by.cpu));
            }
            return armed;
        }

        private void tell(long began, WalkKind kind, Flusher by) {
            witness.walkEnded(now, by.cpu, kind, model.visits(), model.poolLocks(), model.armed());
            if (returned >= warmUp()) {
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
            work(complete(flusher, cascading, NOBODY, cascading));
        }
    }
}
