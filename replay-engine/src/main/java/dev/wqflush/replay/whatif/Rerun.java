package dev.wqflush.replay.whatif;

import java.util.List;

/**
 * What {@link ClosedLoop} finds for a capture.
 *
 * @param workqueues those whose flushes waited longest, in that order
 * @param left how many more were flushed
 * @param obstacle why there are none, in words that follow "because"; empty if there are some
 */
public record Rerun(List<Throughput> workqueues, int left, String obstacle) {
    /** Freezes the list. */
    public Rerun {
        workqueues = List.copyOf(workqueues);
    }
}
