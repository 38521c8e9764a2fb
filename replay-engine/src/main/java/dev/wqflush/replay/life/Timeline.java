package dev.wqflush.replay.life;

import dev.wqflush.replay.life.ViewReplay.View;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one workqueue in order, the items' uncertain moments at one end of their windows: the same for every
 * model. At one moment items leave first, then walks begin, then walks go on, then items come.
 *
 * <p>A step is a number: its moment above, below it which of all steps it is, in the order of ties. That holds captures
 * of 10^11 events.
 */
final class Timeline {
    /** What happens at a step. */
    enum Kind {
        RELEASE,
        WALK,
        RESUME,
        QUEUE
    }

    final List<WorkItem> items;
    final List<ReconstructedWalk> walks;
    final View view;
    private final int firstResume;
    private final int firstQueue;

    /** The walk of each pause. */
    private final int[] paused;

    private final int tieBits;
    private final long[] steps;
    private int size;

    Timeline(List<WorkItem> items, List<ReconstructedWalk> walks, View view) {
        this.items = items;
        this.walks = walks;
        this.view = view;
        int pauses = walks.stream().mapToInt(walk -> walk.pauses.size()).sum();
        paused = new int[pauses];
        firstResume = items.size() + walks.size();
        firstQueue = firstResume + pauses;
        int most = firstQueue + items.size();
        tieBits = Integer.SIZE - Integer.numberOfLeadingZeros(most);
        steps = new long[most];
        addItems();
        addWalks();
        Arrays.sort(steps, 0, size);
    }

    /** How many steps. */
    int size() {
        return size;
    }

    Kind kind(int step) {
        int tie = tie(step);
        if (tie < items.size()) {
            return Kind.RELEASE;
        }
        return tie < firstResume ? Kind.WALK : tie < firstQueue ? Kind.RESUME : Kind.QUEUE;
    }

    /** Which of the items or walks a step is of. */
    int index(int step) {
        int tie = tie(step);
        return switch (kind(step)) {
            case RELEASE -> tie;
            case WALK -> tie - items.size();
            case RESUME -> paused[tie - firstResume];
            case QUEUE -> tie - firstQueue;
        };
    }

    private int tie(int step) {
        return (int) (steps[step] & ((1L << tieBits) - 1));
    }

    private void addItems() {
        for (int i = 0; i < items.size(); i++) {
            WorkItem item = items.get(i);
            long queued = queued(item);
            add(queued, firstQueue + i);
            long released = released(item);
            if (released != WorkItem.NEVER) {
                add(Math.max(released, queued + 1), i);
            }
        }
    }

    private void addWalks() {
        int pauses = 0;
        for (int i = 0; i < walks.size(); i++) {
            ReconstructedWalk walk = walks.get(i);
            add(walk.start.ordinal(), items.size() + i);
            for (ReconstructedWalk.Pause pause : walk.pauses) {
                paused[pauses] = i;
                add(pause.until(), firstResume + pauses++);
            }
        }
    }

    private void add(long moment, int tie) {
        steps[size++] = moment << tieBits | tie;
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
}
