package dev.wqflush.replay.life;

import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.model.WalkModel;
import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.FlushProtocol;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.WalkSource;
import dev.wqflush.replay.topology.PwqLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Decides from the collected evidence of one workqueue which walks took place, when, for whom, and whether they armed
 * anything (rules R6 to R13 of kernel-model-measured 3). The flush protocol runs throughout; a flusher's own events
 * decide when it steps, and items decide only where its fate is not seen.
 */
final class FlushReconstruction implements FlushProtocol.Walker<FlushCall> {
    private static final long LONGEST_WAKEUP_NANOS = 10_000_000;

    private enum StepKind {
        QUEUE,
        RELEASE,
        ENTER,
        CASCADE
    }

    private record Step(
            Moment moment,
            int order,
            StepKind kind,
            @Nullable WorkItem item,
            @Nullable FlushCall call) implements Comparable<Step> {
        @Override
        public int compareTo(Step o) {
            int byMoment = Long.compare(moment.ordinal(), o.moment.ordinal());
            return byMoment != 0 ? byMoment : Integer.compare(order, o.order);
        }
    }

    private final List<WorkItem> items;
    private final List<FlushCall> calls;
    private final WalkModel model;
    private final PwqOf pwqOf;
    private final boolean schedulerSeen;
    private final boolean walksSeen;
    private final FlushProtocol<FlushCall> protocol;
    private final PriorityQueue<Step> steps = new PriorityQueue<>();
    private final Map<WorkItem, Integer> colours = new HashMap<>();
    private final Map<FlushCall, Deque<WalkSighting>> unseen = new HashMap<>();
    private final List<ReconstructedWalk> walks = new ArrayList<>();
    private long generation;
    private int queuedSoFar;
    private Moment cursor = new Moment(0, 0);
    private Moment lastStep = new Moment(0, 0);
    private FlushCall.@Nullable CascadeWake lastWake;
    private long disagreements;
    private boolean completes;
    private @Nullable FlushCall cascading;

    /** The pwq that takes an item in the model's layout. */
    interface PwqOf {
        int pwq(WorkItem item, PwqLayout layout);
    }

    FlushReconstruction(
            List<WorkItem> items,
            List<FlushCall> calls,
            ModelSet.Registration traced,
            PwqLayout layout,
            PwqOf pwqOf,
            int colours,
            boolean schedulerSeen,
            boolean walksSeen) {
        this.items = items;
        this.calls = calls;
        this.pwqOf = pwqOf;
        this.schedulerSeen = schedulerSeen;
        this.walksSeen = walksSeen;
        int colour = firstColour();
        this.model = traced.factory().create(layout, colour);
        this.protocol = new FlushProtocol<>(this, colours, colour);
    }

    /** The walks in order of time. */
    List<ReconstructedWalk> run() {
        for (FlushCall call : calls) {
            unseen.put(call, new ArrayDeque<>(call.walks));
        }
        List<Acquisition> acquisitions = acquisitions();
        for (int i = 0; i < acquisitions.size(); i++) {
            Acquisition a = acquisitions.get(i);
            steps.add(new Step(a.moment, i, StepKind.ENTER, null, a.call));
            if (cascadesByEvidence(a.call)) {
                steps.add(new Step(cascadeMoment(a.call), 0, StepKind.CASCADE, null, a.call));
            }
        }
        for (WorkItem item : items) {
            steps.add(new Step(new Moment(item.queued, item.queuedNanos), 0, StepKind.QUEUE, item, null));
            long released = item.valueRelease();
            if (released != WorkItem.NEVER) {
                steps.add(new Step(
                        new Moment(Math.max(released, item.queued + 1), item.endedNanos),
                        0,
                        StepKind.RELEASE,
                        item,
                        null));
            }
        }
        for (Step step = steps.poll(); step != null; step = steps.poll()) {
            take(step);
        }
        unseen.forEach((call, left) -> left.forEach(sighting -> addUnpredicted(call, sighting)));
        walks.sort(Comparator.comparingLong(walk -> walk.start.ordinal()));
        return walks;
    }

