package dev.wqflush.replay.truth;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Hands the events of one reading to several sinks, of which each sees what is left at its input level
 * (kernel-model-measured, "Input levels"): from level 2 on no walks, from 3 on no returns of flushes, from 4 on no lock
 * events, at 5 no scheduler events.
 */
final class InputLevels implements EventSink {
    static final List<Integer> ALL = List.of(1, 2, 3, 4, 5);

    private final NavigableMap<Integer, EventSink> sinks;

    InputLevels(Map<Integer, ? extends EventSink> sinks) {
        this.sinks = new TreeMap<>(sinks);
    }

    private void all(Consumer<EventSink> event) {
        sinks.values().forEach(event);
    }

    private void upTo(int level, Consumer<EventSink> event) {
        sinks.headMap(level, true).values().forEach(event);
    }

    @Override
    public void captureBegan(NameTable names) {
        all(sink -> sink.captureBegan(names));
    }

    @Override
    public void clock(TraceClock clock) {
        all(sink -> sink.clock(clock));
    }

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        all(sink -> sink.workQueued(at, work, function, workqueue, requestedCpu, poolCpu));
    }

    @Override
    public void workActivated(EventContext at, long work) {
        all(sink -> sink.workActivated(at, work));
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        all(sink -> sink.workStarted(at, work, function));
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        all(sink -> sink.workEnded(at, work, function));
    }

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        upTo(3, sink -> sink.contentionBegan(at, lock, flags));
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        upTo(3, sink -> sink.contentionEnded(at, lock, result));
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        upTo(3, sink -> sink.contendedReleased(at, lock));
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        upTo(4, sink -> sink.switched(at, previousTid, previousComm, previousState, nextTid, nextComm));
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        upTo(4, sink -> sink.waking(at, tid, comm, targetCpu));
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        upTo(4, sink -> sink.wakeup(at, tid, comm, targetCpu));
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        upTo(4, sink -> sink.migrated(at, tid, fromCpu, toCpu));
    }

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        all(sink -> sink.flushEntered(at, pointer, name));
    }

    @Override
    public void flushReturned(EventContext at) {
        upTo(2, sink -> sink.flushReturned(at));
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        upTo(1, sink -> sink.walkBegan(at, pointer, name, flushColour, workColour));
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        upTo(1, sink -> sink.walkEnded(at, armed, callSite, durationNanos));
    }

    @Override
    public void poolLockCycled(EventContext at) {
        upTo(1, sink -> sink.poolLockCycled(at));
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        all(sink -> sink.drainEntered(at, pointer, name));
    }

    @Override
    public void otherEvent(EventContext at, int eventName) {
        upTo(4, sink -> sink.otherEvent(at, eventName));
    }

    @Override
    public void eventsLost(int cpu, long count, long position) {
        all(sink -> sink.eventsLost(cpu, count, position));
    }

    @Override
    public void bufferStarted(int cpu, long position) {
        all(sink -> sink.bufferStarted(cpu, position));
    }
}
