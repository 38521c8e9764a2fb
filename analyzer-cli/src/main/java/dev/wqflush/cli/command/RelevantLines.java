package dev.wqflush.cli.command;

import dev.wqflush.parsers.event.EachEvent;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.replay.life.LifeTracker;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the lines of a capture that tell some flush episodes of a workqueue: the header; within the episodes what
 * their tasks do and what is done to them; of every item of the workqueue that is in flight within an episode its whole
 * life and what its worker does right after it; marks of loss; and of each kind of event the first, so that what was
 * recorded stays known.
 */
final class RelevantLines extends EachEvent {
    /** Kinds of evidence that the grade asks for. */
    private enum Evidence {
        WORKQUEUE,
        SCHEDULER,
        LOCK
    }

    private final List<Episode> episodes;
    private final String workqueue;
    private final boolean everything;
    private final boolean ends;
    private final BitSet lines = new BitSet();
    private final Map<Long, Item> pending = new HashMap<>();
    private final Set<Item> inFlight = new LinkedHashSet<>();
    private final Map<Integer, Item> lastQueued = new HashMap<>();
    private final Map<Integer, Worker> workers = new HashMap<>();
    private final Set<Integer> functions = new HashSet<>();
    private final Set<Integer> leaving = new HashSet<>();
    private final Set<Evidence> shown = new HashSet<>();
    private int name = NameTable.NONE;
    private int barrier = NameTable.NONE;
    private int base;
    private int next;
    private @Nullable Episode current;
    private boolean begun;
    private int lastLine;

    /** An item of the workqueue, with its lines so far. */
    private static final class Item {
        final List<Integer> lines = new ArrayList<>(4);
        boolean kept;
    }

    /** Who runs, or just ran, an item of the workqueue. */
    private static final class Worker {
        final Item item;
        boolean ended;

        Worker(Item item) {
            this.item = item;
        }
    }

    /**
     * For some episodes.
     *
     * @param episodes in order of time; none means the kinds of evidence alone
     * @param everything whether all lines within the episodes are chosen
     * @param ends whether the first and last event of the capture are chosen, so that its span stays
     */
    RelevantLines(List<Episode> episodes, String workqueue, boolean everything, boolean ends) {
        this.episodes = episodes;
        this.workqueue = workqueue;
        this.everything = everything;
        this.ends = ends;
    }

    /** Says that another file follows, whose lines are numbered on from here. */
    void fileBegins(int firstLine) {
        base = firstLine;
    }

    /** The lines, from 1 over all files. */
    BitSet lines() {
        if (ends && lastLine > 0) {
            lines.set(lastLine);
        }
        return lines;
    }

    private int line(long position) {
        return Math.toIntExact(base + position);
    }

    @Override
    public void captureBegan(NameTable names) {
        name = names.intern(workqueue);
        barrier = names.intern(LifeTracker.BARRIER_FUNCTION);
    }

    @Override
    public void eventsLost(int cpu, long count, long position) {
        mark(position);
    }

    @Override
    public void bufferStarted(int cpu, long position) {
        mark(position);
    }

    private void mark(long position) {
        if (current != null) {
            lines.set(line(position));
        }
    }

    @Override
    protected void event(EventContext at) {
        seen(at, false);
    }

    /**
     * An event.
     *
     * @param open whether an item that ended may still be in flight after it: its worker spins, or runs a barrier
     */
    private void seen(EventContext at, boolean open) {
        int line = line(at.position());
        if (!begun) {
            begun = true;
            lines.set(1, line + (ends ? 1 : 0));
        }
        lastLine = line;
        move(at.timeNanos());
        boolean own = at.inTask();
        if (current != null && (everything || (own && current.tids().contains(at.tid())))) {
            lines.set(line);
        }
        if (own && leaving.remove(at.tid())) {
            lines.set(line); // it has left a flush whose return is not seen
        }
        if (at.execution() != ExecutionContext.HARDIRQ && at.execution() != ExecutionContext.NMI) {
            follow(softirq(at), line, false);
        }
        if (own) {
            follow(at.tid(), line, open);
        }
    }

    /** What a worker does right after an item tells when that is gone. */
    private void follow(int id, int line, boolean open) {
        Worker worker = workers.get(id);
        if (worker != null && worker.ended) {
            note(worker.item, line);
            if (!open) {
                workers.remove(id);
            }
        }
    }

