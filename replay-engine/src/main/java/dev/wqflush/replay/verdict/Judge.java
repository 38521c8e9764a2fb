package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Takes a result through the triage: sums, classes, grade, flags, and the sentence for the ticket. */
public final class Judge {
    /** More groups of flushes than any report lists. */
    private static final int WORST_KEPT = 1000;

    private final ReplayResult result;
    private final CostParameters costs;
    private final Thresholds thresholds;
    private final ModelIndex models;
    private final Classifier classifier;
    private final Map<Integer, Ledger> ledgers = new TreeMap<>();
    private final Map<Integer, VerdictClass> classes = new TreeMap<>();
    private final List<FlushSavings> savings = new ArrayList<>();
    private final List<Band> saved = new ArrayList<>();

    private Judge(ReplayResult result, CostParameters costs, Thresholds thresholds) {
        this.result = result;
        this.costs = costs;
        this.thresholds = thresholds;
        models = ModelIndex.of(result);
        classifier = new Classifier(result, thresholds);
    }

    /**
     * What a result means.
     *
     * <p>Where the capture's time stamps have no unit, {@code savedTime}, {@code saved} and the verdict hold no times;
     * {@link ModelTotals#time()} comes from counts alone.
     */
    public static Assessment assess(ReplayResult result, CostParameters costs, Thresholds thresholds) {
        return new Judge(result, costs, thresholds).assess();
    }

    private Assessment assess() {
        book();
        ledgers.forEach((workqueue, ledger) -> classes.put(workqueue, classifier.ofWorkqueue(ledger)));
        List<Ledger> dearest = ledgers.values().stream()
                .sorted(Comparator.comparingLong((Ledger l) -> l.split().totalNanos())
                        .reversed())
                .toList();
        List<Ledger> unwell = dearest.stream()
                .filter(l -> classOf(l.workqueue()) != VerdictClass.HEALTHY)
                .toList();
        Ledger all = sum(dearest);
        Ledger allUnwell = sum(unwell);
        VerdictClass verdictClass = classifier.ofCapture(classes.values(), allUnwell);
        Grade grade = Grades.of(result, result.flushes(), mostlyAssumed(all));
        String nextStep = new NextStep(result, models, thresholds, all, unwell).after(verdictClass);
        return new Assessment(
                result,
                costs,
                new VerdictWriter(result, models, classifier, all, allUnwell, unwell, grade)
                        .write(verdictClass, nextStep),
                Flags.of(result, thresholds, hiddenWalks()),
                all.summary(verdictClass, grade),
                dearest.stream()
                        .map(l ->
                                l.summary(classOf(l.workqueue()), Grades.of(result, l.flushes(), l.of().kindAssumed())))
                        .toList(),
                flushes(),
                worst());
    }

    /** Enters every walk and flush into the books. */
    private void book() {
        Map<Integer, Integer> indexOfFlush = new HashMap<>();
        for (FlushResult flush : result.flushes()) {
            indexOfFlush.put(flush.number(), savings.size());
            savings.add(new FlushSavings(flush, costs));
        }
        Map<Integer, List<WalkResult>> walks = new HashMap<>();
        for (WalkResult walk : result.walks()) {
            walks.computeIfAbsent(walk.workqueue(), w -> new ArrayList<>()).add(walk);
            ledger(walk.workqueue()).add(walk, costs);
            Integer flush = indexOfFlush.get(walk.flush());
            if (flush != null) {
                savings.get(flush).add(walk, result, models);
            }
        }
        Map<Integer, WalkSums> sums = new HashMap<>();
        walks.forEach((workqueue, list) -> sums.put(workqueue, new WalkSums(list, result, models, costs)));
        for (int i = 0; i < savings.size(); i++) {
            FlushResult flush = result.flushes().get(i);
            WalkSums around = sums.getOrDefault(flush.workqueue(), WalkSums.NONE);
            double walked =
                    around.touching(flush.startNanos(), flush.endNanos()).measured();
            long byOthers = Math.max(0, Math.round(walked) - savings.get(i).measuredNanos());
            // Without a unit of time nobody can tell what was on its way.
            saved.add(result.evidence().timed() ? savings.get(i).saved(around) : Band.zero(costs.kind()));
            ledger(flush.workqueue()).add(flush, saved.get(i), byOthers);
        }
    }

    private Ledger ledger(int workqueue) {
        return ledgers.computeIfAbsent(workqueue, w -> new Ledger(w, result, models, costs.kind()));
    }

    /** Class of a workqueue that has a ledger. */
    private VerdictClass classOf(int workqueue) {
        return Objects.requireNonNull(classes.get(workqueue));
    }

    private Ledger sum(List<Ledger> parts) {
        return Ledger.sum(parts, result, models, costs.kind());
    }

    /** Whether workqueues of assumed kind hold more than half of the flush time. */
    private boolean mostlyAssumed(Ledger all) {
        long assumed = ledgers.values().stream()
                .filter(l -> l.of().kindAssumed())
                .mapToLong(l -> l.split().totalNanos())
                .sum();
        return 2 * assumed > all.split().totalNanos();
    }

    private List<Long> hiddenWalks() {
        List<Long> hidden = new ArrayList<>();
        for (int i = 0; i < savings.size(); i++) {
            hidden.add(savings.get(i).hiddenWalks());
        }
        return hidden;
    }

    private List<FlushAssessment> flushes() {
        List<FlushAssessment> assessed = new ArrayList<>();
        for (int i = 0; i < savings.size(); i++) {
            FlushResult flush = result.flushes().get(i);
            long walkNanos =
                    ledger(flush.workqueue()).severalPwqs() ? savings.get(i).walkNanosThatCount() : 0;
            VerdictClass verdictClass = classifier.ofFlush(flush, walkNanos, classOf(flush.workqueue()));
            assessed.add(new FlushAssessment(verdictClass, saved.get(i)));
        }
        return assessed;
    }

    /** The longest flush of each group that overlaps without a gap on one workqueue, longest first. */
    private List<Integer> worst() {
        List<FlushResult> flushes = result.flushes();
        List<Integer> longest = new ArrayList<>();
        Map<Integer, Group> open = new HashMap<>();
        for (int i = 0; i < flushes.size(); i++) {
            FlushResult flush = flushes.get(i);
            Group group = open.get(flush.workqueue());
            if (group == null || flush.startNanos() >= group.endNanos()) {
                group = new Group(longest.size(), flush.endNanos());
                longest.add(i);
            } else if (flush.nanos() > flushes.get(longest.get(group.index())).nanos()) {
                longest.set(group.index(), i);
            }
            open.put(flush.workqueue(), new Group(group.index(), Math.max(group.endNanos(), flush.endNanos())));
        }
        return longest.stream()
                .sorted(Comparator.comparingLong((Integer i) -> flushes.get(i).nanos())
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .limit(WORST_KEPT)
                .toList();
    }

    /** Overlapping flushes of a workqueue: which group, and until when. */
    private record Group(int index, long endNanos) {}
}
