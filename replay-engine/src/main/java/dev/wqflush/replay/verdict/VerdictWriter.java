package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.TimeKind;
import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WorkqueueResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/** Puts a class into the sentence for the ticket, with the numbers that decided it and the next step. */
final class VerdictWriter {
    private static final Words WORDS = Words.PLAIN;
    private static final String PER_FLUSH = " per flush";

    /** Less reads 0 us in {@link Words#time}. */
    private static final long SMALLEST_SHOWN_NANOS = 5;

    /** A workqueue with this share of something is named alone; otherwise the two largest are. */
    private static final double NAMED_ALONE = 0.8;

    /** Running late matters from this share of flush time on; less than this of it beside idle CPUs is none. */
    private static final double LATE_SHARE = 0.2;

    private final ReplayResult result;
    private final ModelIndex models;
    private final Classifier classifier;
    private final Ledger all;
    private final Ledger unwell;
    private final List<Ledger> unwellParts;
    private final Grade grade;

    /**
     * Prepares to write.
     *
     * @param all the sum over all workqueues
     * @param unwell the sum over those that are not healthy: what the class rests on
     * @param unwellParts these, dearest first
     */
    VerdictWriter(
            ReplayResult result,
            ModelIndex models,
            Classifier classifier,
            Ledger all,
            Ledger unwell,
            List<Ledger> unwellParts,
            Grade grade) {
        this.result = result;
        this.models = models;
        this.classifier = classifier;
        this.all = all;
        this.unwell = unwell;
        this.unwellParts = unwellParts;
        this.grade = grade;
    }

    Verdict write(VerdictClass verdictClass, String nextStep) {
        String cure = verdictClass == VerdictClass.STUCK ? "" : activeList();
        String line = lead(verdictClass) + "." + cure + " Grade " + grade
                + (result.topology().emulated() == null ? "." : ", emulated guest.");
        return new Verdict(verdictClass, line, grade, evidence(), nextStep);
    }

    private String lead(VerdictClass verdictClass) {
        return switch (verdictClass) {
            case WALK_BOUND -> walkBound();
            case ITEM_BOUND -> "Flushers wait for work items: " + itemsShare();
            case DEVICE_BOUND -> "Flushers wait for work items that wait for a device: " + itemsShare();
            case MUTEX_BOUND ->
                "Flushers queue behind each other, on wq->mutex and for their turn: "
                        + shareOnWorkqueues(Ledger::behindOthersNanos)
                        + behindWalks();
            case WAKEUP_BOUND ->
                "Flushers were woken and ran late: "
                        + shareOnWorkqueues(l -> l.split().wakeupNanos()) + wantOfCpu() + walksAre();
            case LOCK_BOUND ->
                "Tasks that queue work and workers spun on pool locks for " + WORDS.time(unwell.poolLockWaitNanos())
                        + holders(Ledger::poolLockWaitNanos) + ", beside "
                        + WORDS.time(unwell.split().totalNanos()) + " that flushers waited" + walksAre();
            case STUCK -> stuck();
            case HEALTHY -> healthy();
            case NO_FLUSH -> noFlush();
            case UNDECIDED -> undecided();
        };
    }

    private String walkBound() {
        String counts = WORDS.things(unwell.walks(), "walk", "walks") + " made " + visits(unwell);
        return walkShare() + " of " + WORDS.time(unwell.split().totalNanos()) + " that flushers waited"
                + holders(l -> l.walkTime().baseNanos()) + "; " + counts;
    }

    private String visits(Ledger ledger) {
        String legacy = models.traced() < 0 ? "an unknown number of visits" : visits(ledger, models.traced());
        return models.comparable()
                ? legacy + ", of which the active list needs "
                        + WORDS.range(ledger.counts(models.activeList()).visits())
                : legacy;
    }

    private static String visits(Ledger ledger, int model) {
        Range visits = ledger.counts(model).visits();
        return WORDS.range(visits) + (visits.high() == 1 ? " visit" : " visits");
    }

    private String itemsShare() {
        return shareOnWorkqueues(Ledger::itemsNanos) + wantOfCpu() + walksAre();
    }

    /** Whether those that ran late did so while no CPU was idle. */
    private String wantOfCpu() {
        long late = unwell.split().wakeupNanos();
        long whileIdle = unwell.flushes().stream()
                .mapToLong(f -> Math.min(f.lateWakeupNanos(), f.split().wakeupNanos()))
                .sum();
        boolean matters = late >= LATE_SHARE * unwell.split().totalNanos();
        return matters && LATE_SHARE * late > whileIdle ? "; no CPU was seen idle when they ran late: want of CPU" : "";
    }

    /** {@code 49 % of 2.45 s, 92 % of that on a and b}. */
    private String shareOnWorkqueues(ToLongFunction<Ledger> part) {
        long total = unwell.split().totalNanos();
        return WORDS.percent(share(part.applyAsLong(unwell), total)) + " of " + WORDS.time(total) + holders(part);
    }

