package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.replay.life.ViewReplay.Tally;
import dev.wqflush.replay.life.ViewReplay.View;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.model.OpenChoice;
import dev.wqflush.replay.model.WalkModel;
import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.PwqLayouts;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One workqueue: from its evidence to its walks and what every model counts for them. */
final class WorkqueueReplay {
    /** With no more flushers there is a free colour, and so a walk of one's own, even if others are not seen. */
    private static final int SURE_OF_A_COLOUR = Colours.COUNT / 2;

    private final Topology topology;

    /** Of the traced kernel: what items ask for is told in its numbers. */
    private final CpuSet tracedPossible;

    private final PwqLayouts layouts;
    private final WorkqueueKind kind;
    private final List<WorkItem> items;
    private final List<FlushCall> calls;
    private final Moments inDoubt;
    private final ModelSet.Registration traced;
    private final PwqLayout tracedLayout;
    private Map<OpenChoice, Tally> ifOtherwise = Map.of();
    private List<ReconstructedWalk> walks = List.of();

    WorkqueueReplay(
            Topology topology,
            PwqLayouts layouts,
            WorkqueueKind kind,
            List<WorkItem> items,
            List<FlushCall> calls,
            Moments inDoubt) {
        this.inDoubt = inDoubt;
        this.topology = topology;
        this.tracedPossible = topology.possible();
        this.layouts = layouts;
        this.kind = kind;
        this.items = items;
        this.calls = calls;
        this.traced = ModelSet.of(ModelSet.tracedModel(topology));
        this.tracedLayout = layouts.of(kind, traced.unboundPerCpu());
    }

    /** The same items and walks, once they are decided, with the pwqs of another machine. */
    private WorkqueueReplay(WorkqueueReplay decided, Topology machine) {
        this.inDoubt = decided.inDoubt;
        this.topology = machine;
        this.tracedPossible = decided.tracedPossible;
        this.layouts = new PwqLayouts(machine);
        this.kind = decided.kind;
        this.items = decided.items;
        this.calls = decided.calls;
        this.traced = decided.traced;
        this.tracedLayout = layouts.of(kind, traced.unboundPerCpu());
        this.walks = decided.walks;
    }

    /** The same, once it has run, on another machine: CPUs that it lacks do their work on those that it has. */
    WorkqueueReplay on(Topology machine) {
        return new WorkqueueReplay(this, machine);
    }

    /** What a model counts in each walk, in the walks' order, once it has run. */
    List<WalkCounts> count(ModelSet.Registration model) {
        Views views = new Views(
                bounds(model, new Timeline(items, walks, View.LOW)),
                replay(model, new Timeline(items, walks, View.VALUE)),
                bounds(model, new Timeline(items, walks, View.HIGH)));
        return counts(views);
    }

    /** The same without bounds. */
    List<WalkCounts> countLikely(ModelSet.Registration model) {
        List<Tally> values = replay(model, new Timeline(items, walks, View.VALUE));
        return counts(new Views(values, values, values));
    }

    private List<WalkCounts> counts(Views views) {
        Map<WalkCounts, WalkCounts> distinct = new HashMap<>();
        return IntStream.range(0, walks.size())
                .mapToObj(walk -> distinct.computeIfAbsent(counts(views, walk), Function.identity()))
                .toList();
    }

    /** The pwqs of the kernel that was traced. */
    PwqLayout tracedLayout() {
        return tracedLayout;
    }

    /**
     * Decides the walks and counts them.
     *
     * @return how often the protocol and the probes differed
     */
    long run(LockPools lockPools, boolean schedulerSeen, boolean walksSeen) {
        items.sort(Comparator.comparingLong(item -> item.queued));
        ItemBounds.byQueueOrder(items, item -> pwq(item, tracedLayout));
        ItemsBefore.decide(items, calls);
        FlushReconstruction reconstruction = new FlushReconstruction(
                items, calls, traced, tracedLayout, this::pwq, Colours.in(topology.kernel()), schedulerSeen, walksSeen);
        walks = reconstruction.run();
        for (int i = 0; i < walks.size(); i++) {
            ReconstructedWalk walk = walks.get(i);
            boundWalk(
                    walk,
                    i > 0 ? walks.get(i - 1).startedFrom : 0,
                    i + 1 < walks.size() ? walks.get(i + 1).start.ordinal() : WorkItem.NEVER);
            addPauses(walk, lockPools);
            if (walk.sighting == null && walk.pauses.isEmpty()) {
                narrowByFate(walk);
            }
        }
        ItemBounds.byWalks(items, walks);
        markDoubt();
        Timeline low = new Timeline(items, walks, View.LOW);
        Timeline value = new Timeline(items, walks, View.VALUE);
        Timeline high = new Timeline(items, walks, View.HIGH);
        count(ModelSet.all().stream()
                .map(model -> new Views(bounds(model, low), replay(model, value), bounds(model, high)))
                .toList());
        tryOpenChoices(value);
        return reconstruction.disagreements();
    }