    /** How often the protocol and the walks seen by probes differ. */
    long disagreements() {
        return disagreements;
    }

    // ---- steps

    private void take(Step step) {
        switch (step.kind) {
            case QUEUE -> {
                WorkItem item = item(step);
                colours.put(item, model.queue(pwqOf.pwq(item, model.layout())));
                queuedSoFar++;
                item.generation = generation;
            }
            case RELEASE -> {
                WorkItem item = item(step);
                Integer colour = colours.remove(item);
                if (colour != null && model.release(pwqOf.pwq(item, model.layout()), colour)) {
                    completedByItems(step.moment);
                }
            }
            case ENTER -> enter(call(step), step.moment, step.order);
            case CASCADE -> cascade(call(step), step.moment);
        }
    }

    private static WorkItem item(Step step) {
        return Objects.requireNonNull(step.item);
    }

    private static FlushCall call(Step step) {
        return Objects.requireNonNull(step.call);
    }

    private void enter(FlushCall call, Moment moment, int order) {
        WalkSighting own = ownWalk(call);
        WalkKind seen = own == null || !own.coloursShown() ? null : kindOf(own);
        boolean noneInProgress = seen == WalkKind.FIRST || (returnedAtOnce(call) && !completedMeanwhile(call));
        boolean overByEvidence = (protocol.first() != null && noneInProgress) || (protocol.isFull() && own != null);
        if (overByEvidence) {
            // Who returns without sleeping, or walks as first, found no flush in progress (R11).
            forget();
        }
        if (own != null && seen == WalkKind.FIRST) {
            protocol.adoptColour(own.flushColour);
        }
        if (cannotBeCancelled(call)) {
            call.waitsNoMore();
        }
        Moment later = (own == null && !walksSeen) ? whenFateFits(call, moment) : moment;
        if (moment.isBefore(later)) {
            steps.add(new Step(later, order, StepKind.ENTER, null, call));
            return;
        }
        cursor = moment;
        lastStep = moment;
        call.colour = protocol.isFull() ? Colours.NONE : protocol.workColour();
        call.path = protocol.enter(call);
        if (call.path == FlushPath.FIRST && completes) {
            completedByItems(moment);
        }
    }

    /** Whether what looks like the end of its wait by a cancel is none, for nothing was there to be cancelled. */
    private boolean cannotBeCancelled(FlushCall call) {
        return call.wokenBy == FlushCall.WokenBy.CANCEL
                && !call.endSeen
                && ownWalk(call) == null
                && protocol.first() == null
                && colours.isEmpty();
    }

    /**
     * A first walk that is not seen lies somewhere between the acquisition of the mutex and what its task does next. If
     * it armed something, something was in flight.
     */
    private Moment whenFateFits(FlushCall call, Moment moment) {
        Moment latest = call.afterAcquisition.latest;
        boolean walksAsFirst = protocol.first() == null && !protocol.isFull();
        boolean nothingToArm = colours.isEmpty() && queuedSoFar < items.size();
        if (!walksAsFirst || !nothingToArm || !latest.isKnown()) {
            return moment;
        }
        WorkItem next = items.get(queuedSoFar);
        boolean armed = Boolean.TRUE.equals(armedByFate(WalkKind.FIRST, call, call));
        if (next.queued > latest.ordinal() || !armed) {
            return moment;
        }
        next.queuedBy = next.queued;
        return new Moment(next.queued + 1, next.queuedNanos);
    }

    private void cascade(FlushCall call, Moment moment) {
        while (!call.equals(protocol.first()) && protocol.isWaiting(call)) {
            FlushCall before = protocol.first();
            if (before == null) {
                return;
            }
            // A queued flusher woken as first proves that those before it are through (R11).
            disagreements++;
            cascadeAt(before, moment);
        }
        if (call.equals(protocol.first())) {
            cascadeAt(call, moment);
        }
    }

