package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;
import java.util.ArrayDeque;
import org.eclipse.collections.api.map.primitive.MutableLongIntMap;
import org.eclipse.collections.api.map.primitive.MutableLongLongMap;
import org.eclipse.collections.impl.factory.primitive.LongIntMaps;
import org.eclipse.collections.impl.factory.primitive.LongLongMaps;
import org.jspecify.annotations.Nullable;

/**
 * Puts events behind what caused them, where CPUs whose clocks differ a little were merged by their time stamps. Each
 * CPU's own order stays as it is.
 *
 * <p>Events pass straight through until one lacks its cause: an item starts that was not queued, a sleeping task runs
 * that nobody woke, or one that still runs elsewhere. Then events are held back until those of {@link #WINDOW_NANOS}
 * are there; if the cause is among them, it goes first with all before it on its CPU. If not, the order of the file
 * stands.
 */
public final class CausalOrder implements EventSink {
    /** How far clocks may be apart: order within it is repaired by cause. */
    public static final long WINDOW_NANOS = 100_000;

    /** The same for clocks without unit, whose ticks can be as long as a jiffy. */
    private static final long WINDOW_TICKS = 1;

    private static final int MOST_HELD = 4096;

    /** Of so many events it is known where they stand in the file; more are a matter of lines nearby. */
    private static final int MOST_MOVED = 1 << 20;

    /** What an event can wait for, of a work item or a task. */
    enum Cause {
        NONE(0),
        /** The item is queued. */
        QUEUED(1),
        /** The task is woken. */
        WOKEN(2),
        /** The task leaves the CPU. */
        LEFT(3),
        /** The task enters a flush. */
        FLUSHES(4);

        final int number;

        Cause(int number) {
            this.number = number;
        }
    }

    private static final int CAUSES = Cause.values().length;

    /** Hands one event on. */
    private interface Delivery {
        void to(LifeTracker tracker, EventContext at);
    }

    private static final class Held {
        final EventContext at;
        final Delivery delivery;
        final Need need;
        final long needs;
        final Cause gives;
        final long given;
        long place;
        boolean done;

        Held(EventContext at, Need need, long needs, Cause gives, long given, Delivery delivery) {
            this.at = new EventContext()
                    .set(
                            at.timeNanos(),
                            at.cpu(),
                            at.tid(),
                            at.comm(),
                            at.execution(),
                            at.preemptDepth(),
                            at.position())
                    .from(at.source());
            this.need = need;
            this.needs = needs;
            this.gives = gives;
            this.given = given;
            this.delivery = delivery;
        }
    }

    /** Asks what an event lacks now. */
    private interface Need {
        Cause missing(LifeTracker tracker, EventContext at, long key);
    }

    private static final Need NOTHING = (tracker, at, key) -> Cause.NONE;

    private final LifeTracker tracker;
    /** In the order of the file; the first is not handed on yet, later ones may be. */
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    /**
     * How many of those held give a cause, by {@link #key}: most causes are not there, which is to be known at once.
     */
    private final MutableLongIntMap givers = LongIntMaps.mutable.empty();

    private long window = WINDOW_NANOS;
    private long latest = Long.MIN_VALUE;
    private long arrived;
    private long handedOn;

    /** Place in the file by place in order of cause, of the events whose places differ. */
    private final MutableLongLongMap moved = LongLongMaps.mutable.empty();

    /** Puts events in order for a tracker. */
    public CausalOrder(LifeTracker tracker) {
        this.tracker = tracker;
    }

    /** Hands on what is held back: the capture is over. */
    public void finish() {
        while (!held.isEmpty()) {
            release();
        }
    }

    /** Number, in the order of the file, of an event handed on; both count from 1. */
    public long placeInFile(long event) {
        return moved.getIfAbsent(event, event);
    }

    // ---- holding back

    /** Whether an event must be held back; notes its stamp. */
    private boolean holds(EventContext at, Need need, long key) {
        tracker.clockDisorder().see(at);
        latest = Math.max(latest, at.timeNanos());
        arrived++;
        if (!held.isEmpty() || need.missing(tracker, at, key) != Cause.NONE) {
            return true;
        }
        handedOn++;
        return false;
    }