    /**
     * A walk is over when the walker does something else, and walks follow each other, for the mutex is exclusive
     * (R12).
     */
    private static void boundWalk(ReconstructedWalk walk, long previous, long next) {
        WalkSighting sighting = walk.sighting;
        if (sighting == null) {
            walk.startedFrom = Math.max(walk.startedFrom, previous);
        } else if (sighting.returned.isKnown()) {
            walk.endedBy = sighting.returned.ordinal();
        }
        walk.endedBy = Math.max(walk.start.ordinal(), Math.min(walk.endedBy, next));
        walk.placeWithinWindow();
    }

    /**
     * What a flush waited for was queued before its walk; what was queued while it may have walked and is still there
     * when it is complete was queued after it.
     */
    private void narrowByFate(ReconstructedWalk walk) {
        FlushCall call = walk.by;
        Moment complete = call.woken.isKnown() ? call.woken : call.endSeen ? call.ended : Moment.NEVER;
        if (!complete.isKnown() || (walk.kind != WalkKind.FIRST && walk.kind != WalkKind.QUEUED)) {
            return;
        }
        for (int i = Moment.firstAfter(items, item -> item.queued, walk.startedFrom); i < items.size(); i++) {
            WorkItem item = items.get(i);
            if (item.queued >= walk.endedBy) {
                break;
            }
            if (item.equals(call.awaited)) {
                item.queuedBy = item.queued;
                walk.startedFrom = item.queued + 1;
            } else if (!item.vanished && item.releasedFrom > complete.ordinal()) {
                walk.endedBy = item.queued - 1;
                break;
            }
        }
        walk.placeWithinWindow();
    }

    private void addPauses(ReconstructedWalk walk, LockPools lockPools) {
        boolean unbound = kind == WorkqueueKind.UNBOUND || kind == WorkqueueKind.ORDERED;
        long latest = walk.sighting != null && walk.sighting.returned.isKnown()
                ? walk.sighting.returned.ordinal()
                : nextOwnStep(walk);
        for (WalkSighting.LockWait wait : walk.by.lockWaits) {
            if (wait.from() > walk.start.ordinal() && wait.from() < latest) {
                int pool = lockPools.pool(
                        wait.lock(),
                        item -> item.poolCpu < 0 == unbound,
                        item -> tracedLayout.pool(pwq(item, tracedLayout)));
                if (pool != LockPools.UNKNOWN) {
                    walk.pauses.add(new ReconstructedWalk.Pause(pool, wait.to()));
                    walk.endedBy = Math.max(walk.endedBy, wait.to());
                }
            }
        }
    }

    /** Until when a spin of the walker can belong to its walk: it sleeps, wakes someone or returns. */
    private static long nextOwnStep(ReconstructedWalk walk) {
        FlushCall by = walk.by;
        long next = Math.min(
                by.ended.ordinal(), by.slept.ordinal() > walk.start.ordinal() ? by.slept.ordinal() : WorkItem.NEVER);
        for (FlushCall.CascadeWake wake : by.cascadeWakes) {
            if (wake.moment.ordinal() > walk.start.ordinal()) {
                next = Math.min(next, wake.moment.ordinal());
            }
        }
        return next;
    }

    /**
     * What is listed at a walk is not known if events may be missing since the walk before. A workqueue begins at
     * colour 0: another one was flushed before the capture.
     */
    private void markDoubt() {
        boolean usedBefore = walks.stream()
                .filter(walk -> walk.flushColour >= 0)
                .limit(1)
                .anyMatch(walk -> walk.sighting != null && walk.sighting.coloursShown() && walk.flushColour != 0);
        long since = 0;
        int lastCpu = EventContext.UNKNOWN;
        for (ReconstructedWalk walk : walks) {
            walk.listUnknown = inDoubt.touch(since, walk.endedBy) || (since == 0 && usedBefore);
            boolean own = walk.kind == WalkKind.FIRST || walk.kind == WalkKind.QUEUED;
            walk.isSure = walk.sighting != null
                    || (own && walk.by.flushersAtEntry <= SURE_OF_A_COLOUR)
                    || !inDoubt.touch(walk.by.entered.ordinal(), walk.endedBy);
            walk.warm = walk.cpu() == lastCpu && lastCpu != EventContext.UNKNOWN && !walk.listUnknown;
            lastCpu = walk.cpu();
            since = walk.start.ordinal();
        }
    }

    /** Those whose pwqs may be listed. */
    private CpuSet queueingCpus() {
        return topology.online() == null ? topology.possible() : topology.online();
    }

    /** What a model counts in each walk: the likely numbers and those that bound them. */
    private record Views(List<Tally> lows, List<Tally> values, List<Tally> highs) {}