    /** Which workqueues hold most of something: {@code , all on a}, {@code , 92 % of that on a and b}. */
    private String holders(ToLongFunction<Ledger> part) {
        long total = unwellParts.stream().mapToLong(part).sum();
        List<Ledger> most = unwellParts.stream()
                .filter(l -> part.applyAsLong(l) > 0)
                .sorted(Comparator.comparingLong(part).reversed())
                .limit(2)
                .toList();
        if (most.isEmpty()) {
            return "";
        }
        boolean alone = part.applyAsLong(most.get(0)) >= NAMED_ALONE * total;
        List<Ledger> named = alone ? most.subList(0, 1) : most;
        long held = named.stream().mapToLong(part).sum();
        return ", " + (held == total ? "all" : WORDS.percent(share(held, total)) + " of that") + " on "
                + WORDS.list(named.stream().map(VerdictWriter::name).distinct().toList());
    }

    private String walksAre() {
        if (unwell.walks() == 0 || unwell.walkTime().highNanos() == 0) {
            return "";
        }
        boolean stalled = 2 * unwell.walkNanosThatCount() < unwell.walkTime().baseNanos();
        return "; walks are " + walkPercent() + (stalled ? ", which their visits do not explain" : "");
    }

    private String walkShare() {
        return unwell.walkTime().kind() == TimeKind.MEASURED
                ? "Walks are " + walkPercent()
                : "Walks would be " + walkPercent();
    }

    /** {@code 36 %}, or with bounds and kind where it is not measured: a share of measured waiting all the same. */
    private String walkPercent() {
        Band walk = unwell.walkTime();
        long total = unwell.split().totalNanos();
        String base = WORDS.percent(share(walk.baseNanos(), total));
        if (walk.kind() == TimeKind.MEASURED) {
            return base;
        }
        return base + " (" + WORDS.percent(share(walk.lowNanos(), total)) + " to "
                + WORDS.percent(share(walk.highNanos(), total)) + ", "
                + walk.kind().word() + ")";
    }

    private String behindWalks() {
        long others = unwell.behindWalksNanos();
        return others < 0
                ? walksAre()
                : "; walks of other flushers were at most " + WORDS.percent(share(others, unwell.behindOthersNanos()))
                        + " of that";
    }

    private String stuck() {
        List<FlushResult> stuck =
                result.flushes().stream().filter(classifier::stuck).toList();
        FlushResult longest = stuck.stream()
                .max(Comparator.comparingLong(FlushResult::nanos)
                        .thenComparing(
                                Comparator.comparingInt(FlushResult::number).reversed()))
                .orElseThrow();
        String task = WORDS.name(longest.task()) + "-" + longest.tid();
        String wait = task + " waited " + WORDS.time(longest.nanos()) + " in a flush of "
                + WORDS.name(result.workqueues().get(longest.workqueue()).name())
                + " that did not end in the capture";
        String more = stuck.size() == 1 ? "" : ", as " + WORDS.things(stuck.size() - 1, "other", "others") + " did";
        return wait + more + "; " + awaited(longest) + cycle();
    }

    /** Items that wait for each other's flushes: no deadline helps. */
    private String cycle() {
        return result.findings().stream()
                .filter(finding -> finding.id().equals("flush-cycle"))
                .findFirst()
                .map(finding -> "; a cycle: " + finding.text())
                .orElse("");
    }

    private static String awaited(FlushResult flush) {
        AwaitedItem item = flush.awaited();
        if (item == null) {
            return "the capture does not tell which item it waits for";
        }
        String function = "it waits for " + WORDS.name(item.function());
        if (item.startNanos() < 0) {
            return function + ", which was queued and never began to run";
        }
        String where = item.cpu() < 0 ? "" : " on CPU " + item.cpu();
        return item.endNanos() < 0
                ? function + ", running" + where + " for " + WORDS.time(flush.endNanos() - item.startNanos())
                : function + ", which ran" + where + " and ended";
    }

    private String healthy() {
        Percentiles lengths = all.percentiles();
        return WORDS.things(flushCount(), "flush", "flushes") + " on "
                + WORDS.things(flushedWorkqueues(), "workqueue", "workqueues") + " took "
                + WORDS.time(all.split().totalNanos()) + " in all, p50 " + WORDS.time(lengths.p50()) + ", the longest "
                + WORDS.time(lengths.max()) + pwqs();
    }

    private String pwqs() {
        if (all.walks() == 0) {
            return "";
        }
        List<Range> passed = result.flushes().stream()
                .map(f -> result.workqueues().get(f.workqueue()).pwqs())
                .toList();
        long low = passed.stream().mapToLong(Range::low).min().orElse(0);
        long high = passed.stream().mapToLong(Range::high).max().orElse(0);
        String span = low == high ? WORDS.count(low) : WORDS.count(low) + " to " + WORDS.count(high);
        return "; a walk passes " + span + (high == 1 ? " pwq" : " pwqs");
    }