    private void hold(Held event) {
        event.place = arrived;
        held.add(event);
        if (event.gives != Cause.NONE) {
            givers.addToValue(key(event.gives, event.given), 1);
        }
        while (!held.isEmpty()
                && (held.size() >= MOST_HELD || held.getFirst().at.timeNanos() < latest - window)) {
            release();
        }
    }

    /** Hands on the first event held, and before it what it lacks. */
    private void release() {
        handOn(held.getFirst(), 0);
        for (Held next = held.peekFirst(); next != null; next = held.peekFirst()) {
            if (!next.done && next.need.missing(tracker, next.at, next.needs) != Cause.NONE) {
                return;
            }
            deliver(next);
            held.removeFirst();
        }
    }

    private void handOn(Held event, int depth) {
        if (event.done) {
            return;
        }
        Cause missing = event.need.missing(tracker, event.at, event.needs);
        Held cause = missing == Cause.NONE || depth > 8 ? null : find(event, missing);
        if (cause != null) {
            tracker.clockDisorder().repair();
            for (Held before : held) {
                if (before.at.cpu() == cause.at.cpu()) {
                    handOn(before, depth + 1);
                }
                if (before == cause) {
                    break;
                }
            }
        }
        deliver(event);
    }

    @SuppressWarnings("EnumOrdinal") // nothing outlives the run
    private static long key(Cause cause, long of) {
        return of * CAUSES + cause.number;
    }

    private @Nullable Held find(Held event, Cause missing) {
        if (!givers.containsKey(key(missing, event.needs))) {
            return null;
        }
        for (Held other : held) {
            if (!other.done
                    && other.gives == missing
                    && other.given == event.needs
                    && other.at.cpu() != event.at.cpu()
                    && other.at.timeNanos() - event.at.timeNanos() <= window) {
                return other;
            }
        }
        return null;
    }

    private void deliver(Held event) {
        if (!event.done) {
            event.done = true;
            handedOn++;
            if (event.gives != Cause.NONE && givers.addToValue(key(event.gives, event.given), -1) == 0) {
                givers.remove(key(event.gives, event.given));
            }
            if (handedOn != event.place && moved.size() < MOST_MOVED) {
                moved.put(handedOn, event.place);
            }
            event.delivery.to(tracker, event.at);
        }
    }