    private void count(List<Views> models) {
        Map<List<WalkCounts>, List<WalkCounts>> distinct = new HashMap<>();
        for (int i = 0; i < walks.size(); i++) {
            List<WalkCounts> counts = new ArrayList<>(models.size());
            for (Views model : models) {
                counts.add(counts(model, i));
            }
            // Most walks count what others do, and there may be millions.
            walks.get(i).counts = distinct.computeIfAbsent(counts, List::copyOf);
        }
    }

    private WalkCounts counts(Views model, int walk) {
        Tally low = walks.get(walk).isSure ? model.lows.get(walk) : Tally.NONE;
        Tally value = model.values.get(walk);
        Tally high = model.highs.get(walk);
        return new WalkCounts(
                Range.of(value.visits(), low.visits(), high.visits()),
                Range.of(value.poolLocks(), low.poolLocks(), high.poolLocks()),
                Range.of(value.nodeLocks(), low.nodeLocks(), high.nodeLocks()),
                value.armed(),
                value.kept(),
                value.dropped(),
                value.dirty());
    }

    private List<Tally> bounds(ModelSet.Registration model, Timeline timeline) {
        if (!model.visitsAll()) {
            return replay(model, timeline);
        }
        WalkModel any = model.factory().create(layout(model.unboundPerCpu(), timeline.view), 0);
        any.walk(Colours.NONE, Colours.NONE);
        return Collections.nCopies(walks.size(), Tally.of(any));
    }

    /** Sums of the active list's counts where an open question has the other answer, by question. */
    Map<OpenChoice, Tally> ifOtherwise() {
        return ifOtherwise;
    }

    private void tryOpenChoices(Timeline timeline) {
        ifOtherwise = Stream.of(OpenChoice.values())
                .filter(OpenChoice::isOpen)
                .collect(Collectors.toMap(
                        Function.identity(), choice -> Tally.sum(replay(ModelSet.activeListWith(choice), timeline))));
    }

    private int firstColour() {
        return walks.stream()
                .filter(ReconstructedWalk::arms)
                .mapToInt(walk -> walk.flushColour)
                .findFirst()
                .orElse(0);
    }

    private List<Tally> replay(ModelSet.Registration model, Timeline timeline) {
        PwqLayout layout = layout(model.unboundPerCpu(), timeline.view);
        WalkModel pwqs = model.factory().create(layout, firstColour());
        return new ViewReplay(pwqs, this::pwq, timeline, queueingCpus()).run();
    }

    /** What the active list does in one of the walks, in one of the histories that bound its counts. */
    ListRecord record(ReconstructedWalk walk, View view) {
        ListRecord record = new ListRecord(layout(true, view), walks.indexOf(walk));
        new WatchedReplay(
                        ModelSet.watchedActiveList(record).create(record.layout, firstColour()),
                        this::pwq,
                        new Timeline(items, walks, view),
                        queueingCpus(),
                        record)
                .run();
        return record;
    }

    /** The pwqs in one of the histories: what is not known of pools is taken as the view asks. */
    PwqLayout layout(boolean unboundPerCpu, View view) {
        return layouts.of(
                kind,
                unboundPerCpu,
                switch (view) {
                    case LOW -> PwqLayouts.Gaps.FEWEST_LOCKS;
                    case VALUE -> PwqLayouts.Gaps.LIKELY;
                    case HIGH -> PwqLayouts.Gaps.MOST_LOCKS;
                });
    }

    /** Whether pools are shown rather than derived from the topology. */
    boolean poolsShown() {
        return kind == WorkqueueKind.UNBOUND && layouts.poolsShown();
    }

    /** The walks, in order of time. */
    List<ReconstructedWalk> walks() {
        return walks;
    }

    /** The items, in order of queueing once it has run. */
    List<WorkItem> items() {
        return items;
    }

    /** The flush calls, in order of entry. */
    List<FlushCall> calls() {
        return calls;
    }

    WorkqueueKind kind() {
        return kind;
    }

    /** Whether items run on the CPU whose pwq takes them. */
    boolean workerIsOnCpu() {
        return kind == WorkqueueKind.PER_CPU || kind == WorkqueueKind.BH;
    }

    /** The CPU whose pwq takes an item, unless it runs elsewhere already. */
    int cpuOf(WorkItem item) {
        return item.poolCpu >= 0 ? item.poolCpu : item.queuedFor(tracedPossible);
    }

    /** The CPU, or the one that does its work if the machine has no such CPU. */
    private int onMachine(int cpu) {
        return cpu < 0 || topology.possible().contains(cpu)
                ? cpu
                : cpu % (topology.possible().highest() + 1);
    }

    /** The pwq that takes an item (kernel-model 1.2). */
    private int pwq(WorkItem item, PwqLayout layout) {
        int chosen = layout.pwqOf(onMachine(cpuOf(item)));
        if (item.runsAs != null && item.runsAs.poolCpu < 0) {
            // Non-reentrancy: it stays with the pwq it runs in, but only if that one's pool is another.
            int running = pwq(item.runsAs, layout);
            return layout.pool(running) == layout.pool(chosen) ? chosen : running;
        }
        return chosen;
    }
}