    private void cascadeAt(FlushCall first, Moment moment) {
        completes = false;
        Moment running = first.mutexGrantedAgain.isKnown() ? first.mutexGrantedAgain : first.resumed;
        cursor = Moment.latest(running.isBefore(moment) ? running : moment, lastStep);
        lastStep = moment;
        lastWake = null;
        cascading = first;
        protocol.cascade(first);
        cascading = null;
        if (completes) {
            completedByItems(moment);
        }
    }

    /** The model's items are through for the first flusher; that decides only if its own fate is not seen. */
    private void completedByItems(Moment moment) {
        completes = false;
        FlushCall first = protocol.first();
        if (first != null && !cascadesByEvidence(first) && !stillAsleep(first)) {
            steps.add(new Step(schedulerSeen ? moment : whenNoticed(first, moment), 1, StepKind.CASCADE, null, first));
        }
    }

    /**
     * Without scheduler events a flusher's wakeup is not seen, only what its task does after the flush: it cascades
     * just before, unless that is too long after for a wakeup.
     */
    private static Moment whenNoticed(FlushCall first, Moment complete) {
        Moment next = first.afterAcquisition.next;
        boolean late = next.nanos() - complete.nanos() > LONGEST_WAKEUP_NANOS;
        return next.isKnown() && complete.isBefore(next) && !late
                ? new Moment(next.ordinal() - 1, next.nanos())
                : complete;
    }

    private void forget() {
        disagreements++;
        protocol.reset();
    }

    // ---- walks

    @Override
    public boolean walk(WalkKind kind, FlushCall by, FlushCall waiting, int flushColour, int workColour) {
        WalkSighting sighting = nextSighting(by, kind);
        boolean doneAtEnd = model.walk(flushColour, workColour);
        boolean byItems = model.armed() > 0;
        Boolean byEvidence = (sighting != null && sighting.armed >= 0) ? Boolean.valueOf(sighting.armed > 0) : null;
        if (byEvidence == null && flushColour >= 0) {
            byEvidence = armedByFate(kind, by, waiting);
        }
        boolean armed = flushColour >= 0 && (byEvidence == null ? byItems : byEvidence);
        completes = armed && doneAtEnd;
        if (workColour >= 0) {
            generation++;
        }
        if (kind == WalkKind.CASCADE) {
            waiting.colour = flushColour;
        }
        long armedGeneration = flushColour < 0
                ? -1
                : generation - Math.floorMod(protocol.workColour() - flushColour, protocol.colours());
        if (sighting != null || !walksSeen) {
            WalkSource source = sighting == null
                    ? (byEvidence == null && flushColour >= 0 ? WalkSource.INFERRED : WalkSource.PROTOCOL)
                    : sourceOf(sighting);
            Moment moment = sighting == null ? start(kind, by, waiting, armed) : sighting.moment;
            ReconstructedWalk walk = new ReconstructedWalk(
                    by, kind, flushColour, workColour, moment, sighting, armed, source, armedGeneration);
            if (sighting == null) {
                walk.startedFrom = cursor.ordinal();
                walk.endedBy = Math.max(
                        moment.ordinal(),
                        known(end(kind, by, waiting, armed).latest).ordinal());
            }
            walks.add(walk);
        } else {
            disagreements++;
        }
        return armed;
    }

    @Override
    public void completed(FlushCall flusher) {
        FlushCall.CascadeWake wake = cascading == null ? null : wakeOf(cascading, flusher);
        if (wake != null) {
            lastWake = wake;
            cursor = Moment.latest(cursor, wake.done);
        }
    }

    /**
     * Where a walk that is not seen lies: the waking of a flusher can be held up, the walk after it is short, so it is
     * next to what its task does afterwards.
     */
    private Moment start(WalkKind kind, FlushCall by, FlushCall waiting, boolean armed) {
        boolean placedAtStart = cascading == null && !by.mutexGranted.isKnown();
        return placedAtStart ? cursor : before(known(end(kind, by, waiting, armed).next));
    }

