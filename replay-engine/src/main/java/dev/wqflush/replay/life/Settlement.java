package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.replay.life.LossLog.Gap;
import dev.wqflush.replay.life.ViewReplay.Tally;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.model.OpenChoice;
import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Finding.Severity;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.ItemsNeeded;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.simulate.Workload;
import dev.wqflush.replay.topology.KernelChange;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.KnownWorkqueues;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns the collected evidence of a whole capture into its result. */
final class Settlement {
    private final LifeTracker tracker;
    private final LifeTracker.Counts counts;
    private final Topology topology;
    private final boolean schedulerSeen;
    private final List<WorkqueueResult> workqueues = new ArrayList<>();
    private final List<FlushResult> flushes = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final Map<OpenChoice, Tally> ifOtherwise = new EnumMap<>(OpenChoice.class);
    private final Map<Integer, Long> queued = new HashMap<>();
    private final List<WorkqueueReplay> replays = new ArrayList<>();
    private final List<ReconstructedWalk> walks = new ArrayList<>();
    private long disagreements;
    private @Nullable ReplayResult result;
    private final LostItemEvents lostItemEvents;
    private Doubt doubt;

    Settlement(LifeTracker tracker, @Nullable Topology known) {
        this.tracker = tracker;
        this.counts = tracker.counts();
        KernelRelease kernel = release(counts.kernelRelease);
        this.topology = (known != null
                        ? known.completedBy(tracker.cpusSeen(), kernel)
                        : Topology.inferred(tracker.cpusSeen(), kernel))
                .boundedBy(tracker.lowestUnboundPool());
        this.schedulerSeen = counts.schedulerEvents > 0;
        this.lostItemEvents = new LostItemEvents(tracker.losses());
        this.doubt = new Doubt(tracker.losses());
    }

