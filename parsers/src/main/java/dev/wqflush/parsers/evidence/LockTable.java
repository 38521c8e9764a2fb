package dev.wqflush.parsers.evidence;

import java.util.List;

/**
 * One printed table of lock contention.
 *
 * @param source {@code perf lock contention}, {@code perf lock report} or {@code /proc/lock_stat}
 * @param line where it begins
 */
public record LockTable(String source, long line, List<LockRow> rows) {
    /** Freezes the rows. */
    public LockTable {
        rows = List.copyOf(rows);
    }

    /** Sum of all waiting in it, in nanoseconds: of many tasks, so not a length of time. */
    public long totalWaitNanos() {
        return rows.stream().mapToLong(row -> Math.max(0, row.totalWaitNanos())).sum();
    }
}
