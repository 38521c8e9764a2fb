package dev.wqflush.replay.verdict;

import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Raises the flags of the contract, warnings first, otherwise in the contract's order. */
final class Flags {
    static final String CACHE_FLUSH_INSIDE = "cache-flush-inside";
    static final String POSSIBLE_MUCH_LARGER = "possible-much-larger-than-online";

    private static final String TOPOLOGY_ASSUMED = "topology-assumed";
    private static final String LOST_EVENTS = "lost-events";
    private static final long NO_TIME = Long.MIN_VALUE;
    private static final Words WORDS = Words.PLAIN;

    private final ReplayResult result;
    private final Thresholds thresholds;
    private final List<Flag> flags = new ArrayList<>();

    private Flags(ReplayResult result, Thresholds thresholds) {
        this.result = result;
        this.thresholds = thresholds;
    }

    /**
     * Flags of a capture.
     *
     * @param hiddenWalks of each flush, in the result's order, how many of its walks were hidden
     */
    static List<Flag> of(ReplayResult result, Thresholds thresholds, List<Long> hiddenWalks) {
        Flags raised = new Flags(result, thresholds);
        raised.hiddenWalks(hiddenWalks);
        raised.protocol();
        raised.topology();
        raised.loss();
        raised.fromFinding("clock-disorder");
        raised.emulation();
        raised.fromFinding("in-flight-at-start");
        raised.fromFinding("unknown-workqueue");
        raised.sameNames();
        raised.fromFinding("reclaim-dependency");
        raised.fromFinding("rescuer-used");
        raised.fromFinding("max-active-limited");
        raised.longItems();
        raised.lateWakeups();
        raised.fromFinding(CACHE_FLUSH_INSIDE);
        raised.flags.sort(Comparator.comparing(Flag::warning).reversed());
        return raised.flags;
    }

    /** Whether many more CPUs are possible than online, both being known. */
    static boolean possibleMuchLarger(Topology topology, Thresholds thresholds) {
        CpuSet online = topology.online();
        return topology.possibleKnown()
                && online != null
                && topology.possible().count() > (long) thresholds.possiblePerOnline() * online.count();
    }

    private void hiddenWalks(List<Long> hidden) {
        long walks = 0;
        long first = NO_TIME;
        for (int i = 0; i < hidden.size(); i++) {
            if (hidden.get(i) > 0) {
                walks += hidden.get(i);
                first = first == NO_TIME ? result.flushes().get(i).startNanos() : first;
            }
        }
        raise(
                "hidden-walk",
                walks,
                first,
                WORDS.things(walks, "walk", "walks")
                        + " ended before an item did that was awaited anyway: the active list saves their locks, not"
                        + " latency",
                false);
    }

    private void protocol() {
        List<FlushResult> overflow = result.flushes().stream()
                .filter(f -> f.path() == FlushPath.OVERFLOW)
                .toList();
        raise(
                "overflow",
                overflow.size(),
                firstOf(overflow),
                WORDS.things(overflow.size(), "flush", "flushes") + " found all colours taken",
                false);
        List<WalkResult> cascades = result.walks().stream()
                .filter(w -> w.kind() == WalkKind.CASCADE)
                .toList();
        raise(
                "cascade",
                cascades.size(),
                cascades.isEmpty() ? NO_TIME : cascades.get(0).timeNanos(),
                WORDS.things(cascades.size(), "walk was made", "walks were made") + " by one flusher for the next",
                false);
        List<FlushResult> deep = result.flushes().stream()
                .filter(f -> f.flushersAtEntry() > thresholds.deepQueue())
                .toList();
        int deepest = deep.stream().mapToInt(FlushResult::flushersAtEntry).max().orElse(0);
        raise(
                "deep-queue",
                deep.size(),
                firstOf(deep),
                WORDS.things(deep.size(), "flush", "flushes") + " began with more than " + thresholds.deepQueue()
                        + " on the workqueue, at most " + WORDS.count(deepest),
                true);
    }

    private void topology() {
        Topology topology = result.topology();
        CpuSet online = topology.online();
        if (online != null && possibleMuchLarger(topology, thresholds)) {
            int possible = topology.possible().count();
            int offline = possible - online.count();
            raise(
                    POSSIBLE_MUCH_LARGER,
                    1,
                    NO_TIME,
                    WORDS.count(possible) + " possible, " + WORDS.count(online.count()) + " online; "
                            + WORDS.count(offline) + " of " + WORDS.count(possible)
                            + " visits of a legacy per-cpu walk are for CPUs that are not online",
                    true);
        }
        List<String> unbound = flushedNames(w -> w.kind() == WorkqueueKind.UNBOUND);
        if (result.tracedModel().equals(ModelIndex.COALESCED)) {
            raise(
                    "already-coalesced",
                    unbound.size(),
                    NO_TIME,
                    "a kernel of this release coalesces pool locks already, unless its vendor removed that; on "
                            + WORDS.things(unbound.size(), "unbound workqueue", "unbound workqueues"),
                    false);
        }
        List<String> assumed = flushedNames(WorkqueueResult::kindAssumed);
        String kinds = assumed.isEmpty()
                ? ""
                : "the kind of " + WORDS.things(assumed.size(), "workqueue is", "workqueues is") + " a guess by name";
        List<Finding> cpus = findings(TOPOLOGY_ASSUMED);
        String machine = cpus.isEmpty() ? "" : cpus.get(0).text();
        raise(
                TOPOLOGY_ASSUMED,
                assumed.size() + cpus.size(),
                NO_TIME,
                machine + (machine.isEmpty() || kinds.isEmpty() ? "" : "; ") + kinds,
                true);
    }