    private static @Nullable KernelRelease release(@Nullable String text) {
        try {
            return text == null ? null : KernelRelease.parse(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    ReplayResult settle() {
        List<Instance> instances = instances();
        instances.forEach(instance -> lostItemEvents.bound(instance.items, instance.proofs));
        if (!tracker.orderKnown() || !tracker.silentCpus().isEmpty()) {
            tracker.losses().darken(new Gap(EventContext.UNKNOWN, 0, tracker.end(), tracker.firstNanos(), 0));
        }
        doubt = new Doubt(tracker.losses());
        List<LearnedPools> learned = instances.stream()
                .map(instance ->
                        LearnedPools.of(tracker.orderKnown() ? instance.items : List.of(), topology.possible()))
                .toList();
        UnboundPools pools = new UnboundPools(topology, tracker.cpusSeen(), tracker.lowestUnboundPool(), learned);
        for (int i = 0; i < learned.size(); i++) {
            settle(instances.get(i), learned.get(i), pools);
        }
        walks.sort(Comparator.comparingLong(walk -> walk.start.ordinal()));
        for (ReconstructedWalk walk : walks) {
            walk.by.walksMade++;
        }
        for (FlushCall call : tracker.calls()) {
            flushes.add(flush(call));
        }
        List<WalkResult> walkResults = new ArrayList<>(walks.size());
        for (ReconstructedWalk walk : walks) {
            walkResults.add(walk(walkResults.size() + 1, walk));
        }
        addFindings(pools);
        result = new ReplayResult(
                topology,
                ModelSet.ids(),
                ModelSet.tracedModel(topology),
                tracker.firstNanos(),
                tracker.lastNanos(),
                evidence(),
                workqueues,
                flushes,
                walkResults,
                findings);
        return result;
    }

    /** What the numbers of the result rest on; once it is settled. */
    Explainer explainer() {
        return new Explainer(Objects.requireNonNull(result), walks, tracker.calls(), replays, tracker::name);
    }

    /** The work round every workqueue of which a flush returned; once it is settled. */
    List<Workload> workloads(long fromNanos, long toNanos) {
        List<Workload> workloads = new ArrayList<>();
        for (int i = 0; i < replays.size(); i++) {
            Workload workload = new WorkloadBuilder(replays.get(i), fromNanos, toNanos).build(i);
            if (workload != null) {
                workloads.add(workload);
            }
        }
        return workloads;
    }

    /** The items and walks of the capture, for other machines; once it is settled. */
    WorkAgain workAgain() {
        return new WorkAgain(Objects.requireNonNull(result), replays, walks);
    }

    // ---- workqueues

    /** A workqueue by name and, where probes show it, pointer. */
    private record Instance(int name, long pointer, List<WorkItem> items, List<FlushCall> calls, FlushProofs proofs) {
        Instance(int name, long pointer, List<WorkItem> items, List<FlushCall> calls) {
            this(name, pointer, items, calls, new FlushProofs(calls));
        }
    }

    private List<Instance> instances() {
        Map<Integer, List<WorkItem>> items = new HashMap<>();
        for (WorkqueueHistory history : tracker.histories()) {
            items.put(history.name, history.items);
            queued.put(history.name, history.queued);
        }
        nameFlushes();
        Map<Integer, Map<Long, List<FlushCall>>> calls = new HashMap<>();
        List<Integer> names = new ArrayList<>();
        for (FlushCall call : tracker.calls()) {
            calls.computeIfAbsent(call.name, name -> {
                        names.add(name);
                        return new LinkedHashMap<>();
                    })
                    .computeIfAbsent(call.pointer, pointer -> new ArrayList<>())
                    .add(call);
        }
        List<Instance> all = new ArrayList<>();
        for (int name : names) {
            all.addAll(split(name, items.getOrDefault(name, List.of()), calls.getOrDefault(name, Map.of())));
            items.remove(name);
        }
        items.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> all.add(new Instance(entry.getKey(), 0, entry.getValue(), List.of())));
        return all;
    }

    /** Names the flushes whose probe shows no name: by what is known of their pointer, else each by itself. */
    private void nameFlushes() {
        Map<Long, Map<Integer, Integer>> votes = new HashMap<>();
        for (FlushCall call : tracker.calls()) {
            int name = call.name != NameTable.NONE ? call.name : call.likelyName;
            if (name != NameTable.NONE) {
                votes.computeIfAbsent(call.pointer, pointer -> new TreeMap<>()).merge(name, 1, Integer::sum);
            }
        }
        long inferred = 0;
        for (FlushCall call : tracker.calls()) {
            if (call.name == NameTable.NONE) {
                call.name = call.pointer == 0 ? call.likelyName : mostVoted(votes.get(call.pointer));
                inferred++;
            }
        }
        if (inferred > 0) {
            finding(
                    Severity.WARNING,
                    "unknown-workqueue",
                    inferred + " flushes show no workqueue name; it is taken from the items that ended their waits and"
                            + " from what their tasks queued",
                    inferred);
        }
    }

    private static int mostVoted(@Nullable Map<Integer, Integer> votes) {
        return votes == null
                ? NameTable.NONE
                : Collections.max(votes.entrySet(), Map.Entry.comparingByValue())
                        .getKey();
    }

    /**
     * Tells workqueues of one name apart by pointer. One that is made after another was destroyed takes the items
     * queued after the last flush of the former; where two live at once, an item goes to the one that its queuer
     * flushes next.
     */
    private List<Instance> split(int name, List<WorkItem> items, Map<Long, List<FlushCall>> byPointer) {
        List<Instance> instances = new ArrayList<>();
        byPointer.forEach((pointer, calls) -> instances.add(new Instance(name, pointer, new ArrayList<>(), calls)));
        if (instances.size() == 1) {
            instances.get(0).items.addAll(items);
            return instances;
        }
        boolean overlap = false;
        for (int i = 1; i < instances.size(); i++) {
            overlap |= lastEnd(instances.get(i - 1))
                    > instances.get(i).calls.get(0).entered.ordinal();
        }
        for (WorkItem item : items) {
            (overlap ? flushedNextBy(item, instances) : aliveAt(item, instances)).items.add(item);
        }
        if (overlap) {
            findings.add(new Finding(
                    Severity.WARNING,
                    "same-name-workqueues",
                    instances.size() + " workqueues are named " + tracker.name(name)
                            + "; an item is counted for the one that its queuer flushes next",
                    instances.size(),
                    instances.get(1).calls.get(0).entered.nanos(),
                    "line " + instances.get(1).calls.get(0).position));
        }
        return instances;
    }

    private static long lastEnd(Instance instance) {
        long last = 0;
        for (FlushCall call : instance.calls) {
            last = Math.max(last, (call.isOpen() ? call.entered : call.ended).ordinal());
        }
        return last;
    }

    private static Instance aliveAt(WorkItem item, List<Instance> instances) {
        for (Instance instance : instances) {
            if (item.queued <= lastEnd(instance)) {
                return instance;
            }
        }
        return instances.get(instances.size() - 1);
    }

    private static Instance flushedNextBy(WorkItem item, List<Instance> instances) {
        Instance next = instances.get(0);
        long soonest = Long.MAX_VALUE;
        for (Instance instance : instances) {
            for (FlushCall call : instance.calls) {
                if (call.tid == item.queuerTid
                        && call.entered.ordinal() > item.queued
                        && call.entered.ordinal() < soonest) {
                    soonest = call.entered.ordinal();
                    next = instance;
                }
            }
        }
        return next;
    }

    private void settle(Instance instance, LearnedPools learned, UnboundPools pools) {
        String name = instance.name == NameTable.NONE ? "(unknown)" : tracker.name(instance.name);
        Kind kind = kind(name, instance.items, learned, pools);
        UnboundPools.Choice chosen = pools.choose(name, learned);
        Moments inDoubt = doubt(instance);
        WorkqueueReplay replay =
                new WorkqueueReplay(topology, chosen.layouts(), kind.kind, instance.items, instance.calls, inDoubt);
        replays.add(replay);
        int index = workqueues.size();
        PwqLayout layout = replay.tracedLayout();
        workqueues.add(new WorkqueueResult(
                name,
                instance.pointer,
                kind.kind,
                kind.source,
                kind.assumed,
                pwqs(kind.kind, layout),
                new Range(Math.min(1, layout.pools()), layout.pools(), Math.max(layout.pools(), layout.size())),
                instance.calls.isEmpty() ? queued.getOrDefault(instance.name, 0L) : instance.items.size(),
                instance.items.stream()
                        .mapToLong(item -> item.poolLockWaitNanos)
                        .sum()));
        for (FlushCall call : instance.calls) {
            call.workqueue = index;
            call.inDoubt = inDoubt.touch(call.entered.ordinal(), call.ended.ordinal());
        }
        instance.calls.stream()
                .filter(call -> call.isOpen() && !call.woken.isKnown())
                .forEach(call -> call.awaited = stillInFlight(call, instance.items));
        countFlushers(instance.calls);
        if (!instance.calls.isEmpty()) {
            noteChange(name, instance, learned.firstInChangedPool());
            if (kind.kind == WorkqueueKind.UNBOUND && chosen.ownAttributes()) {
                noteOwnAttributes(name, instance);
            }
            disagreements += replay.run(tracker.lockPools(), schedulerSeen, counts.walks > 0);
            replay.ifOtherwise().forEach((choice, tally) -> ifOtherwise.merge(choice, tally, Tally::plus));
            walks.addAll(replay.walks());
        }
    }

    /** When the events of a workqueue are not to be trusted; its items may have left then. */
    private Moments doubt(Instance instance) {
        Moments inDoubt = doubt.about(instance.proofs, isFromBefore(instance));
        for (WorkItem item : instance.items) {
            if (item.releasedFrom == WorkItem.NEVER) {
                item.lostFrom = Math.min(item.lostFrom, inDoubt.next(item.queuedBy));
            }
        }
        return inDoubt;
    }

    /** Whether a workqueue had items before the capture began, or can have had: one that ran may be of several. */
    private boolean isFromBefore(Instance instance) {
        return instance.items.stream()
                .anyMatch(item -> item.isFromBefore() || isFromBefore(tracker.firstStray(item.function), instance));
    }

    private static boolean isFromBefore(long stray, Instance instance) {
        return stray != WorkItem.NEVER && instance.proofs.queuedFrom(stray) == 0;
    }

    /**
     * What a flush without end waits for: what still runs of the items queued before it, or else the oldest of them.
     */
    private static @Nullable WorkItem stillInFlight(FlushCall call, List<WorkItem> items) {
        WorkItem oldest = null;
        for (WorkItem item : items) {
            if (item.queued < call.entered.ordinal() && item.releasedFrom == WorkItem.NEVER) {
                if (item.hasStarted()) {
                    return item;
                }
                oldest = oldest == null ? item : oldest;
            }
        }
        return oldest;
    }

    /**
     * Which pwqs a workqueue has after its attributes were changed is not in a trace: its counts are no longer exact.
     */
    private void noteChange(String name, Instance instance, @Nullable WorkItem changed) {
        if (changed == null) {
            return;
        }
        long affected = 0;
        for (FlushCall call : instance.calls) {
            call.afterChange = call.isOpen() || call.ended.ordinal() > changed.queued;
            affected += call.afterChange ? 1 : 0;
        }
        findings.add(new Finding(
                Severity.WARNING,
                "attributes-changed",
                "the pools of " + name
                        + " changed, so its attributes were: which pwqs it has from then on is not known,"
                        + " and the counts of " + affected + " flushes are estimates",
                affected,
                changed.startedNanos,
                "line " + changed.startPosition));
    }

    private void noteOwnAttributes(String name, Instance instance) {
        instance.calls.forEach(call -> call.afterChange = true);
        finding(
                Severity.WARNING,
                "own-attributes",
                "items of " + name + " ran in other pools than those of other unbound workqueues would:"
                        + " it has attributes of its own, or they were changed; its pools are taken from the trace, and"
                        + " the counts of " + instance.calls.size() + " flushes are estimates",
                instance.calls.size());
    }

    private record Kind(WorkqueueKind kind, String source, boolean assumed) {}

    private Kind kind(String name, List<WorkItem> items, LearnedPools learned, UnboundPools pools) {
        WorkqueueKind dumped = topology.workqueueKinds().get(name);
        if (dumped != null) {
            return new Kind(dumped, topology.source(), false);
        }
        WorkqueueKind named = KnownWorkqueues.byName(name);
        for (WorkItem item : items) {
            if (item.queueSeen) {
                if (item.poolCpu >= 0) {
                    return new Kind(
                            named == WorkqueueKind.BH ? named : WorkqueueKind.PER_CPU, "its items' pools", false);
                }
                if (pools.looksOrdered(learned)) {
                    return new Kind(WorkqueueKind.ORDERED, "its items' pools", true);
                }
                return named == WorkqueueKind.ORDERED && !learned.severalPools()
                        ? new Kind(named, "its items' pools and its name", true)
                        : new Kind(WorkqueueKind.UNBOUND, "its items' pools", false);
            }
        }
        return new Kind(named, named == WorkqueueKind.UNKNOWN ? "not known" : "its name", true);
    }

    private Range pwqs(WorkqueueKind kind, PwqLayout layout) {
        long size = layout.size();
        if (kind == WorkqueueKind.UNKNOWN) {
            return new Range(1, size, Math.max(size, topology.possible().count() + 1L));
        }
        return Range.exactly(size);
    }

    private static void countFlushers(List<FlushCall> calls) {
        List<FlushCall> open = new ArrayList<>();
        for (FlushCall call : calls) {
            open.removeIf(other -> other.ended.ordinal() <= call.entered.ordinal());
            open.add(call);
            call.flushersAtEntry = open.size();
        }
    }

    // ---- flushes and walks

    private FlushResult flush(FlushCall call) {
        long end = call.isOpen() ? tracker.lastNanos() : call.ended.nanos();
        end = Math.max(end, call.entered.nanos());
        FlushSplit split = split(call, end);
        ItemsNeeded needed = needed(call, end);
        return new FlushResult(
                call.number,
                call.workqueue,
                tracker.name(call.comm),
                call.tid,
                call.cpu,
                call.entered.nanos(),
                end,
                !call.isOpen(),
                call.endSeen,
                call.path,
                call.colour,
                call.walksMade,
                call.flushersAtEntry,
                split,
                needed,
                behindOthers(call, needed, split),
                call.lateWakeupNanos,
                awaited(call),
                grade(call),
                call.position);
    }

    private static FlushSplit split(FlushCall call, long end) {
        long rest = end - call.entered.nanos();
        long mutex = Math.min(rest, call.mutexNanos());
        rest -= mutex;
        long walk = 0;
        for (WalkSighting sighting : call.walks) {
            walk += Math.max(0, sighting.measuredNanos);
        }
        walk = Math.min(walk, rest);
        rest -= walk;
        long items = 0;
        Moment began = waitBegan(call);
        if (began.isKnown()) {
            items = Math.max(0, (call.woken.isKnown() ? call.woken.nanos() : end) - began.nanos());
        }
        items = Math.min(items, rest);
        rest -= items;
        long wakeup = call.resumed.isKnown() && call.woken.isKnown()
                ? Math.min(rest, Math.max(0, call.resumed.nanos() - call.woken.nanos()))
                : 0;
        rest -= wakeup;
        return new FlushSplit(mutex, walk, items, wakeup, rest);
    }

    /**
     * Where items are not seen, their end is when it woke a flusher; and if it slept for less than what went before,
     * they may not have begun until then.
     */
    private static ItemsNeeded needed(FlushCall call, long end) {
        long entered = call.entered.nanos();
        WorkItem last = call.needed;
        FlushCall completer = completer(call);
        if (call.isOpen()) {
            return ItemsNeeded.until(end);
        }
        if (call.waited() && completer.awaited == null) {
            long until = completer.woken.isKnown() ? Math.max(entered, Math.min(completer.woken.nanos(), end)) : end;
            long began = Math.min(until, waitBegan(call).nanos());
            boolean brief = until - began < began - entered;
            return new ItemsNeeded(until, brief ? call.cpu : EventContext.UNKNOWN, entered, began);
        }
        if (last == null) {
            return ItemsNeeded.until(entered);
        }
        long started = last.hasStarted() ? last.startedNanos : last.queuedNanos;
        return new ItemsNeeded(
                Math.max(entered, Math.min(last.endedNanos, end)), last.runCpu, last.queuedNanos, started);
    }

    private static long behindOthers(FlushCall call, ItemsNeeded needed, FlushSplit split) {
        if (call.wokenBy != FlushCall.WokenBy.FLUSHER) {
            return 0;
        }
        long since = Math.max(needed.untilNanos(), waitBegan(call).nanos());
        return Math.max(0, Math.min(split.itemsNanos(), call.woken.nanos() - since));
    }

    /**
     * When it fell asleep; one that was woken before it could has waited since it held the mutex, or its walk ended.
     */
    private static Moment waitBegan(FlushCall call) {
        if (!call.woken.isKnown() || call.slept.isBefore(call.woken)) {
            return call.slept;
        }
        Moment began = call.mutexGranted.isKnown() ? call.mutexGranted : call.entered;
        for (WalkSighting sighting : call.walks) {
            if (sighting.returned.isBefore(call.woken)) {
                began = Moment.latest(began, sighting.returned);
            }
        }
        return began;
    }

    /** The flusher whose items ended the wait: itself, or the one whose cascade led to it. */
    static FlushCall completer(FlushCall call) {
        FlushCall first = call;
        for (int hops = 0; first.wokenByFlusher != null && hops < 64; hops++) {
            first = first.wokenByFlusher;
        }
        return first;
    }

    private @Nullable AwaitedItem awaited(FlushCall call) {
        WorkItem item = completer(call).awaited;
        if (item == null) {
            return null;
        }
        return new AwaitedItem(
                tracker.name(item.function),
                item.runCpu,
                !item.queueSeen ? Long.MIN_VALUE : item.queuedNanos,
                item.startedNanos,
                item.endedNanos,
                item.startPosition >= 0 ? item.startPosition : item.position);
    }

    private Grade grade(FlushCall call) {
        Grade grade = captureGrade();
        if (!call.endSeen || call.inDoubt || !call.entrySeen || call.afterChange) {
            grade = grade.worse(Grade.C);
        }
        return grade;
    }

    private Grade captureGrade() {
        if (!schedulerSeen || counts.workqueueEvents == 0 || !topology.possibleKnown()) {
            return Grade.C;
        }
        return counts.walks > 0 ? Grade.A : Grade.B;
    }

    private WalkResult walk(int number, ReconstructedWalk walk) {
        WalkSighting sighting = walk.sighting;
        return new WalkResult(
                number,
                walk.start.nanos(),
                walk.by.workqueue,
                tracker.name(walk.by.comm),
                walk.by.tid,
                walk.cpu(),
                walk.by.number,
                walk.kind,
                walk.flushColour,
                walk.workColour,
                walk.armed,
                walk.source,
                walk.warm,
                sighting != null ? sighting.measuredNanos : -1,
                walk.counts,
                grade(walk.by),
                sighting != null ? sighting.position : walk.by.position);
    }

    // ---- evidence and findings

    private EvidenceSeen evidence() {
        return new EvidenceSeen(
                counts.workqueueEvents,
                counts.flushEntries,
                counts.flushReturns,
                counts.walks,
                counts.walkTimes,
                counts.schedulerEvents,
                counts.lockEvents,
                doubt.losses() > 0 || !tracker.silentCpus().isEmpty() ? -1 : counts.lostEvents,
                counts.lossMarks,
                counts.timed);
    }

    /** Names the open questions of the active list whose other answer would change its counts, and by how much. */
    private void addOpenChoices() {
        int model = ModelSet.ids().indexOf(ModelSet.ACTIVE_LIST);
        WalkCounts now = walks.stream().map(walk -> walk.counts.get(model)).reduce(WalkCounts.ZERO, WalkCounts::plus);
        List<String> changes = new ArrayList<>();
        ifOtherwise.forEach((choice, tally) -> {
            List<String> parts = new ArrayList<>();
            addChange(parts, "visits", now.visits().value(), tally.visits());
            addChange(parts, "pool lock cycles", now.poolLocks().value(), tally.poolLocks());
            addChange(parts, "node lock cycles", now.nodeLocks().value(), tally.nodeLocks());
            if (!parts.isEmpty()) {
                changes.add(choice + " (" + choice.other() + "): " + String.join(", ", parts));
            }
        });
        if (!changes.isEmpty()) {
            finding(
                    Severity.INFO,
                    "open-choices",
                    "open questions of the active list that would change its counts: " + String.join("; ", changes),
                    changes.size());
        }
    }

    private static void addChange(List<String> parts, String what, long now, long otherwise) {
        if (now != otherwise) {
            parts.add(what + " " + now + " to " + otherwise);
        }
    }

    /** Most lock cycles that function_graph shows in one walk; -1 if it shows none. */
    private int mostLockCycles() {
        return tracker.calls().stream()
                .flatMap(call -> call.walks.stream())
                .mapToInt(walk -> walk.lockCycles)
                .max()
                .orElse(-1);
    }

    private void addFindings(UnboundPools pools) {
        addOpenChoices();
        int cyclesSeen = mostLockCycles();
        if (!topology.possibleKnown() && cyclesSeen > topology.possible().count()) {
            finding(
                    Severity.WARNING,
                    "graph-shows-more",
                    "function_graph shows " + cyclesSeen + " lock cycles in one walk, more than the "
                            + topology.possible().count() + " CPUs known: the machine has more possible ones;"
                            + " give --topology or --cpus",
                    1);
        }
        addTopology(pools);
        if (disagreements > 0) {
            finding(
                    Severity.INFO,
                    "protocol-disagreement",
                    "the flush protocol and the events differed " + disagreements + " times; the events were followed",
                    disagreements);
        }
        long inFlightAtStart = lostItemEvents.inFlightAtStart();
        if (inFlightAtStart > 0) {
            finding(
                    Severity.INFO,
                    "in-flight-at-start",
                    inFlightAtStart + " items started that were queued before the capture began",
                    inFlightAtStart);
        }
        findings.addAll(new WaitChains(tracker).findings());
        if (flushes.isEmpty()) {
            findings.addAll(tracker.census().findings(tracker::name));
        }
        findings.addAll(tracker.logForces().findings(tracker::name));
        findings.addAll(TrustFindings.of(doubt, tracker.silentCpus(), tracker.clockDisorder(), !tracker.orderKnown()));
        findings.sort(Comparator.comparing(Finding::severity).reversed());
    }

    /** How well the machine and its kernel are known. */
    private void addTopology(UnboundPools pools) {
        boolean unboundFlushed = flushes.stream()
                .anyMatch(flush -> workqueues.get(flush.workqueue()).kind() == WorkqueueKind.UNBOUND);
        String learned = unboundFlushed ? pools.learned() : null;
        String poolsLearned = learned == null ? "" : "pools learned from the trace: " + learned + ", nodes not known";
        if (!topology.possibleKnown()) {
            finding(
                    Severity.WARNING,
                    "topology-assumed",
                    "possible CPUs are not in the capture: "
                            + topology.possible().count()
                            + " seen is a lower bound of what a walk passes"
                            + pools.room()
                            + "; give --topology or --cpus"
                            + (learned == null ? "" : "; " + poolsLearned),
                    1);
        } else if (learned != null) {
            finding(Severity.INFO, "pools-learned", poolsLearned, 1);
        }
        String contradiction = pools.contradiction();
        if (contradiction != null) {
            finding(
                    Severity.WARNING,
                    "topology-contradicted",
                    "the capture contradicts " + topology.source() + ": " + contradiction
                            + "; is it of another machine?",
                    1);
        }
        KernelRelease kernel = topology.kernel();
        // Walks of per-cpu workqueues are the same in all releases.
        if (kernel != null && unboundFlushed) {
            finding(Severity.INFO, "kernel-candidates", KernelChange.candidates(kernel), 1);
        }
    }

    private void finding(Severity severity, String id, String text, long count) {
        findings.add(new Finding(severity, id, text, count, Long.MIN_VALUE, ""));
    }
}
