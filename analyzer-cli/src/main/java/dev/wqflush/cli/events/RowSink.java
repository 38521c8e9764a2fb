package dev.wqflush.cli.events;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/** Makes rows of the events of one file. */
public final class RowSink implements EventSink {
    private final String file;
    private final RowReceiver receiver;
    private final EventRow row = new EventRow();
    private final EventContext ofMark = new EventContext();
    private final WorkqueueNames workqueues = new WorkqueueNames();
    private NameTable names = new NameTable();
    private TraceClock clock = TraceClock.NONE;
    private boolean begun;

    /** Passes rows on; the file is as the user knows it. */
    public RowSink(String file, RowReceiver receiver) {
        this.file = file;
        this.receiver = receiver;
    }

    @Override
    public void captureBegan(NameTable newNames) {
        names = newNames;
        workqueues.forget();
        begun = false;
    }

    @Override
    public void clock(TraceClock newClock) {
        clock = newClock;
        begun = false;
    }

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        workqueues.queued(work, workqueue);
        pass(row.begin(EventKind.WORK_QUEUED, at)
                .with(EventField.WORK, work)
                .with(EventField.FUNCTION, function, NameTable.NONE)
                .with(EventField.WQ, workqueue, NameTable.NONE)
                .with(EventField.REQ_CPU, requestedCpu)
                .with(EventField.POOL_CPU, poolCpu));
    }

    @Override
    public void workActivated(EventContext at, long work) {
        item(EventKind.WORK_ACTIVATED, at, work, NameTable.NONE);
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        item(EventKind.WORK_STARTED, at, work, function);
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        item(EventKind.WORK_ENDED, at, work, function);
    }

    private void item(EventKind kind, EventContext at, long work, int function) {
        pass(row.begin(kind, at)
                .with(EventField.WORK, work)
                .with(EventField.FUNCTION, function, NameTable.NONE)
                .with(EventField.WQ, workqueues.ofItem(work), NameTable.NONE));
    }

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        pass(row.begin(EventKind.CONTENTION_BEGAN, at)
                .with(EventField.LOCK, lock)
                .with(EventField.LOCK_FLAGS, flags));
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        pass(row.begin(EventKind.CONTENTION_ENDED, at)
                .with(EventField.LOCK, lock)
                .with(EventField.RESULT, result));
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        pass(row.begin(EventKind.CONTENDED_RELEASED, at).with(EventField.LOCK, lock));
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        pass(row.begin(EventKind.SWITCHED, at)
                .with(EventField.PREV_COMM, previousComm, NameTable.NONE)
                .with(EventField.PREV_TID, previousTid)
                .with(EventField.PREV_STATE, previousState.name().toLowerCase(Locale.ROOT))
                .with(EventField.NEXT_COMM, nextComm, NameTable.NONE)
                .with(EventField.NEXT_TID, nextTid));
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        woken(EventKind.WAKING, at, tid, comm, targetCpu);
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        woken(EventKind.WAKEUP, at, tid, comm, targetCpu);
    }

    private void woken(EventKind kind, EventContext at, int tid, int comm, int targetCpu) {
        pass(row.begin(kind, at)
                .with(EventField.TARGET_COMM, comm, NameTable.NONE)
                .with(EventField.TARGET_TID, tid)
                .with(EventField.TARGET_CPU, targetCpu));
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        pass(row.begin(EventKind.MIGRATED, at)
                .with(EventField.TARGET_TID, tid)
                .with(EventField.FROM_CPU, fromCpu)
                .with(EventField.TO_CPU, toCpu));
    }

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        pass(flush(EventKind.FLUSH_ENTERED, at, pointer, name));
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        pass(flush(EventKind.DRAIN_ENTERED, at, pointer, name));
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        pass(flush(EventKind.WALK_BEGAN, at, pointer, name)
                .with(EventField.FLUSH_COLOR, flushColour, NOT_SHOWN)
                .with(EventField.WORK_COLOR, workColour, NOT_SHOWN));
    }

    private EventRow flush(EventKind kind, EventContext at, long pointer, int name) {
        return row.begin(kind, at)
                .with(EventField.WQ, workqueues.flushed(at.tid(), pointer, name), NameTable.NONE)
                .with(EventField.WQ_PTR, pointer, 0);
    }

    @Override
    public void flushReturned(EventContext at) {
        pass(ofFlusher(EventKind.FLUSH_RETURNED, at));
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        pass(ofFlusher(EventKind.WALK_ENDED, at)
                .with(EventField.ARMED, armed, NOT_SHOWN)
                .with(EventField.CALL_SITE, callSite, -1)
                .with(EventField.DURATION_NS, durationNanos, -1));
    }

    @Override
    public void poolLockCycled(EventContext at) {
        pass(ofFlusher(EventKind.POOL_LOCK_CYCLED, at));
    }

    private EventRow ofFlusher(EventKind kind, EventContext at) {
        return row.begin(kind, at).with(EventField.WQ, workqueues.ofFlusher(at.tid()), NameTable.NONE);
    }

    @Override
    public void otherEvent(EventContext at, int eventName) {
        pass(row.begin(EventKind.OTHER, at));
    }

    @Override
    public void eventsLost(int cpu, long count, long position) {
        pass(mark(EventKind.EVENTS_LOST, cpu, position).with(EventField.LOST, count, -1));
    }

    @Override
    public void bufferStarted(int cpu, long position) {
        pass(mark(EventKind.BUFFER_STARTED, cpu, position));
    }

    private EventRow mark(EventKind kind, int cpu, long position) {
        return row.begin(
                kind,
                ofMark.set(
                        0,
                        cpu,
                        EventContext.UNKNOWN,
                        NameTable.NONE,
                        ofMark.execution(),
                        EventContext.UNKNOWN,
                        position));
    }

    private void pass(EventRow filled) {
        try {
            if (!begun) {
                begun = true;
                receiver.begin(file, names, clock == TraceClock.NANOSECONDS);
            }
            receiver.row(filled);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