    private void loss() {
        EvidenceSeen seen = result.evidence();
        long marks = seen.lossMarks();
        boolean counted = seen.lostEvents() > 0;
        List<Finding> unmarked = findings(LOST_EVENTS);
        List<String> texts = new ArrayList<>();
        if (marks > 0 || (seen.lostEvents() != 0 && unmarked.isEmpty())) {
            String events = counted
                    ? WORDS.things(seen.lostEvents(), "event was lost", "events were lost")
                    : "an unknown number of events was lost";
            texts.add(marks > 0 ? events + ", in " + WORDS.things(marks, "place", "places") : events);
        }
        unmarked.forEach(finding -> texts.add(finding.text()));
        long places = marks + unmarked.stream().mapToLong(Finding::count).sum();
        if (!texts.isEmpty()) {
            raise(
                    LOST_EVENTS,
                    counted ? seen.lostEvents() : Math.max(1, places),
                    firstTime(unmarked),
                    String.join("; ", texts),
                    true);
        }
    }

    private void emulation() {
        if (result.topology().emulated() != null) {
            raise("emulated-guest", 1, NO_TIME, "counts and order are real, times are not", true);
        }
    }

    private void sameNames() {
        Map<String, Integer> uses = new HashMap<>();
        result.workqueues().forEach(w -> uses.merge(w.name(), 1, Integer::sum));
        Set<String> shared = new TreeSet<>();
        uses.forEach((name, n) -> {
            if (n > 1) {
                shared.add(WORDS.name(name));
            }
        });
        raise(
                "same-name-workqueues",
                shared.size(),
                NO_TIME,
                "several workqueues are called " + WORDS.list(List.copyOf(shared)),
                true);
    }

    private void longItems() {
        long longest = 0;
        List<FlushResult> waiting = new ArrayList<>();
        for (FlushResult flush : result.flushes()) {
            long ran = ranNanos(flush);
            if (ran > thresholds.longItemNanos()) {
                waiting.add(flush);
                longest = Math.max(longest, ran);
            }
        }
        raise(
                "long-item",
                waiting.size(),
                firstOf(waiting),
                WORDS.things(waiting.size(), "flush", "flushes") + " waited for an item that ran longer than "
                        + WORDS.time(thresholds.longItemNanos()) + ", the longest " + WORDS.time(longest),
                true);
    }

    /** How long the awaited item ran, as far as the flush or the capture tells. */
    private static long ranNanos(FlushResult flush) {
        AwaitedItem item = flush.awaited();
        if (item == null || item.startNanos() < 0) {
            return 0;
        }
        return (item.endNanos() < 0 ? flush.endNanos() : item.endNanos()) - item.startNanos();
    }

    private void lateWakeups() {
        List<FlushResult> late = result.flushes().stream()
                .filter(f -> f.lateWakeupNanos() > thresholds.lateWakeupNanos())
                .toList();
        long together = late.stream().mapToLong(FlushResult::lateWakeupNanos).sum();
        raise(
                "late-wakeup",
                late.size(),
                firstOf(late),
                WORDS.things(late.size(), "flusher", "flushers") + " ran more than "
                        + WORDS.time(thresholds.lateWakeupNanos()) + " late, " + WORDS.time(together) + " together",
                true);
    }

    /** Passes on what the replay found under a flag's name. */
    private void fromFinding(String id) {
        List<Finding> found = findings(id);
        if (!found.isEmpty()) {
            raise(
                    id,
                    found.stream().mapToLong(Finding::count).sum(),
                    firstTime(found),
                    found.get(0).text(),
                    found.stream().anyMatch(f -> f.severity() != Finding.Severity.INFO));
        }
    }

    private static long firstTime(List<Finding> findings) {
        return findings.stream()
                .mapToLong(Finding::firstNanos)
                .filter(t -> t != NO_TIME)
                .min()
                .orElse(NO_TIME);
    }

    private List<Finding> findings(String id) {
        return result.findings().stream().filter(f -> f.id().equals(id)).toList();
    }

    private List<String> flushedNames(Predicate<WorkqueueResult> wanted) {
        return result.flushes().stream()
                .map(FlushResult::workqueue)
                .distinct()
                .map(result.workqueues()::get)
                .filter(wanted)
                .map(WorkqueueResult::name)
                .toList();
    }

    private static long firstOf(List<FlushResult> flushes) {
        return flushes.isEmpty() ? NO_TIME : flushes.get(0).startNanos();
    }

    /** Nothing is raised that never happened. */
    private void raise(String id, long count, long firstNanos, String text, boolean warning) {
        if (count > 0) {
            flags.add(new Flag(id, count, firstNanos, text, warning));
        }
    }
}
