package dev.wqflush.replay.truth;

import dev.wqflush.replay.protocol.WalkKind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A walk that the kernel made.
 *
 * @param key of its task and workqueue
 * @param time in seconds, as its source prints it
 * @param counted what the kernel counted, null where only a probe showed the walk
 */
record TruthWalk(
        String key, WalkKind kind, String time, @Nullable Counted counted) {

    /** The counters of one row of a {@code *.walks.tsv}; {@code list} is the active list, working or kept beside. */
    record Counted(
            boolean armedAny,
            long armed,
            long pwqs,
            long nodeLocks,
            long v2PoolLocks,
            long listVisits,
            long listPoolLocks) {}

    /** Whether a walk of the replay may be this one; a probe shows a queued and an overflow walk alike. */
    boolean isOfKind(WalkKind replayed) {
        return kind == replayed || (counted == null && kind == WalkKind.QUEUED && replayed == WalkKind.OVERFLOW);
    }

    String words() {
        return "the kernel's " + kind.word() + " at " + time + " of " + key;
    }

    /** When it began, in nanoseconds of the trace clock. */
    long nanos() {
        return new BigDecimal(time).movePointRight(9).longValueExact();
    }

    static String key(long pointer, int tid) {
        return Long.toHexString(pointer) + ' ' + tid;
    }

    /** Reads a {@code *.walks.tsv}. */
    static List<TruthWalk> parse(List<String> lines) {
        return TruthRow.parse(lines).stream()
                .map(row -> new TruthWalk(
                        row.text("wq_ptr") + ' ' + row.text("tid"),
                        WalkKind.valueOf(row.text("kind").toUpperCase(Locale.ROOT)),
                        row.text("time_s"),
                        new Counted(
                                row.number("armed_any") == 1,
                                row.number("armed"),
                                row.number("pwqs"),
                                row.number("node_locks"),
                                row.number("v2_pool_locks"),
                                row.number("al_visits"),
                                row.number("al_pool_locks"))))
                .toList();
    }
}
