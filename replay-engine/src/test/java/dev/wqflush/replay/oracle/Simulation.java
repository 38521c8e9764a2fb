package dev.wqflush.replay.oracle;

import static java.util.Objects.requireNonNull;

import dev.wqflush.replay.oracle.History.Kind;
import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.FlushProtocol.Walker;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.topology.PwqLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One workqueue with producers, items, cancels, barriers and flushers, in small steps. One random source decides who
 * goes next; the model decides when flushes are let go.
 *
 * <p>Under {@code wq->mutex} there is one task at a time, but its walks are not atomic: between two visits everybody
 * goes on who does not need the mutex. That is more than a coalescing kernel allows, which keeps a pool lock over
 * neighbours; a contract that holds here holds there.
 */
final class Simulation implements Walker<Flush> {
    /** A walk that took place. */
    record Walk(WalkKind kind, WalkTally tally) {}

    /** What is to be simulated. */
    record Setup(
            long seed,
            PwqLayout layout,
            int cpus,
            PwqModel.Factory model,
            FlushSteps.Factory protocol,
            IntUnaryOperator relabelling) {
        Setup(long seed, PwqLayout layout, int cpus, PwqModel.Factory model) {
            this(seed, layout, cpus, model, CheckedProtocol::new, cpu -> cpu);
        }
    }

    /** An item with the barriers behind it counts once in flight, from its queueing to the end of the last of them. */
    private static final class Group {
        final int pwq;
        final int colour;
        int members = 1;

        Group(int pwq, int colour) {
            this.pwq = pwq;
            this.colour = colour;
        }
    }

    private static final class Item {
        final int id;
        final Group group;
        final List<Item> barriers = new ArrayList<>(0);

        Item(int id, Group group) {
            this.id = id;
            this.group = group;
        }
    }

    private enum Step {
        PRODUCE,
        END,
        CANCEL,
        BARRIER,
        ENTER,
        WAKE,
        LOCK
    }

    private static final Step[] STEPS = Step.values();

    private final SplittableRandom random;
    private final Plan plan;
    private final Setup setup;
    private final PwqModel model;
    private final FlushSteps protocol;
    private final History history = new History();
    private final List<Walk> walks = new ArrayList<>();
    private final Map<FlushPath, Integer> paths = new EnumMap<>(FlushPath.class);
    private final List<Item> running = new ArrayList<>();
    private final List<Flush> mutexWaiters = new ArrayList<>();
    private final List<Flush> woken = new ArrayList<>();
    private final List<Flush> overflowed = new ArrayList<>();
    private int itemsMade;
    private int flushesMade;
    private int flushing;
    private int completeByWalkEnd;

    Simulation(Setup setup) {
        this.setup = setup;
        random = new SplittableRandom(setup.seed());
        plan = Plan.draw(random, setup.cpus());
        model = setup.model().create(setup.layout(), plan.colour());
        protocol = setup.protocol().create(this, plan.colour());
    }

    /** Runs until nothing can happen any more. */
    Simulation run() {
        Step step = choose(false);
        while (step != null) {
            take(step);
            if (flushing > 0 && woken.isEmpty() && mutexWaiters.isEmpty()) {
                history.add(Kind.QUIET, -1);
            }
            step = choose(false);
        }
        return this;
    }

    History history() {
        return history;
    }

    List<Walk> walks() {
        return walks;
    }

    /** How many flushes went which way. */
    Map<FlushPath, Integer> paths() {
        return paths;
    }

    /** Walks that armed something which had ended before the walk did. */
    int completeByWalkEnd() {
        return completeByWalkEnd;
    }

    /** The plan, for messages. */
    @Override
    public String toString() {
        return plan.toString();
    }

    // ---- scheduling

    private @Nullable Step choose(boolean mutexHeld) {
        int total = 0;
        for (Step step : STEPS) {
            total += weight(step, mutexHeld);
        }
        int draw = total == 0 ? 0 : random.nextInt(total);
        for (Step step : STEPS) {
            draw -= weight(step, mutexHeld);
            if (draw < 0) {
                return step;
            }
        }
        return null;
    }

    private int weight(Step step, boolean mutexHeld) {
        boolean mayQueue = itemsMade < plan.items();
        return switch (step) {
            case PRODUCE -> mayQueue ? plan.produce() : 0;
            case END -> running.isEmpty() ? 0 : plan.end();
            case CANCEL -> running.isEmpty() ? 0 : plan.cancel();
            case BARRIER -> mayQueue && !running.isEmpty() ? plan.barrier() : 0;
            case ENTER -> flushing < plan.flushers() && flushesMade < plan.flushes() ? plan.enter() : 0;
            case WAKE -> woken.isEmpty() ? 0 : Plan.RUN;
            case LOCK -> mutexHeld || mutexWaiters.isEmpty() ? 0 : Plan.RUN;
        };
    }

