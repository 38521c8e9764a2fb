package dev.wqflush.replay.result;

import dev.wqflush.replay.protocol.WalkKind;
import java.util.List;

/**
 * One walk, as every model would do it.
 *
 * @param number from 1, in order of time over the capture
 * @param timeNanos when it began
 * @param workqueue index in {@link ReplayResult#workqueues()}
 * @param task name of the task that walked
 * @param flush number of the flush in which it walked (a cascade walks on behalf of others)
 * @param flushColour colour armed, -1 for none
 * @param workColour colour stamped, -1 for none
 * @param armedAny whether the kernel armed anything, by the best evidence there is
 * @param warm whether its CPU also made the workqueue's walk before, so that what nobody used since is in that CPU's
 *     cache
 * @param measuredNanos duration seen by probes or function_graph, -1 if not
 * @param counts one entry per model, in the order of {@link ReplayResult#models()}
 * @param position line number (text) or file offset of the event that shows it or that decided it
 */
public record WalkResult(
        int number,
        long timeNanos,
        int workqueue,
        String task,
        int tid,
        int cpu,
        int flush,
        WalkKind kind,
        int flushColour,
        int workColour,
        boolean armedAny,
        WalkSource source,
        boolean warm,
        long measuredNanos,
        List<WalkCounts> counts,
        Grade grade,
        long position) {}
