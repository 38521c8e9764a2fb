package dev.wqflush.replay.compare;

import dev.wqflush.replay.compare.Side.Algorithm;
import dev.wqflush.replay.compare.Side.Source;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.verdict.Assessment;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes a side of captures, one run after the other. Flushes without end are left out: nobody knows their length. */
public final class SideBuilder {
    private final String name;
    private final @Nullable String toldModel;
    private final Map<String, FlushSamples> flushes = new TreeMap<>();
    private final Map<String, Band> saved = new HashMap<>();
    private final Map<String, Set<Long>> pointers = new HashMap<>();
    private String kernel = "";
    private String model = "";
    private int possible;
    private boolean emulated;
    private int runs;
    private long spanNanos;
    private long waitedNanos;
    private long wallNanos;

    /**
     * A side without captures.
     *
     * @param toldModel id of the model that its kernel runs, null to go by its release
     */
    public SideBuilder(String name, @Nullable String toldModel) {
        this.name = name;
        this.toldModel = toldModel;
    }

    /**
     * Adds a run.
     *
     * @throws IllegalArgumentException with the words for a message if its kernel is not that of the runs before, or if
     *     its time stamps have no unit
     */
    public void add(Assessment assessment) {
        ReplayResult result = assessment.result();
        KernelRelease release = result.topology().kernel();
        String text = release == null ? "" : release.text();
        if (runs > 0 && !text.equals(kernel)) {
            throw new IllegalArgumentException("captures of two kernels");
        }
        if (!result.evidence().timed()) {
            throw new IllegalArgumentException("time stamps without a unit");
        }
        kernel = text;
        model = result.tracedModel();
        possible = Math.max(possible, result.topology().possible().count());
        emulated |= result.topology().emulated() != null;
        runs++;
        spanNanos += result.spanNanos();
        waitedNanos += assessment.all().split().totalNanos();
        wallNanos += assessment.all().wallNanos();
        flushes.values().forEach(FlushSamples::beginRun);
        for (WorkqueueSummary summary : assessment.workqueues()) {
            WorkqueueResult workqueue = result.workqueues().get(summary.workqueue());
            saved.merge(workqueue.name(), summary.savedTime(), Band::plus);
            if (workqueue.pointer() != 0) {
                pointers.computeIfAbsent(workqueue.name(), w -> new HashSet<>()).add(workqueue.pointer());
            }
        }
        addWalks(result, addFlushes(result));
    }

    /** The index of each flush among those of its workqueue, by its number. */
    private Map<Integer, Integer> addFlushes(ReplayResult result) {
        Map<String, Integer> last = new HashMap<>();
        for (FlushResult flush : result.flushes()) {
            if (flush.ended()) {
                last.put(name(result, flush.workqueue()), flush.number());
            }
        }
        Map<Integer, Integer> indices = new HashMap<>();
        Map<String, Long> countedUntil = new HashMap<>();
        for (FlushResult flush : result.flushes()) {
            if (flush.ended()) {
                String workqueue = name(result, flush.workqueue());
                FlushSamples samples = flushes.computeIfAbsent(workqueue, w -> new FlushSamples(ModelSet.ids()));
                boolean isLast = last.getOrDefault(workqueue, -1) == flush.number();
                long until = isLast ? result.lastNanos() : flush.startNanos();
                long since = countedUntil.getOrDefault(workqueue, result.firstNanos());
                countedUntil.put(workqueue, until);
                indices.put(flush.number(), samples.size());
                samples.add(flush.nanos(), until - since);
            }
        }
        return indices;
    }

    private void addWalks(ReplayResult result, Map<Integer, Integer> indices) {
        boolean allCpus = result.topology().possibleKnown();
        for (WalkResult walk : result.walks()) {
            Integer flush = indices.get(walk.flush());
            WorkqueueResult workqueue = result.workqueues().get(walk.workqueue());
            FlushSamples samples = flushes.get(workqueue.name());
            if (flush == null || samples == null) {
                continue;
            }
            samples.addWalk(flush, walk.measuredNanos());
            for (int i = 0; i < result.models().size(); i++) {
                String each = result.models().get(i);
                Range locks = walk.counts().get(i).poolLocks();
                boolean bounded = allCpus
                        || !ModelSet.of(each).visitsAll()
                        || workqueue.pwqs().high() == 1;
                samples.addPoolLocks(
                        flush, each, (double) locks.low(), bounded ? (double) locks.high() : Double.POSITIVE_INFINITY);
            }
        }
    }

    private static String name(ReplayResult result, int workqueue) {
        return result.workqueues().get(workqueue).name();
    }

    /** How many flushes there are so far. */
    public long flushes() {
        return flushes.values().stream().mapToLong(FlushSamples::size).sum();
    }

    /** The side. */
    public Side build() {
        List<WorkqueueSide> workqueues = new ArrayList<>();
        flushes.forEach((workqueue, samples) -> workqueues.add(new WorkqueueSide(
                workqueue,
                samples.size(),
                pointers.getOrDefault(workqueue, Set.of()),
                Objects.requireNonNull(saved.get(workqueue)),
                samples,
                Map.of(),
                Map.of())));
        return new Side(
                name,
                kernel,
                toldModel == null ? new Algorithm(model, Source.RELEASE) : new Algorithm(toldModel, Source.TOLD),
                possible,
                emulated,
                runs,
                spanNanos,
                waitedNanos,
                wallNanos,
                workqueues);
    }
}
