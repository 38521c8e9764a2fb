package dev.wqflush.parsers;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;
import java.util.ArrayList;
import java.util.List;

/** Writes down every call as a line, so that a test reads as "this input says that". */
public final class EventLog implements EventSink {
    private final List<String> lines = new ArrayList<>();
    private final List<String> contexts = new ArrayList<>();
    private NameTable names = new NameTable();

    /** What was told, one line a call: kind, then arguments. */
    public List<String> lines() {
        return lines;
    }

    /** Where and when of each event: time, CPU, task, execution context, preemption depth, line. */
    public List<String> contexts() {
        return contexts;
    }

    /** How many lines begin with a kind. */
    public int count(String kind) {
        return (int) lines.stream()
                .filter(line -> line.startsWith(kind + " ") || line.equals(kind))
                .count();
    }

    @Override
    public void captureBegan(NameTable table) {
        names = table;
        lines.add("capture");
    }

    @Override
    public void kernelRelease(String release) {
        lines.add("kernel " + release);
    }

    @Override
    public void onlineCpus(int count) {
        lines.add("online " + count);
    }

    @Override
    public void configuredCpus(int count) {
        lines.add("configured " + count);
    }

    @Override
    public void clock(TraceClock clock) {
        lines.add("clock " + clock);
    }

    @Override
    public void workQueued(EventContext at, long work, int function, int workqueue, int requestedCpu, int poolCpu) {
        event(at, "queued", hex(work), name(function), name(workqueue), requestedCpu, poolCpu);
    }

    @Override
    public void workActivated(EventContext at, long work) {
        event(at, "activated", hex(work));
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        event(at, "started", hex(work), name(function));
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        event(at, "ended", hex(work), name(function));
    }

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        event(at, "contention", hex(lock), flags);
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        event(at, "acquired", hex(lock), result);
    }

    @Override
    public void contendedReleased(EventContext at, long lock) {
        event(at, "released", hex(lock));
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        event(at, "switch", previousTid, name(previousComm), previousState, nextTid, name(nextComm));
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        event(at, "waking", tid, name(comm), targetCpu);
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        event(at, "wakeup", tid, name(comm), targetCpu);
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        event(at, "migrated", tid, fromCpu, toCpu);
    }

    @Override
    public void flushEntered(EventContext at, long pointer, int name) {
        event(at, "flush", hex(pointer), name(name));
    }

    @Override
    public void flushReturned(EventContext at) {
        event(at, "flushed");
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        event(at, "walk", hex(pointer), name(name), shown(flushColour), shown(workColour));
    }

    @Override
    public void walkEnded(EventContext at, int armed, long callSite, long durationNanos) {
        event(at, "walked", shown(armed), callSite < 0 ? "-" : hex(callSite), durationNanos);
    }

    @Override
    public void poolLockCycled(EventContext at) {
        event(at, "lock");
    }

    @Override
    public void drainEntered(EventContext at, long pointer, int name) {
        event(at, "drain", hex(pointer), name(name));
    }

    @Override
    public void otherEvent(EventContext at, int eventName) {
        event(at, "other", name(eventName));
    }

    @Override
    public void eventsLost(int cpu, long count, long position) {
        lines.add("lost " + cpu + " " + count + " at " + position);
    }

    @Override
    public void bufferStarted(int cpu, long position) {
        lines.add("buffer " + cpu + " at " + position);
    }

    private void event(EventContext at, String kind, Object... arguments) {
        StringBuilder line = new StringBuilder(kind);
        for (Object argument : arguments) {
            line.append(' ').append(argument);
        }
        if (at.source() != EvidenceSource.TRACEPOINT) {
            line.append(" by ").append(at.source());
        }
        lines.add(line.toString());
        contexts.add(at.timeNanos() + " cpu " + at.cpu() + " " + name(at.comm()) + "-" + at.tid() + " " + at.execution()
                + " " + at.preemptDepth() + " line " + at.position());
    }

    private String name(int id) {
        return id == NameTable.NONE ? "?" : "'" + names.name(id) + "'";
    }

    private static String hex(long value) {
        return "0x" + Long.toHexString(value);
    }

    private static String shown(int value) {
        return value == EventSink.NOT_SHOWN ? "?" : Integer.toString(value);
    }
}
