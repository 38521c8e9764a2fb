package dev.wqflush.parsers.relay;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.TaskState;
import java.util.Arrays;

/**
 * Calls of an {@link EventSink} that wait to be made, in their order; refilled for ever, so that none makes objects.
 */
final class Batch implements EventSink {
    /** As many as fit a core's cache together with their copies on the other core. */
    private static final int EVENTS = 2048;

    private static final byte OTHER = 0;
    private static final byte WORK_QUEUED = 1;
    private static final byte WORK_ACTIVATED = 2;
    private static final byte WORK_STARTED = 3;
    private static final byte WORK_ENDED = 4;
    private static final byte CONTENTION_BEGAN = 5;
    private static final byte CONTENTION_ENDED = 6;
    private static final byte CONTENDED_RELEASED = 7;
    private static final byte SWITCHED = 8;
    private static final byte WAKING = 9;
    private static final byte WAKEUP = 10;
    private static final byte MIGRATED = 11;
    private static final byte FLUSH_ENTERED = 12;
    private static final byte FLUSH_RETURNED = 13;
    private static final byte WALK_BEGAN = 14;
    private static final byte WALK_ENDED = 15;
    private static final byte POOL_LOCK_CYCLED = 16;
    private static final byte DRAIN_ENTERED = 17;

    private final byte[] kinds = new byte[EVENTS];
    private final EventContext[] contexts = new EventContext[EVENTS];

    /** The address that the call is about, or the one long of {@code walkEnded}. */
    private final long[] addresses = new long[EVENTS];

    private final long[] durations = new long[EVENTS];
    private final TaskState[] states = new TaskState[EVENTS];

    /** The ints of a call, in its order. */
    private final int[] first = new int[EVENTS];

    private final int[] second = new int[EVENTS];
    private final int[] third = new int[EVENTS];
    private final int[] fourth = new int[EVENTS];
    private int size;

    Batch() {
        Arrays.setAll(contexts, i -> new EventContext());
    }

    boolean isFull() {
        return size == EVENTS;
    }

    /** Makes the calls; the batch is empty then, also if one of them throws. */
    void replay(EventSink sink) {
        int calls = size;
        size = 0;
        for (int i = 0; i < calls; i++) {
            replay(i, sink);
        }
    }

    private void replay(int i, EventSink sink) {
        EventContext at = contexts[i];
        switch (kinds[i]) {
            case WORK_QUEUED -> sink.workQueued(at, addresses[i], first[i], second[i], third[i], fourth[i]);
            case WORK_ACTIVATED -> sink.workActivated(at, addresses[i]);
            case WORK_STARTED -> sink.workStarted(at, addresses[i], first[i]);
            case WORK_ENDED -> sink.workEnded(at, addresses[i], first[i]);
            case CONTENTION_BEGAN -> sink.contentionBegan(at, addresses[i], first[i]);
            case CONTENTION_ENDED -> sink.contentionEnded(at, addresses[i], first[i]);
            case CONTENDED_RELEASED -> sink.contendedReleased(at, addresses[i]);
            case SWITCHED -> sink.switched(at, first[i], second[i], states[i], third[i], fourth[i]);
            case WAKING -> sink.waking(at, first[i], second[i], third[i]);
            case WAKEUP -> sink.wakeup(at, first[i], second[i], third[i]);
            case MIGRATED -> sink.migrated(at, first[i], second[i], third[i]);
            case FLUSH_ENTERED -> sink.flushEntered(at, addresses[i], first[i]);
            case FLUSH_RETURNED -> sink.flushReturned(at);
            case WALK_BEGAN -> sink.walkBegan(at, addresses[i], first[i], second[i], third[i]);
            case WALK_ENDED -> sink.walkEnded(at, first[i], addresses[i], durations[i]);
            case POOL_LOCK_CYCLED -> sink.poolLockCycled(at);
            case DRAIN_ENTERED -> sink.drainEntered(at, addresses[i], first[i]);
            default -> sink.otherEvent(at, first[i]);
        }
    }

    private int add(byte kind, EventContext at) {
        kinds[size] = kind;
        contexts[size].copy(at);
        return size++;
    }

    private void add(byte kind, EventContext at, long address, int a) {
        int i = add(kind, at);
        addresses[i] = address;
        first[i] = a;
    }

    private void add(byte kind, EventContext at, int a, int b, int c) {
        int i = add(kind, at);
        first[i] = a;
        second[i] = b;
        third[i] = c;
    }

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        fourth[size] = poolCpu;
        addresses[size] = work;
        add(WORK_QUEUED, at, function, workqueue, requestedCpu);
    }

    @Override
    public void workActivated(EventContext at, long work) {
        add(WORK_ACTIVATED, at, work, 0);
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        add(WORK_STARTED, at, work, function);
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        add(WORK_ENDED, at, work, function);
    }

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        add(CONTENTION_BEGAN, at, lock, flags);
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        add(CONTENTION_ENDED, at, lock, result);
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        add(CONTENDED_RELEASED, at, lock, 0);
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        states[size] = previousState;
        fourth[size] = nextComm;
        add(SWITCHED, at, previousTid, previousComm, nextTid);
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        add(WAKING, at, tid, comm, targetCpu);
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        add(WAKEUP, at, tid, comm, targetCpu);
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        add(MIGRATED, at, tid, fromCpu, toCpu);
    }

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        add(FLUSH_ENTERED, at, pointer, name);
    }

    @Override
    public void flushReturned(EventContext at) {
        add(FLUSH_RETURNED, at);
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        addresses[size] = pointer;
        add(WALK_BEGAN, at, name, flushColour, workColour);
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        durations[size] = durationNanos;
        add(WALK_ENDED, at, callSite, armed);
    }

    @Override
    public void poolLockCycled(EventContext at) {
        add(POOL_LOCK_CYCLED, at);
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        add(DRAIN_ENTERED, at, pointer, name);
    }

    @Override
    public void otherEvent(EventContext at, int eventName) {
        first[size] = eventName;
        add(OTHER, at);
    }
}
