package dev.wqflush.replay.verdict;

import dev.wqflush.replay.result.WalkResult;
import java.util.Arrays;
import java.util.List;

/** Measured walks of one workqueue, to ask how much walking lies in an interval. */
final class MeasuredWalks {
    private final long[] starts;
    /** Entry i is the time of all walks before the i-th. */
    private final long[] nanosBefore;

    /** Takes the walks in order of time. */
    MeasuredWalks(List<WalkResult> walks) {
        starts = new long[walks.size()];
        nanosBefore = new long[walks.size() + 1];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = walks.get(i).timeNanos();
            nanosBefore[i + 1] = nanosBefore[i] + Math.max(0, walks.get(i).measuredNanos());
        }
    }

    /** Time of the walks that began from {@code from} on and before {@code to}. */
    long nanosBetween(long from, long to) {
        return Math.max(0, nanosBefore[firstFrom(to)] - nanosBefore[firstFrom(from)]);
    }

    private int firstFrom(long time) {
        int found = Arrays.binarySearch(starts, time);
        if (found < 0) {
            return -found - 1;
        }
        while (found > 0 && starts[found - 1] == time) {
            found--;
        }
        return found;
    }
}