    /** Goes on to the episode of a moment; the capture's time hardly ever runs backwards. */
    private void move(long nanos) {
        while (next < episodes.size() && episodes.get(next).fromNanos() <= nanos) {
            current = episodes.get(next++);
            enter(current);
        }
        if (current != null && !current.holds(nanos)) {
            leaving.addAll(current.unreturned());
            current = null;
        }
    }

    private void enter(Episode episode) {
        inFlight.forEach(this::keep);
        episode.tids().forEach(tid -> {
            Item item = lastQueued.get(tid);
            if (item != null) {
                keep(item); // an unnamed flush is named by what its task queued
            }
        });
    }

    private void keep(Item item) {
        item.kept = true;
        item.lines.forEach(lines::set);
        item.lines.clear();
    }

    private void note(Item item, int line) {
        if (item.kept || current != null) {
            keep(item);
            lines.set(line);
        } else {
            item.lines.add(line);
        }
    }

    private void evidence(Evidence kind, EventContext at) {
        if ((current != null || episodes.isEmpty()) && shown.add(kind)) {
            lines.set(line(at.position()));
        }
    }

    // ---- items

    @Override
    public void workQueued(EventContext at, long work, int function, int queue, int requestedCpu, int poolCpu) {
        event(at);
        evidence(Evidence.WORKQUEUE, at);
        if (queue != name) {
            return;
        }
        Item item = new Item();
        Item before = pending.put(work, item);
        if (before != null) {
            note(before, line(at.position())); // cancelled, as this queueing shows
            inFlight.remove(before);
        }
        inFlight.add(item);
        functions.add(function);
        lastQueued.put(at.tid(), item);
        note(item, line(at.position()));
    }

    @Override
    public void workActivated(EventContext at, long work) {
        event(at);
        evidence(Evidence.WORKQUEUE, at);
        Item item = pending.get(work);
        if (item != null) {
            note(item, line(at.position()));
        }
    }

    @Override
    public void workStarted(EventContext at, long work, int function) {
        seen(at, function == barrier);
        evidence(Evidence.WORKQUEUE, at);
        int id = workerId(at);
        Worker worker = workers.get(id);
        if (function == barrier && worker != null) {
            worker.ended = false;
            return;
        }
        workers.remove(id);
        Item item = pending.remove(work);
        if (item == null && functions.contains(function)) {
            item = new Item(); // queued before the capture began
            inFlight.add(item);
        }
        if (item != null) {
            workers.put(id, new Worker(item));
            note(item, line(at.position()));
        }
    }

    @Override
    public void workEnded(EventContext at, long work, int function) {
        event(at);
        evidence(Evidence.WORKQUEUE, at);
        Worker worker = workers.get(workerId(at));
        if (worker != null) {
            worker.ended = true;
            note(worker.item, line(at.position()));
            inFlight.remove(worker.item);
        }
    }

    // ---- locks and scheduler

    @Override
    public void contentionBegan(EventContext at, long lock, int flags) {
        seen(at, true);
        evidence(Evidence.LOCK, at);
    }

    @Override
    public void contentionEnded(EventContext at, long lock, int result) {
        seen(at, true);
        evidence(Evidence.LOCK, at);
    }

    @Override
    public void switched(
            EventContext at, int previousTid, int previousComm, TaskState previousState, int nextTid, int nextComm) {
        scheduled(at, previousTid);
        scheduled(at, nextTid);
        event(at);
    }

    @Override
    public void waking(EventContext at, int tid, int comm, int targetCpu) {
        event(at);
        scheduled(at, tid);
    }

    @Override
    public void wakeup(EventContext at, int tid, int comm, int targetCpu) {
        event(at);
        scheduled(at, tid);
    }

    @Override
    public void migrated(EventContext at, int tid, int fromCpu, int toCpu) {
        event(at);
        scheduled(at, tid);
    }

    private void scheduled(EventContext at, int tid) {
        evidence(Evidence.SCHEDULER, at);
        if (current != null && current.tids().contains(tid)) {
            lines.set(line(at.position()));
        }
    }

    // ---- who

    /** The thread, or the CPU whose softirq runs BH items. */
    private static int workerId(EventContext at) {
        return at.execution() == ExecutionContext.SOFTIRQ ? softirq(at) : at.tid();
    }

    /** Below all threads, the unknown one too. */
    private static int softirq(EventContext at) {
        return EventContext.UNKNOWN - 1 - Math.max(at.cpu(), 0);
    }
}
