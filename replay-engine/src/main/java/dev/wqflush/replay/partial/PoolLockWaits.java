package dev.wqflush.replay.partial;

import dev.wqflush.parsers.evidence.LockRow;
import dev.wqflush.parsers.evidence.LockTable;
import java.util.List;

/**
 * The waiting that walks may have part in, of a printed table: of a table by caller that of the walks themselves, of a
 * table by lock that of everybody for pool locks. What has no name counts too, for it may be a pool lock.
 *
 * @param source what printed the table
 * @param count how often somebody waited, -1 if not told
 * @param totalNanos summed over tasks
 * @param longestNanos the longest of these waits, -1 if not told
 */
public record PoolLockWaits(String source, boolean byCaller, long count, long totalNanos, long longestNanos) {
    /**
     * The waiting in a table.
     *
     * @throws IllegalArgumentException if the table cannot tell; the message goes on after its name
     */
    public static PoolLockWaits of(LockTable table) {
        if (table.rows().stream().noneMatch(row -> row.hasCaller() || row.isByLock())) {
            throw new IllegalArgumentException(
                    "names neither locks nor callers; give what perf lock contention prints without -t, -o and"
                            + " --lock-cgroup");
        }
        boolean byCaller = table.rows().stream().anyMatch(LockRow::hasCaller);
        List<LockRow> rows = table.rows().stream().filter(LockRow::mayBeInWalk).toList();
        if (rows.stream().anyMatch(row -> row.totalWaitNanos() < 0)) {
            throw new IllegalArgumentException("has no column total wait; leave out -F");
        }
        return new PoolLockWaits(
                table.source(),
                byCaller,
                rows.stream().anyMatch(row -> row.contended() < 0)
                        ? -1
                        : rows.stream().mapToLong(LockRow::contended).sum(),
                rows.stream().mapToLong(LockRow::totalWaitNanos).sum(),
                rows.stream().anyMatch(row -> row.maxWaitNanos() < 0)
                        ? -1
                        : rows.stream().mapToLong(LockRow::maxWaitNanos).max().orElse(0));
    }
}