    // ---- events that need a cause, or are one

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        if (!holds(at, NOTHING, 0)) {
            tracker.workQueued(at, work, function, workqueue, requestedCpu, poolCpu);
            return;
        }
        hold(new Held(
                at,
                NOTHING,
                0,
                Cause.QUEUED,
                work,
                (to, then) -> to.workQueued(then, work, function, workqueue, requestedCpu, poolCpu)));
    }

    private static Cause missingOfStart(LifeTracker tracker, EventContext at, long work) {
        return tracker.mayStart(work) ? Cause.NONE : Cause.QUEUED;
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        Need need = tracker.isBarrier(function) ? NOTHING : CausalOrder::missingOfStart;
        if (!holds(at, need, work)) {
            tracker.workStarted(at, work, function);
            return;
        }
        hold(new Held(at, need, work, Cause.NONE, 0, (to, then) -> to.workStarted(then, work, function)));
    }

    private static Cause missingOfSwitch(LifeTracker tracker, EventContext at, long nextTid) {
        return tracker.missingToRun(at, (int) nextTid);
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        if (!holds(at, CausalOrder::missingOfSwitch, nextTid)) {
            tracker.switched(at, previousTid, previousComm, previousState, nextTid, nextComm);
            return;
        }
        hold(new Held(
                at,
                CausalOrder::missingOfSwitch,
                nextTid,
                Cause.LEFT,
                previousTid,
                (to, then) -> to.switched(then, previousTid, previousComm, previousState, nextTid, nextComm)));
    }

    private static Cause missingOfWaking(LifeTracker tracker, EventContext at, long tid) {
        return tracker.missesFlushOf(at, (int) tid) ? Cause.FLUSHES : Cause.NONE;
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        if (!holds(at, CausalOrder::missingOfWaking, tid)) {
            tracker.waking(at, tid, comm, targetCpu);
            return;
        }
        hold(new Held(
                at,
                CausalOrder::missingOfWaking,
                tid,
                Cause.WOKEN,
                tid,
                (to, then) -> to.waking(then, tid, comm, targetCpu)));
    }

    private static Cause missingOfWakeup(LifeTracker tracker, EventContext at, long tid) {
        return tracker.isAsleep((int) tid) ? Cause.WOKEN : Cause.NONE;
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        if (!holds(at, CausalOrder::missingOfWakeup, tid)) {
            tracker.wakeup(at, tid, comm, targetCpu);
            return;
        }
        hold(new Held(
                at,
                CausalOrder::missingOfWakeup,
                tid,
                Cause.NONE,
                0,
                (to, then) -> to.wakeup(then, tid, comm, targetCpu)));
    }

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        if (!holds(at, NOTHING, 0)) {
            tracker.flushEntered(at, pointer, name);
            return;
        }
        hold(new Held(at, NOTHING, 0, Cause.FLUSHES, at.tid(), (to, then) -> to.flushEntered(then, pointer, name)));
    }

    // ---- the others only keep their place

    private boolean passes(EventContext at) {
        return !holds(at, NOTHING, 0);
    }

    private void hold(EventContext at, Delivery delivery) {
        hold(new Held(at, NOTHING, 0, Cause.NONE, 0, delivery));
    }

    @Override
    public void workActivated(EventContext at, long work) {
        if (passes(at)) {
            tracker.workActivated(at, work);
        } else {
            hold(at, (to, then) -> to.workActivated(then, work));
        }
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        if (passes(at)) {
            tracker.workEnded(at, work, function);
        } else {
            hold(at, (to, then) -> to.workEnded(then, work, function));
        }
    }

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        if (passes(at)) {
            tracker.contentionBegan(at, lock, flags);
        } else {
            hold(at, (to, then) -> to.contentionBegan(then, lock, flags));
        }
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        if (passes(at)) {
            tracker.contentionEnded(at, lock, result);
        } else {
            hold(at, (to, then) -> to.contentionEnded(then, lock, result));
        }
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        if (passes(at)) {
            tracker.contendedReleased(at, lock);
        } else {
            hold(at, (to, then) -> to.contendedReleased(then, lock));
        }
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        if (passes(at)) {
            tracker.migrated(at, tid, fromCpu, toCpu);
        } else {
            hold(at, (to, then) -> to.migrated(then, tid, fromCpu, toCpu));
        }
    }

    @Override
    public void flushReturned(EventContext at) {
        if (passes(at)) {
            tracker.flushReturned(at);
        } else {
            hold(at, LifeTracker::flushReturned);
        }
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        if (passes(at)) {
            tracker.walkBegan(at, pointer, name, flushColour, workColour);
        } else {
            hold(at, (to, then) -> to.walkBegan(then, pointer, name, flushColour, workColour));
        }
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        if (passes(at)) {
            tracker.walkEnded(at, armed, callSite, durationNanos);
        } else {
            hold(at, (to, then) -> to.walkEnded(then, armed, callSite, durationNanos));
        }
    }

    @Override
    public void poolLockCycled(EventContext at) {
        if (passes(at)) {
            tracker.poolLockCycled(at);
        } else {
            hold(at, LifeTracker::poolLockCycled);
        }
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        if (passes(at)) {
            tracker.drainEntered(at, pointer, name);
        } else {
            hold(at, (to, then) -> to.drainEntered(then, pointer, name));
        }
    }

    @Override
    public void otherEvent(EventContext at, int eventName) {
        if (passes(at)) {
            tracker.otherEvent(at, eventName);
        } else {
            hold(at, (to, then) -> to.otherEvent(then, eventName));
        }
    }

    // ---- what is no event ends the holding back

    @Override
    public void captureBegan(NameTable names) {
        finish();
        tracker.captureBegan(names);
    }

    @Override
    public void kernelRelease(String release) {
        tracker.kernelRelease(release);
    }

    @Override
    public void onlineCpus(int count) {
        tracker.onlineCpus(count);
    }

    @Override
    public void configuredCpus(int count) {
        tracker.configuredCpus(count);
    }

    @Override
    public void clock(TraceClock clock) {
        window = clock == TraceClock.NANOSECONDS ? WINDOW_NANOS : WINDOW_TICKS;
        tracker.clock(clock);
    }

    @Override
    public void eventsLost(int cpu, long count, long position) {
        finish();
        tracker.eventsLost(cpu, count, position);
    }

    @Override
    public void bufferStarted(int cpu, long position) {
        finish();
        tracker.bufferStarted(cpu, position);
    }
}
