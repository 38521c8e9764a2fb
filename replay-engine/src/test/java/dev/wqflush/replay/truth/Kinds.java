package dev.wqflush.replay.truth;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.replay.explain.Citation.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each event of a capture is, by its number. */
final class Kinds implements EventSink {
    private final List<Kind> kinds = new ArrayList<>();

    /** The kind of an event, {@link Kind#ANY} for those that no explanation names; null if there is no such event. */
    @Nullable
    Kind of(long event) {
        return event < 1 || event > kinds.size() ? null : kinds.get((int) event - 1);
    }

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        kinds.add(Kind.QUEUED);
    }

    @Override
    public void workActivated(EventContext at, long work) {
        kinds.add(Kind.ACTIVATED);
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        kinds.add(Kind.STARTED);
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        kinds.add(Kind.ENDED);
    }

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        kinds.add(Kind.LOCK_AWAITED);
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        kinds.add(Kind.LOCK_TAKEN);
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        kinds.add(Kind.ANY);
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        kinds.add(Kind.SWITCHED);
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        kinds.add(Kind.WAKING);
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        kinds.add(Kind.ANY);
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        kinds.add(Kind.ANY);
    }

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        kinds.add(Kind.FLUSH_ENTERED);
    }

    @Override
    public void flushReturned(EventContext at) {
        kinds.add(Kind.FLUSH_RETURNED);
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        kinds.add(Kind.WALK_BEGAN);
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        kinds.add(Kind.WALK_ENDED);
    }

    @Override
    public void poolLockCycled(EventContext at) {
        kinds.add(Kind.ANY);
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        kinds.add(Kind.ANY);
    }

    @Override
    public void otherEvent(EventContext at, int eventName) {
        kinds.add(Kind.ANY);
    }
}