    private String noFlush() {
        String seen = "No flush among "
                + WORDS.things(result.evidence().workqueueEvents(), "workqueue event", "workqueue events");
        String most = result.workqueues().stream()
                .max(Comparator.comparingLong(WorkqueueResult::items))
                .filter(w -> w.items() > 0)
                .map(w -> "; most items, " + WORDS.count(w.items()) + ", were queued on " + WORDS.name(w.name()))
                .orElse("");
        String items = result.findings().stream()
                .filter(finding -> finding.id().equals("items-run"))
                .findFirst()
                .map(finding -> "; " + finding.text())
                .orElse("");
        return seen + most + items;
    }

    private String undecided() {
        EvidenceSeen evidence = result.evidence();
        String flushes = WORDS.things(flushCount(), "flush", "flushes") + " on "
                + WORDS.things(flushedWorkqueues(), "workqueue", "workqueues");
        String walked = flushes + " walked " + WORDS.things(all.walks(), "time", "times")
                + (models.traced() < 0 ? "" : " with " + visits(all, models.traced()));
        if (!evidence.timed()) {
            return walked + "; time stamps without a unit tell no waiting";
        }
        if (!classifier.decidable()) {
            return walked + "; neither scheduler events nor returns of flushes tell what they waited for";
        }
        long total = unwell.split().totalNanos();
        return flushes + " waited " + WORDS.time(all.split().totalNanos()) + ", and "
                + WORDS.percent(share(unwell.split().otherNanos(), total))
                + " of it in no part that the capture shows" + walksAre();
    }

    private long flushCount() {
        return all.flushes().size();
    }

    private long flushedWorkqueues() {
        return all.flushes().stream().map(FlushResult::workqueue).distinct().count();
    }

    /** What the active list would change, as a sentence with a leading space; empty where it cannot be told. */
    private String activeList() {
        if (all.walks() == 0) {
            return "";
        }
        if (result.tracedModel().equals(ModelIndex.ACTIVE_LIST)) {
            return " This kernel has the active list.";
        }
        if (!models.comparable()) {
            return "";
        }
        Range now = all.counts(models.traced()).poolLocks();
        Range then = all.counts(models.activeList()).poolLocks();
        // Possible CPUs that the capture does not show would only add visits.
        String atLeast = result.topology().possibleKnown() ? "" : "at least ";
        String verb = then.value() < now.value() ? "cut" : "raise";
        String locks = then.value() == now.value()
                ? " The active list would leave pool lock cycles at " + atLeast + WORDS.range(now)
                : " The active list would " + verb + " pool lock cycles from " + atLeast + WORDS.range(now) + " to "
                        + WORDS.range(then);
        return locks + perFlush() + ".";
    }

    private String perFlush() {
        if (!classifier.decidable()) {
            return "";
        }
        Band saved = savedPerFlush();
        return saved.baseNanos() <= -SMALLEST_SHOWN_NANOS
                ? " and cost " + WORDS.bandWithKind(saved.negated(), PER_FLUSH)
                : " and save " + WORDS.bandWithKind(saved, PER_FLUSH);
    }

    private Band savedPerFlush() {
        return all.saved().dividedBy(Math.max(1, flushCount()));
    }

    private List<Evidence> evidence() {
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(new Evidence("flushes", flushCount(), "flushes", "counted"));
        if (flushCount() == 0) {
            return evidence;
        }
        evidence.add(new Evidence("walks", all.walks(), "walks", "counted"));
        if (models.traced() >= 0) {
            evidence.add(locks("pool lock cycles now", models.traced()));
        }
        if (models.activeList() >= 0) {
            evidence.add(locks("pool lock cycles of the active list", models.activeList()));
        }
        if (!classifier.decidable()) {
            return evidence;
        }
        long total = all.split().totalNanos();
        evidence.add(new Evidence("flush time", total, "ns", "measured"));
        evidence.add(new Evidence("flush time, p99", all.percentiles().p99(), "ns", "measured"));
        Band walk = all.walkTime();
        evidence.add(new Evidence(
                "walks, share of flush time",
                share(walk.baseNanos(), total),
                "share",
                walk.kind().word()));
        evidence.add(part("mutex", all.split().mutexNanos(), total));
        evidence.add(part("items", all.split().itemsNanos(), total));
        evidence.add(part("wakeup", all.split().wakeupNanos(), total));
        if (models.comparable()) {
            Band saved = savedPerFlush();
            evidence.add(new Evidence(
                    "saved per flush", saved.baseNanos(), "ns", saved.kind().word()));
        }
        return evidence;
    }

    private Evidence locks(String what, int model) {
        return new Evidence(what, all.counts(model).poolLocks().value(), "cycles", "counted");
    }

    private static Evidence part(String name, long nanos, long total) {
        return new Evidence(name + ", share of flush time", share(nanos, total), "share", "measured");
    }

    private static String name(Ledger ledger) {
        return WORDS.name(ledger.of().name());
    }

    /** A share between 0 and 1, 0 of nothing. */
    private static double share(long part, long total) {
        return total <= 0 ? 0 : Math.min(1, (double) part / total);
    }
}
