package dev.wqflush.replay.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A workqueue that both sides flushed.
 *
 * @param share of it in all flushes of workqueues that both sides flushed
 */
record WorkqueuePair(WorkqueueSide before, WorkqueueSide after, double share) {
    /**
     * The workqueues of one name; then those that are alone of their class on both sides, for a device may have another
     * name after a boot. Most flushes first.
     */
    static List<WorkqueuePair> matching(Side before, Side after) {
        Map<String, WorkqueueSide> named = new HashMap<>();
        after.workqueues().forEach(workqueue -> named.put(workqueue.name(), workqueue));
        List<WorkqueuePair> unweighted = new ArrayList<>();
        List<WorkqueueSide> left = new ArrayList<>();
        for (WorkqueueSide workqueue : before.workqueues()) {
            WorkqueueSide same = named.remove(workqueue.name());
            if (same == null) {
                left.add(workqueue);
            } else {
                unweighted.add(new WorkqueuePair(workqueue, same, 0));
            }
        }
        for (WorkqueueSide workqueue : left) {
            List<WorkqueueSide> ofClass = ofClass(workqueue, named.values());
            if (ofClass.size() == 1 && ofClass(workqueue, left).size() == 1) {
                unweighted.add(new WorkqueuePair(workqueue, ofClass.get(0), 0));
            }
        }
        double all = unweighted.stream().mapToLong(WorkqueuePair::flushes).sum();
        return unweighted.stream()
                .map(pair -> new WorkqueuePair(pair.before, pair.after, pair.flushes() / all))
                .sorted(Comparator.comparingLong(WorkqueuePair::flushes)
                        .reversed()
                        .thenComparing(pair -> pair.before.name()))
                .toList();
    }

    private static List<WorkqueueSide> ofClass(WorkqueueSide like, Iterable<WorkqueueSide> among) {
        int slash = like.name().indexOf('/');
        List<WorkqueueSide> found = new ArrayList<>();
        if (slash > 0) {
            String prefix = like.name().substring(0, slash + 1);
            among.forEach(workqueue -> {
                if (workqueue.name().startsWith(prefix)) {
                    found.add(workqueue);
                }
            });
        }
        return found;
    }

    /** Flushes of both sides. */
    long flushes() {
        return before.flushes() + after.flushes();
    }

    /** Flushes of the side that has fewer. */
    long fewest() {
        return Math.min(before.flushes(), after.flushes());
    }

    /** What it counts in a sum over workqueues: rates add up, the others are means. */
    double weight(Measure measure) {
        return measure == Measure.RATE ? 1 : share;
    }

    /** Whether the flushes are there one by one. */
    boolean isDrawable() {
        return before.samples() != null && after.samples() != null;
    }

    /** Whether no length is told finer than in microseconds. */
    boolean isInMicros() {
        return before.samples() != null
                && after.samples() != null
                && before.samples().isInMicros()
                && after.samples().isInMicros();
    }
}
