package dev.wqflush.replay.cost;

import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A walk whose time is known, and what its parts would take at published prices: what does not depend on pwqs, what
 * meets warm lines, what meets cold ones, and what pwqs cost that were used since the walk before.
 *
 * @param flush number of the flush in which it was made
 * @param nanos its length
 */
record WalkSample(int flush, WorkqueueKind kind, long nanos, double fixed, double warm, double cold, double dirty) {
    static final int PARTS = 4;

    /** What part {@code i} takes at published prices. */
    double part(int i) {
        return switch (i) {
            case 0 -> fixed;
            case 1 -> warm;
            case 2 -> cold;
            default -> dirty;
        };
    }

    /** What all parts take at published prices. */
    double published() {
        return fixed + warm + cold + dirty;
    }

    /**
     * The measured walks of a capture; where there is none, its idle flushes, each of which is a walk with the mutex
     * around it.
     */
    static List<WalkSample> of(ReplayResult result, CostParameters prices) {
        int traced = result.models().indexOf(result.tracedModel());
        List<CostParameters> parts = parts(prices);
        List<WalkSample> samples = new ArrayList<>();
        for (WalkResult walk : result.walks()) {
            if (walk.measuredNanos() >= 0) {
                samples.add(of(walk, walk.measuredNanos(), traced, result, parts));
            }
        }
        return samples.isEmpty() ? ofIdleFlushes(result, traced, parts) : samples;
    }

    private static List<WalkSample> ofIdleFlushes(ReplayResult result, int traced, List<CostParameters> parts) {
        Map<Integer, FlushResult> idle = new HashMap<>();
        for (FlushResult flush : result.flushes()) {
            boolean undisturbed = flush.split().otherNanos() == flush.nanos();
            if (flush.endSeen() && flush.walks() == 1 && undisturbed) {
                idle.put(flush.number(), flush);
            }
        }
        List<WalkSample> samples = new ArrayList<>();
        for (WalkResult walk : result.walks()) {
            FlushResult flush = idle.get(walk.flush());
            if (flush != null && walk.kind() == WalkKind.FIRST && !walk.armedAny()) {
                samples.add(of(walk, flush.nanos(), traced, result, parts));
            }
        }
        return samples;
    }

    private static WalkSample of(
            WalkResult walk, long nanos, int traced, ReplayResult result, List<CostParameters> parts) {
        WorkqueueResult workqueue = result.workqueues().get(walk.workqueue());
        WalkCounts counts = walk.counts().get(traced);
        double[] times = new double[PARTS];
        for (int part = 0; part < PARTS; part++) {
            times[part] = CostModel.time(counts, walk.warm(), workqueue, parts.get(part))
                    .baseNanos();
        }
        return new WalkSample(walk.flush(), workqueue.kind(), nanos, times[0], times[1], times[2], times[3]);
    }

    /** The prices of each part's acts, all others free. */
    private static List<CostParameters> parts(CostParameters prices) {
        List<CostParameters> parts = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            CostParameters alone = prices;
            for (Act act : Act.values()) {
                alone = partOf(act) == part ? alone : alone.scaled(act, 0);
            }
            parts.add(alone);
        }
        return parts;
    }

    /** The part of a walk that an act belongs to. */
    static int partOf(Act act) {
        return switch (act) {
            case MUTEX, FIXED -> 0;
            case VISIT_WARM, LOCK_WARM, RELOCK, NODE_WARM, LIST_MOVE -> 1;
            case VISIT_DIRTY -> 3;
            default -> 2;
        };
    }
}
