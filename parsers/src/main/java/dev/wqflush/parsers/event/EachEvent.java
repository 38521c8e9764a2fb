package dev.wqflush.parsers.event;

/** A sink that wants to know of every event, whatever it is. */
public abstract class EachEvent implements EventSink {
    /** An event; {@code at} is valid only during the call. */
    protected abstract void event(EventContext at);

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        event(at);
    }

    @Override
    public void workActivated(EventContext at, long work) {
        event(at);
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        event(at);
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        event(at);
    }

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        event(at);
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        event(at);
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        event(at);
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        event(at);
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        event(at);
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        event(at);
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        event(at);
    }

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        event(at);
    }

    @Override
    public void flushReturned(EventContext at) {
        event(at);
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        event(at);
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        event(at);
    }

    @Override
    public void poolLockCycled(EventContext at) {
        event(at);
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        event(at);
    }

    @Override
    public void otherEvent(EventContext at, int eventName) {
        event(at);
    }
}
