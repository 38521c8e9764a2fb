package dev.wqflush.replay.life;

import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Finding.Severity;
import dev.wqflush.replay.verdict.Words;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.eclipse.collections.impl.list.mutable.primitive.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * How much of the log forces of XFS is the flush, and how much the wait for log I/O that follows it. From Linux 5.19
 * the push item issues no cache flush any more: its caller waits for the device after {@code flush_workqueue} has
 * returned (fs/xfs/xfs_log.c, {@code xlog_wait_on_iclog}).
 */
final class LogForces {
    /** Tracepoint at the beginning of a log force. */
    static final String EVENT = "xfs_log_force";

    /** Fewer forces say nothing. */
    private static final int FEWEST = 3;

    /** The wait outside is told where it is more than this many times what the flushes took. */
    private static final int MUCH_LONGER = 2;

    private final LongArrayList inFlush = new LongArrayList();
    private final LongArrayList outside = new LongArrayList();
    private int wokenByFunction;
    private long firstNanos = Long.MIN_VALUE;

    /** One log force of a task, until it runs again after log I/O. */
    static final class Force {
        final long since;
        long flushNanos;
        long flushedAt = -1;
        long asleepSince = -1;
        int wokenBy;

        Force(long since) {
            this.since = since;
        }
    }

    void begin(TaskTrack task, long nanos) {
        Force open = task.logForce;
        if (open != null && open.flushedAt < 0) {
            return; // xfs_log_force and xfs_log_force_seq of one fsync
        }
        if (open != null) {
            close(open, 0);
        }
        task.logForce = new Force(nanos);
    }

    void flushed(TaskTrack task, FlushCall flush) {
        Force force = task.logForce;
        if (force != null) {
            force.flushedAt = flush.ended.nanos();
            force.flushNanos += flush.ended.nanos() - flush.entered.nanos();
        }
    }

    /** Only a sleep after the flush is outside of it. */
    void sleeps(TaskTrack task, long nanos) {
        Force force = task.logForce;
        if (force != null && force.flushedAt >= 0 && task.flush == null && task.asleep) {
            force.asleepSince = nanos;
        }
    }

    void wokenBy(TaskTrack task, WorkItem item) {
        Force force = task.logForce;
        if (force != null && force.asleepSince >= 0) {
            force.wokenBy = item.function;
        }
    }

    void runs(TaskTrack task, long nanos) {
        Force force = task.logForce;
        if (force != null && force.asleepSince >= 0) {
            close(force, nanos - force.asleepSince);
            task.logForce = null;
        }
    }

    private void close(Force force, long outsideNanos) {
        if (firstNanos == Long.MIN_VALUE) {
            firstNanos = force.since;
        }
        inFlush.add(force.flushNanos);
        outside.add(outsideNanos);
        wokenByFunction = force.wokenBy > 0 ? force.wokenBy : wokenByFunction;
    }

    /** That the wait for the device lies outside of the flushes, if it does. Medians, for one stall outweighs a sum. */
    List<Finding> findings(IntFunction<@Nullable String> names) {
        long waits = outside.count(nanos -> nanos > 0);
        if (waits < FEWEST || outside.median() <= MUCH_LONGER * inFlush.median()) {
            return List.of();
        }
        String io = wokenByFunction > 0
                ? ", woken by " + Words.PLAIN.name(Objects.requireNonNullElse(names.apply(wokenByFunction), ""))
                : "";
        String text = Words.PLAIN.count(waits) + " of " + Words.PLAIN.things(outside.size(), "log force", "log forces")
                + " slept for log I/O after flush_workqueue had returned" + io + ": half of them longer than "
                + Words.PLAIN.time(Math.round(outside.median())) + ", while half spent less than "
                + Words.PLAIN.time(Math.round(inFlush.median())) + " in flushes; the wait for the device lies outside";
        return List.of(new Finding(Severity.WARNING, "device-wait-outside", text, waits, firstNanos, ""));
    }
}
