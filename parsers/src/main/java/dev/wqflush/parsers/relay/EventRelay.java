package dev.wqflush.parsers.relay;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Passes events on to a sink that works on another thread, in batches. The sink hears the same calls in the same order;
 * the rare ones that are no events are made when it has heard all before, and while the reader waits, so that it may
 * intern names. A capture that does not fill a batch is passed on without a thread.
 *
 * <p>What the sink throws is thrown by a later call or by {@link #finish}; it hears nothing more then.
 */
public final class EventRelay implements EventSink, AutoCloseable {
    private static final int BATCHES = 4;

    private static final EventSink DEAF = new EventSink() {};

    private final EventSink sink;
    private final long most;
    private final BlockingQueue<Batch> filled = new ArrayBlockingQueue<>(BATCHES);
    private final BlockingQueue<Batch> empty = new ArrayBlockingQueue<>(BATCHES);
    private Batch batch = new Batch();
    private long events;
    private @Nullable Thread thread;
    private volatile @Nullable Throwable failure;

    /** Passes all events on to this sink. */
    public EventRelay(EventSink sink) {
        this(sink, Long.MAX_VALUE);
    }

    /** Passes the first events on to this sink, and wants no more when there have been so many. */
    public EventRelay(EventSink sink, long most) {
        this.sink = sink;
        this.most = most;
        for (int i = 1; i < BATCHES; i++) {
            empty.add(new Batch());
        }
    }

    /** Waits until the sink has heard everything so far. */
    public void finish() {
        if (thread == null) {
            batch.replay(sink);
            return;
        }
        pass();
        List<Batch> heard = new ArrayList<>();
        while (heard.size() < BATCHES - 1) {
            heard.add(take(empty));
        }
        empty.addAll(heard);
        check();
    }

    /** Ends the thread; to be called when the reading is over, however it ended. */
    @Override
    public void close() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** The batch to add a call to. */
    private Batch room() {
        events++;
        if (batch.isFull()) {
            pass();
        }
        return batch;
    }

    private void pass() {
        check();
        if (thread == null) {
            thread = new Thread(this::replayAll, "replay");
            thread.setDaemon(true);
            thread.start();
        }
        filled.add(batch); // there is room for all
        batch = take(empty);
    }

    private void check() {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    private void replayAll() {
        while (!Thread.currentThread().isInterrupted()) {
            Batch next;
            try {
                next = filled.take();
            } catch (InterruptedException e) {
                return; // closed
            }
            try {
                next.replay(failure == null ? sink : DEAF);
            } catch (RuntimeException | Error e) {
                failure = e;
            }
            empty.add(next);
        }
    }

    private static Batch take(BlockingQueue<Batch> queue) {
        boolean interrupted = false;
        while (true) {
            try {
                return queue.take();
            } catch (InterruptedException e) {
                interrupted = true; // the batch comes soon
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    @Override
    public boolean wantsMore() {
        return events < most;
    }

    @Override
    public void captureBegan(NameTable names) {
        finish();
        sink.captureBegan(names);
    }

    @Override
    public void kernelRelease(String release) {
        finish();
        sink.kernelRelease(release);
    }

    @Override
    public void onlineCpus(int count) {
        finish();
        sink.onlineCpus(count);
    }

    @Override
    public void configuredCpus(int count) {
        finish();
        sink.configuredCpus(count);
    }

    @Override
    public void clock(TraceClock clock) {
        finish();
        sink.clock(clock);
    }

    @Override
    public void eventsLost(int cpu, long count, long position) {
        finish();
        sink.eventsLost(cpu, count, position);
    }

    @Override
    public void bufferStarted(int cpu, long position) {
        finish();
        sink.bufferStarted(cpu, position);
    }

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        room().workQueued(at, work, function, workqueue, requestedCpu, poolCpu);
    }

    @Override
    public void workActivated(EventContext at, long work) {
        room().workActivated(at, work);
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        room().workStarted(at, work, function);
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        room().workEnded(at, work, function);
    }

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        room().contentionBegan(at, lock, flags);
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        room().contentionEnded(at, lock, result);
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        room().contendedReleased(at, lock);
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        room().switched(at, previousTid, previousComm, previousState, nextTid, nextComm);
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        room().waking(at, tid, comm, targetCpu);
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        room().wakeup(at, tid, comm, targetCpu);
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        room().migrated(at, tid, fromCpu, toCpu);
    }

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        room().flushEntered(at, pointer, name);
    }

    @Override
    public void flushReturned(EventContext at) {
        room().flushReturned(at);
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        room().walkBegan(at, pointer, name, flushColour, workColour);
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        room().walkEnded(at, armed, callSite, durationNanos);
    }

    @Override
    public void poolLockCycled(EventContext at) {
        room().poolLockCycled(at);
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        room().drainEntered(at, pointer, name);
    }

    @Override
    public void otherEvent(EventContext at, int eventName) {
        room().otherEvent(at, eventName);
    }
}
