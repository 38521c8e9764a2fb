package dev.wqflush.cli.command;

import dev.wqflush.cli.redact.Naming;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Makes one capture of several files of one boot: their names come from one table, told in one way. */
final class JoinedCaptures implements EventSink {
    private final EventSink sink;
    private final NameTable names = new NameTable();
    private final EventContext joinedAt = new EventContext();
    private final Ids tasks;
    private final Ids workqueues;
    private final Ids functions;
    private final Ids events;
    private NameTable fileNames = new NameTable();

    /** Passes everything to the sink, with names as they are to be told. */
    JoinedCaptures(EventSink sink, Naming naming) {
        this.sink = sink;
        tasks = new Ids(naming::task);
        workqueues = new Ids(naming::workqueue);
        functions = new Ids(naming::function);
        events = new Ids(naming::event);
    }

    /** Ids in the table that all files share, by those of the file: a name may be told as more than one thing. */
    private final class Ids {
        private final UnaryOperator<String> told;
        private int[] joined = new int[64];

        Ids(UnaryOperator<String> told) {
            this.told = told;
        }

        void clear() {
            Arrays.fill(joined, NameTable.NONE);
        }

        int of(int name) {
            if (name == NameTable.NONE) {
                return name;
            }
            if (name >= joined.length) {
                joined = Arrays.copyOf(joined, Math.max(name + 1, joined.length * 2));
            }
            if (joined[name] == NameTable.NONE) {
                joined[name] = names.intern(told.apply(fileNames.name(name)));
            }
            return joined[name];
        }
    }

    @Override
    public void captureBegan(NameTable newNames) {
        sink.captureBegan(names);
        fileNames = newNames;
        tasks.clear();
        workqueues.clear();
        functions.clear();
        events.clear();
    }

    private EventContext joined(EventContext at) {
        return joinedAt.set(
                        at.timeNanos(),
                        at.cpu(),
                        at.tid(),
                        tasks.of(at.comm()),
                        at.execution(),
                        at.preemptDepth(),
                        at.position())
                .from(at.source())
                .named(events.of(at.eventName()));
    }

    @Override
    public void kernelRelease(String release) {
        sink.kernelRelease(release);
    }

    @Override
    public void onlineCpus(int count) {
        sink.onlineCpus(count);
    }

    @Override
    public void configuredCpus(int count) {
        sink.configuredCpus(count);
    }

    @Override
    public void clock(TraceClock clock) {
        sink.clock(clock);
    }

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        sink.workQueued(joined(at), work, functions.of(function), workqueues.of(workqueue), requestedCpu, poolCpu);
    }

    @Override
    public void workActivated(EventContext at, long work) {
        sink.workActivated(joined(at), work);
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        sink.workStarted(joined(at), work, functions.of(function));
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        sink.workEnded(joined(at), work, functions.of(function));
    }

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        sink.contentionBegan(joined(at), lock, flags);
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        sink.contentionEnded(joined(at), lock, result);
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        sink.contendedReleased(joined(at), lock);
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        sink.switched(joined(at), previousTid, tasks.of(previousComm), previousState, nextTid, tasks.of(nextComm));
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        sink.waking(joined(at), tid, tasks.of(comm), targetCpu);
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        sink.wakeup(joined(at), tid, tasks.of(comm), targetCpu);
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        sink.migrated(joined(at), tid, fromCpu, toCpu);
    }

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        sink.flushEntered(joined(at), pointer, workqueues.of(name));
    }

    @Override
    public void flushReturned(EventContext at) {
        sink.flushReturned(joined(at));
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        sink.walkBegan(joined(at), pointer, workqueues.of(name), flushColour, workColour);
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        sink.walkEnded(joined(at), armed, callSite, durationNanos);
    }

    @Override
    public void poolLockCycled(EventContext at) {
        sink.poolLockCycled(joined(at));
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        sink.drainEntered(joined(at), pointer, workqueues.of(name));
    }

    @Override
    public void otherEvent(EventContext at, int eventName) {
        sink.otherEvent(joined(at), events.of(eventName));
    }

    @Override
    public void eventsLost(int cpu, long count, long position) {
        sink.eventsLost(cpu, count, position);
    }

    @Override
    public void bufferStarted(int cpu, long position) {
        sink.bufferStarted(cpu, position);
    }
}
