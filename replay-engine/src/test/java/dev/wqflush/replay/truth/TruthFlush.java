package dev.wqflush.replay.truth;

import java.util.Comparator;
import java.util.List;

/**
 * A flush as the kernel timed it, in nanoseconds.
 *
 * @param key of its task and workqueue
 * @param path word of the path through the protocol
 * @param startNanos when it began to count, which is a probe's length off the trace's entry
 * @param itemsNanos from the end of its walk until it was completed
 * @param wakeupNanos from then until it ran on: being woken, and any stall after it
 */
record TruthFlush(
        String key,
        String path,
        long startNanos,
        long endNanos,
        long mutexNanos,
        long walkNanos,
        long itemsNanos,
        long wakeupNanos) {
    /** Reads a {@code *.flushes.tsv}, whose rows are in order of end, in order of start. */
    static List<TruthFlush> parse(List<String> lines) {
        return TruthRow.parse(lines).stream()
                .map(row -> new TruthFlush(
                        row.text("wq_ptr") + ' ' + row.text("tid"),
                        row.text("path"),
                        row.nanos("end_s") - row.number("total_ns"),
                        row.nanos("end_s"),
                        row.number("mutex_wait_ns"),
                        row.number("walk_ns"),
                        row.number("items_wait_ns"),
                        row.number("wakeup_ns")))
                .sorted(Comparator.comparingLong(TruthFlush::startNanos))
                .toList();
    }
}
