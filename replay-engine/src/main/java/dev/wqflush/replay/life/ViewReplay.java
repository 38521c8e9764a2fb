package dev.wqflush.replay.life;

import dev.wqflush.replay.model.WalkModel;
import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.topology.CpuSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Feeds one model with the items and walks of a workqueue, the items' uncertain moments at one end of their windows. A
 * walk happens at its start, but what stands behind a pool lock that the walker waits for is visited when it gets that
 * lock (rule R5).
 */
class ViewReplay {
    /** Which end of the windows. */
    enum View {
        /** Queued late, released early: fewest pwqs listed. */
        LOW,
        /** Each moment where it most likely is. */
        VALUE,
        /** Queued early, released late: most pwqs listed. */
        HIGH
    }

    /** What a walk did. */
    record Tally(long visits, long poolLocks, long nodeLocks, long armed, long kept, long dropped) {
        static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0);

        static Tally sum(List<Tally> tallies) {
            return tallies.stream().reduce(NONE, Tally::plus);
        }

        Tally plus(Tally o) {
            return new Tally(
                    visits + o.visits,
                    poolLocks + o.poolLocks,
                    nodeLocks + o.nodeLocks,
                    armed + o.armed,
                    kept + o.kept,
                    dropped + o.dropped);
        }
    }

    private static final int RELEASE = 0;
    private static final int WALK = 1;
    private static final int RESUME = 2;
    private static final int QUEUE = 3;

    private record Step(long moment, int kind, int index) implements Comparable<Step> {
        @Override
        public int compareTo(Step o) {
            int byMoment = Long.compare(moment, o.moment);
            return byMoment != 0 ? byMoment : kind != o.kind ? Integer.compare(kind, o.kind) : index - o.index;
        }
    }

    private final WalkModel model;
    private final FlushReconstruction.PwqOf pwqOf;
    private final List<WorkItem> items;
    private final List<ReconstructedWalk> walks;
    private final CpuSet queuing;
    private final View view;
    /** Colours of the items in flight. */
    final Map<WorkItem, Integer> colours = new HashMap<>();

    private final List<Tally> tallies = new ArrayList<>();
    private int underWay = -1;
    private int pausesDone;

    ViewReplay(
            WalkModel model,
            FlushReconstruction.PwqOf pwqOf,
            List<WorkItem> items,
            List<ReconstructedWalk> walks,
            CpuSet queuing,
            View view) {
        this.model = model;
        this.pwqOf = pwqOf;
        this.items = items;
        this.walks = walks;
        this.queuing = queuing;
        this.view = view;
    }

    /** One tally per walk, in the walks' order. */
    List<Tally> run() {
        for (Step step : steps()) {
            switch (step.kind) {
                case RELEASE -> release(items.get(step.index));
                case QUEUE -> queue(items.get(step.index));
                case WALK -> begin(step.index);
                default -> resume(step.index);
            }
        }
        finish();
        return tallies;
    }

    private Step[] steps() {
        List<Step> steps = new ArrayList<>(items.size() * 2 + walks.size());
        for (int i = 0; i < items.size(); i++) {
            WorkItem item = items.get(i);
            long queued = queued(item);
            steps.add(new Step(queued, QUEUE, i));
            long released = released(item);
            if (released != WorkItem.NEVER) {
                steps.add(new Step(Math.max(released, queued + 1), RELEASE, i));
            }
        }
        for (int i = 0; i < walks.size(); i++) {
            ReconstructedWalk walk = walks.get(i);
            steps.add(new Step(walk.start.ordinal(), WALK, i));
            for (ReconstructedWalk.Pause pause : walk.pauses) {
                steps.add(new Step(pause.until(), RESUME, i));
            }
        }
        Step[] sorted = steps.toArray(Step[]::new);
        Arrays.sort(sorted);
        return sorted;
    }

    private long queued(WorkItem item) {
        return switch (view) {
            case LOW -> walkEndAfter(item.queuedBy);
            case VALUE -> item.queued;
            case HIGH -> walkStartBefore(item.queuedFrom);
        };
    }

    private long released(WorkItem item) {
        return switch (view) {
            case LOW -> walkStartBefore(Math.min(item.releasedFrom, item.lostFrom));
            case VALUE -> item.valueRelease();
            case HIGH -> walkEndAfter(item.releasedBy);
        };
    }

    /** A moment inside a walk's window moved to just before it. */
    private long walkStartBefore(long moment) {
        ReconstructedWalk walk = walkAround(moment);
        return walk == null ? moment : walk.startedFrom - 1;
    }

    /** A moment inside a walk's window moved to just after it. */
    private long walkEndAfter(long moment) {
        ReconstructedWalk walk = walkAround(moment);
        return walk == null ? moment : walk.endedBy + 1;
    }

    /** The last walk whose window a moment lies in. */
    private @Nullable ReconstructedWalk walkAround(long moment) {
        int last = Moment.firstAfter(walks, walk -> walk.startedFrom, moment - 1) - 1;
        for (int i = last; i >= Math.max(0, last - 2); i--) {
            ReconstructedWalk walk = walks.get(i);
            if (walk.startedFrom < moment && moment < walk.endedBy) {
                return walk;
            }
        }
        return null;
    }

    void queue(WorkItem item) {
        colours.put(item, model.queue(pwqOf.pwq(item, model.layout())));
    }

    void release(WorkItem item) {
        Integer colour = colours.remove(item);
        if (colour != null) {
            model.release(pwqOf.pwq(item, model.layout()), colour);
        }
    }

    void begin(int walk) {
        finish();
        underWay = walk;
        pausesDone = 0;
        ReconstructedWalk w = walks.get(walk);
        if (w.listUnknown) {
            doWhatIsUnseen();
        }
        beginWalk(walk);
        model.beginWalk(w.flushColour, w.workColour);
        visitToPause();
    }

    /** A walk begins that is one of those seen. */
    void beginWalk(int walk) {}

    /** Any CPU that can queue may have done so, or a walk may have taken off what is idle. */
    void doWhatIsUnseen() {
        if (view == View.HIGH) {
            for (int cpu : queuing.toArray()) {
                int pwq = model.layout().pwqOf(cpu);
                model.release(pwq, model.queue(pwq));
            }
        } else if (view == View.LOW) {
            model.beginWalk(Colours.NONE, Colours.NONE);
            while (model.visitNext()) {}
            model.endWalk();
        }
    }

    private void resume(int walk) {
        if (walk == underWay) {
            pausesDone++;
            model.visitNext();
            visitToPause();
        }
    }

    private void visitToPause() {
        List<ReconstructedWalk.Pause> pauses = walks.get(underWay).pauses;
        int pausedPool = pausesDone < pauses.size() ? pauses.get(pausesDone).pool() : -1;
        int pool = model.nextPool();
        while (pool >= 0 && (pausedPool < 0 || pool != pausedPool)) {
            model.visitNext();
            pool = model.nextPool();
        }
        if (pool < 0) {
            finish();
        }
    }

    /** Ends the walk under way, if there is one. */
    void finish() {
        if (underWay < 0) {
            return;
        }
        while (model.visitNext()) {}
        model.endWalk();
        tallies.add(new Tally(
                model.visits(), model.poolLocks(), model.nodeLocks(), model.armed(), model.kept(), model.dropped()));
        underWay = -1;
    }
}