    /** What the walker is seen to do after a walk. */
    private Sequel end(WalkKind kind, FlushCall by, FlushCall waiting, boolean armed) {
        if (cascading == null) {
            return by.afterAcquisition;
        }
        if (kind == WalkKind.CASCADE && !armed) {
            Sequel sequel = new Sequel(cursor);
            FlushCall.CascadeWake wake = wakeOf(by, waiting);
            sequel.see(wake == null ? cursor : wake.moment, false);
            return sequel;
        }
        return lastWake == null ? by.afterResumption : lastWake.after;
    }

    private Moment known(Moment moment) {
        return moment.isKnown() ? moment : cursor;
    }

    private Moment before(Moment next) {
        return Moment.latest(cursor, new Moment(next.ordinal() - 1, next.nanos()));
    }

    private static WalkSource sourceOf(WalkSighting sighting) {
        return switch (sighting.source) {
            case PROBE, TRACEPOINT -> WalkSource.PROBE;
            case GRAPH, FUNCTION -> WalkSource.GRAPH;
        };
    }

    /** Rule R10: the waiting flusher's own events say whether its walk armed anything; null if they do not. */
    private @Nullable Boolean armedByFate(WalkKind kind, FlushCall by, FlushCall waiting) {
        if (!schedulerSeen) {
            return null;
        }
        if (kind == WalkKind.FIRST) {
            boolean waited = waiting.waited() || cascadesByEvidence(waiting);
            return waited ? Boolean.TRUE : mayBeThroughAtOnce(waiting) ? null : Boolean.FALSE;
        }
        return switch (waiting.wokenBy) {
            case RELEASE, CANCEL -> Boolean.TRUE;
            case FLUSHER -> waiting.wokenByFlusher == by ? (Boolean) cascadesByEvidence(waiting) : null;
            case NOBODY -> stillAsleep(waiting) ? Boolean.TRUE : returnedAtOnce(waiting) ? Boolean.FALSE : null;
        };
    }

    /** Whether what its walk armed, if anything, can have ended before the flusher could fall asleep. */
    private boolean mayBeThroughAtOnce(FlushCall call) {
        return call.isOpen()
                || colours.keySet().stream()
                        .allMatch(item -> item.hasStarted() && item.valueRelease() < call.ended.ordinal());
    }

    private static boolean stillAsleep(FlushCall call) {
        return call.isOpen() && call.slept.isKnown() && !call.woken.isKnown();
    }

    private boolean returnedAtOnce(FlushCall call) {
        return schedulerSeen && !call.isOpen() && !call.waited();
    }

    /** Whether the flush in progress was over before a flusher that came meanwhile could fall asleep. */
    private boolean completedMeanwhile(FlushCall call) {
        FlushCall first = protocol.first();
        return first != null
                && cascadesByEvidence(first)
                && cascadeMoment(first).isBefore(call.ended);
    }

    private static FlushCall.@Nullable CascadeWake wakeOf(FlushCall by, FlushCall target) {
        for (FlushCall.CascadeWake wake : by.cascadeWakes) {
            if (wake.target == target) {
                return wake;
            }
        }
        return null;
    }

    private @Nullable WalkSighting nextSighting(FlushCall by, WalkKind kind) {
        Deque<WalkSighting> left = unseen.get(by);
        WalkSighting next = left == null ? null : left.peek();
        if (left == null || next == null || (next.coloursShown() && !fits(next, kind))) {
            return null;
        }
        return left.remove();
    }

    private static boolean fits(WalkSighting sighting, WalkKind kind) {
        WalkKind seen = kindOf(sighting);
        return seen == kind || (seen == WalkKind.QUEUED && kind == WalkKind.OVERFLOW);
    }

    /** The kind by the arguments; overflow walks have those of queued ones. */
    private static WalkKind kindOf(WalkSighting sighting) {
        if (sighting.flushColour < 0) {
            return WalkKind.QUEUED;
        }
        return sighting.workColour < 0 ? WalkKind.CASCADE : WalkKind.FIRST;
    }

