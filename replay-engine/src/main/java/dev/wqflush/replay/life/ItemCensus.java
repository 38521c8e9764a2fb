package dev.wqflush.replay.life;

import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Finding.Severity;
import dev.wqflush.replay.verdict.Words;
import java.util.List;
import java.util.function.IntFunction;
import org.eclipse.collections.api.map.primitive.MutableLongLongMap;
import org.eclipse.collections.impl.factory.primitive.LongLongMaps;

/** What items did, for a capture without flushes: who ran longest, and who queues whom. */
final class ItemCensus {
    /** More pairs of functions than queue each other on any machine. */
    private static final int MOST_PAIRS = 1 << 16;

    /** Fewer times are no loop. */
    private static final int LOOP = 2;

    private final MutableLongLongMap queuedBy = LongLongMaps.mutable.empty();
    private long runs;
    private long longestNanos;
    private int longest;
    private long barriers;
    private long barrierNanos;

    /** An item queues another, or itself. */
    void queued(int by, int function) {
        if (queuedBy.size() < MOST_PAIRS) {
            queuedBy.addToValue((long) by << 32 | function, 1);
        }
    }

    void ran(int function, long nanos) {
        runs++;
        if (nanos >= longestNanos) {
            longestNanos = nanos;
            longest = function;
        }
    }

    void barrier(long nanos) {
        barriers++;
        barrierNanos = Math.max(barrierNanos, nanos);
    }

    /** One sentence; nothing if no item ran. */
    List<Finding> findings(IntFunction<String> names) {
        if (runs + barriers == 0) {
            return List.of();
        }
        StringBuilder text = new StringBuilder();
        if (runs > 0) {
            text.append(Words.PLAIN.things(runs, "item", "items"))
                    .append(" ran, the longest ")
                    .append(Words.PLAIN.name(names.apply(longest)))
                    .append(" with ")
                    .append(Words.PLAIN.time(longestNanos));
        }
        queuedBy.keyValuesView().toSortedListBy(pair -> -pair.getTwo()).stream()
                .filter(pair -> pair.getTwo() >= LOOP)
                .limit(2)
                .forEach(pair -> {
                    int by = (int) (pair.getOne() >> 32);
                    int function = (int) pair.getOne();
                    text.append("; ")
                            .append(Words.PLAIN.name(names.apply(by)))
                            .append(by == function ? " queued itself " : " queued ")
                            .append(by == function ? "" : Words.PLAIN.name(names.apply(function)) + " ")
                            .append(Words.PLAIN.things(pair.getTwo(), "time", "times"));
                });
        if (barriers > 0) {
            text.append(text.isEmpty() ? "" : "; ")
                    .append("wq_barrier_func ran ")
                    .append(Words.PLAIN.things(barriers, "time", "times"))
                    .append(", at most ")
                    .append(Words.PLAIN.time(barrierNanos))
                    .append(": somebody waited in flush_work, which is no flush of a workqueue");
        }
        return List.of(new Finding(Severity.INFO, "items-run", text.toString(), runs, Long.MIN_VALUE, ""));
    }
}
