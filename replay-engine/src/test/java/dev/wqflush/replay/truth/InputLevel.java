package dev.wqflush.replay.truth;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;

/** Takes events away, as if the customer had not recorded them (kernel-model-measured, "Input levels"). */
final class InputLevel implements EventSink {
    private final EventSink to;
    private final int level;

    InputLevel(EventSink to, int level) {
        this.to = to;
        this.level = level;
    }

    @Override
    public void captureBegan(NameTable names) {
        to.captureBegan(names);
    }

    @Override
    public void clock(TraceClock clock) {
        to.clock(clock);
    }

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        to.workQueued(at, work, function, workqueue, requestedCpu, poolCpu);
    }

    @Override
    public void workActivated(EventContext at, long work) {
        to.workActivated(at, work);
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        to.workStarted(at, work, function);
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        to.workEnded(at, work, function);
    }

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        if (level < 4) {
            to.contentionBegan(at, lock, flags);
        }
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        if (level < 4) {
            to.contentionEnded(at, lock, result);
        }
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        if (level < 4) {
            to.contendedReleased(at, lock);
        }
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        if (level < 5) {
            to.switched(at, previousTid, previousComm, previousState, nextTid, nextComm);
        }
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        if (level < 5) {
            to.waking(at, tid, comm, targetCpu);
        }
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        if (level < 5) {
            to.wakeup(at, tid, comm, targetCpu);
        }
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        if (level < 5) {
            to.migrated(at, tid, fromCpu, toCpu);
        }
    }

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        to.flushEntered(at, pointer, name);
    }

    @Override
    public void flushReturned(EventContext at) {
        if (level < 3) {
            to.flushReturned(at);
        }
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        if (level < 2) {
            to.walkBegan(at, pointer, name, flushColour, workColour);
        }
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        if (level < 2) {
            to.walkEnded(at, armed, callSite, durationNanos);
        }
    }

    @Override
    public void poolLockCycled(EventContext at) {
        if (level < 2) {
            to.poolLockCycled(at);
        }
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        to.drainEntered(at, pointer, name);
    }

    @Override
    public void otherEvent(EventContext at, int eventName) {
        if (level < 5) {
            to.otherEvent(at, eventName);
        }
    }

    @Override
    public void eventsLost(int cpu, long count, long position) {
        to.eventsLost(cpu, count, position);
    }

    @Override
    public void bufferStarted(int cpu, long position) {
        to.bufferStarted(cpu, position);
    }
}