    private void take(Step step) {
        switch (step) {
            case PRODUCE -> produce();
            case END -> finish(Kind.ENDED);
            case CANCEL -> finish(Kind.CANCELLED);
            case BARRIER -> putBarrier();
            case ENTER -> enter();
            case WAKE -> wake(anyOf(woken));
            case LOCK -> lock(plan.fairMutex() ? mutexWaiters.remove(0) : anyOf(mutexWaiters));
        }
    }

    /** Others go on while a walk is under way. */
    private void others() {
        int steps = random.nextInt(plan.stepsInWalk() + 1);
        for (int i = 0; i < steps; i++) {
            Step step = choose(true);
            if (step != null) {
                take(step);
            }
        }
    }

    /** Takes one out; who is left changes places, which nobody relies on. */
    private <T> T anyOf(List<T> from) {
        return from.remove(random.nextInt(from.size()));
    }

    // ---- items

    private void produce() {
        int cpu = random.nextInt(-1, plan.cpus());
        int pwq = setup.layout().pwqOf(cpu < 0 ? cpu : setup.relabelling().applyAsInt(cpu));
        Item item = new Item(itemsMade++, new Group(pwq, model.queue(pwq)));
        history.add(Kind.QUEUED, item.id);
        running.add(item);
    }

    private void putBarrier() {
        Item target = running.get(random.nextInt(running.size()));
        Item barrier = new Item(itemsMade++, target.group);
        target.group.members++;
        target.barriers.add(barrier);
        history.addBarrier(barrier.id, target.id);
    }

    private void finish(Kind how) {
        Item item = anyOf(running);
        history.add(how, item.id);
        running.addAll(item.barriers);
        Group group = item.group;
        group.members--;
        if (group.members == 0 && model.release(group.pwq, group.colour)) {
            completeFirst();
        }
    }

    // ---- flushers

    private void enter() {
        flushing++;
        Flush flush = new Flush(flushesMade++);
        history.add(Kind.ENTERED, flush.id);
        mutexWaiters.add(flush);
    }

    private void lock(Flush flush) {
        if (flush.slept) {
            if (protocol.first() == flush) {
                protocol.cascade(flush);
            }
            returned(flush);
            return;
        }
        FlushPath path = protocol.enter(flush);
        paths.merge(path, 1, Integer::sum);
        if (path == FlushPath.IDLE) {
            letGo(flush);
            returned(flush);
            return;
        }
        if (path == FlushPath.OVERFLOW) {
            overflowed.add(flush);
        }
        flush.slept = true;
        if (flush.letGo) {
            woken.add(flush);
        }
    }

    private void wake(Flush flush) {
        if (protocol.first() == flush) {
            mutexWaiters.add(flush);
        } else {
            returned(flush);
        }
    }

    private void returned(Flush flush) {
        flushing--;
        history.add(Kind.RETURNED, flush.id);
    }

    private void completeFirst() {
        Flush first = protocol.first();
        if (first == null) {
            history.add(Kind.STRAY_COMPLETION, -1);
        } else {
            letGo(first);
        }
    }

    /** {@code complete()}; the end of a walk that armed nothing and the cascade after it both say so. */
    private void letGo(Flush flush) {
        if (flush.letGo) {
            return;
        }
        flush.letGo = true;
        history.add(Kind.LET_GO, flush.id);
        if (flush.slept) {
            woken.add(flush);
        }
    }

    // ---- the walker

    @Override
    public boolean walk(WalkKind kind, Flush by, Flush waiting, int flushColour, int workColour) {
        model.beginWalk(flushColour, workColour);
        others();
        while (model.visitNext()) {
            others();
        }
        boolean complete = model.endWalk();
        WalkTally tally = model.tally();
        walks.add(new Walk(kind, tally));
        close(kind, by);
        if (complete) {
            completeByWalkEnd += tally.armed() > 0 ? 1 : 0;
            requireNonNull(protocol.first(), "an arming walk without a first flusher");
            completeFirst();
        }
        return flushColour != Colours.NONE && tally.armed() > 0;
    }

    private void close(WalkKind kind, Flush by) {
        switch (kind) {
            case FIRST, QUEUED -> history.add(Kind.CLOSED, by.id);
            case OVERFLOW -> {
                overflowed.forEach(flush -> history.add(Kind.CLOSED, flush.id));
                overflowed.clear();
            }
            case CASCADE -> {}
        }
    }

    @Override
    public void completed(Flush flusher) {
        letGo(flusher);
    }
}