    /** A walk that the protocol did not predict is still one: the probe is right. */
    private void addUnpredicted(FlushCall call, WalkSighting sighting) {
        disagreements++;
        if (!sighting.coloursShown()) {
            return;
        }
        WalkKind kind = kindOf(sighting);
        if (kind == WalkKind.QUEUED && sighting != ownWalk(call)) {
            kind = WalkKind.OVERFLOW;
        }
        walks.add(new ReconstructedWalk(
                call,
                kind,
                sighting.flushColour,
                sighting.workColour,
                sighting.moment,
                sighting,
                sighting.armed > 0,
                sourceOf(sighting),
                -1));
    }

    // ---- moments

    private static final class Acquisition {
        final FlushCall call;
        Moment moment;

        Acquisition(FlushCall call, Moment moment) {
            this.call = call;
            this.moment = moment;
        }
    }

    /** Who held the mutex first, when (R6), in an order that agrees with the order of completion (R7). */
    private List<Acquisition> acquisitions() {
        List<Acquisition> all = new ArrayList<>();
        for (FlushCall call : calls) {
            WalkSighting own = ownWalk(call);
            if (own == null && call.mutexPending && !call.slept.isKnown()) {
                continue; // the capture ends before it has the mutex
            }
            Moment moment = own != null ? own.moment : call.afterAcquisition.likely;
            all.add(new Acquisition(call, moment));
        }
        List<Acquisition> byCompletion =
                new ArrayList<>(all.stream().filter(a -> a.call.woken.isKnown()).toList());
        byCompletion.sort(Comparator.comparingLong(a -> a.call.woken.ordinal()));
        Moment latest = new Moment(0, 0);
        for (Acquisition a : byCompletion) {
            if (a.moment.isBefore(latest) && latest.isBefore(a.call.slept) && ownWalk(a.call) == null) {
                a.moment = latest;
            }
            latest = Moment.latest(latest, a.moment);
        }
        Map<FlushCall, Integer> rank = new HashMap<>();
        byCompletion.forEach(a -> rank.put(a.call, rank.size()));
        all.sort(Comparator.<Acquisition>comparingLong(a -> a.moment.ordinal())
                .thenComparingInt(a -> rank.getOrDefault(a.call, Integer.MAX_VALUE)));
        return all;
    }

    /** The walk that a flusher makes for itself, as far as it is seen: the one before it waits. */
    private static @Nullable WalkSighting ownWalk(FlushCall call) {
        for (WalkSighting walk : call.walks) {
            boolean arming = walk.coloursShown() && walk.workColour < 0;
            return walk.moment.isBefore(call.slept) && walk.moment.isBefore(call.woken) && !arming ? walk : null;
        }
        return null;
    }

    private static boolean cascadesByEvidence(FlushCall call) {
        return switch (call.wokenBy) {
            case RELEASE, CANCEL -> true;
            case FLUSHER -> !call.cascadeWakes.isEmpty() || cascadeWalk(call) != null;
            case NOBODY -> !call.cascadeWakes.isEmpty();
        };
    }

    private static @Nullable WalkSighting cascadeWalk(FlushCall call) {
        for (WalkSighting walk : call.walks) {
            if (call.woken.isBefore(walk.moment)) {
                return walk;
            }
        }
        return null;
    }

    /** When a first flusher cascades (R9). */
    private static Moment cascadeMoment(FlushCall call) {
        WalkSighting walk = cascadeWalk(call);
        if (walk != null) {
            return walk.moment;
        }
        if (!call.cascadeWakes.isEmpty()) {
            return call.cascadeWakes.get(0).moment;
        }
        if (call.mutexGrantedAgain.isKnown()) {
            return call.mutexGrantedAgain;
        }
        if (!call.resumed.isKnown()) {
            return call.woken;
        }
        // Held up, it is so by the interrupts that were waiting when it was switched in: before it takes the mutex.
        Moment next = call.afterResumption.next;
        return call.endSeen && next.isKnown()
                ? new Moment(next.ordinal() - 1, next.nanos())
                : call.afterResumption.likely;
    }

    private int firstColour() {
        for (FlushCall call : calls) {
            WalkSighting own = ownWalk(call);
            if (own != null && own.coloursShown() && own.flushColour >= 0) {
                return own.flushColour;
            }
        }
        return 0;
    }
}
