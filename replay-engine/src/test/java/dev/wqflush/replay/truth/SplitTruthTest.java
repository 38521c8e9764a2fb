package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.ReplayResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Begin, end and parts of each flush against what the kernel timed. The kernel reads its clock inside of the trace's
 * probes, some ten microseconds from them on the machines that were traced, and a stall of their emulated CPUs more: so
 * the trace's flush contains the kernel's (within the microsecond that the trace resolves), and a time agrees within
 * 0.1 ms or 5 % of the flush, whichever is more. Writes the table to {@code target/split-truth.md}.
 */
class SplitTruthTest {
    private static final long TOLERANCE_NANOS = 100_000;
    private static final double TOLERANCE = 0.05;
    private static final long RESOLUTION_NANOS = 2_000;

    private final Map<String, long[]> scores = new TreeMap<>();

    @Test
    void beginEndAndPartsAgreeWithTheKernel() throws IOException {
        Path folder = Captures.folderOrSkip();
        for (Capture capture : Captures.withFlushes(folder)) {
            score(Replays.of(capture.trace(), capture.topology()), capture.flushes());
        }
        Files.writeString(Path.of("target/split-truth.md"), table());
        assertThat(share("sum")).isEqualTo(1);
        assertThat(share("contained")).as(table()).isGreaterThan(0.99);
        assertThat(share("begin")).as(table()).isGreaterThan(0.98);
        assertThat(share("end")).as(table()).isGreaterThan(0.89);
        assertThat(share("mutex")).as(table()).isGreaterThan(0.96);
        assertThat(share("walk")).as(table()).isGreaterThan(0.90);
        assertThat(share("items")).as(table()).isGreaterThan(0.98);
        assertThat(share("wakeup and other")).as(table()).isGreaterThan(0.94);
    }

    private void score(ReplayResult result, List<TruthFlush> truth) {
        Map<String, Deque<FlushResult>> open = new HashMap<>();
        for (FlushResult flush : result.flushes()) {
            long pointer = result.workqueues().get(flush.workqueue()).pointer();
            open.computeIfAbsent(TruthWalk.key(pointer, flush.tid()), key -> new ArrayDeque<>())
                    .add(flush);
            count("sum", flush.split().totalNanos() == flush.nanos());
        }
        for (TruthFlush flush : truth) {
            FlushResult replayed =
                    open.getOrDefault(flush.key(), new ArrayDeque<>()).poll();
            count(
                    "contained",
                    replayed != null
                            && replayed.startNanos() <= flush.startNanos() + RESOLUTION_NANOS
                            && replayed.endNanos() >= flush.endNanos() - RESOLUTION_NANOS);
            compare("begin", flush, replayed, FlushResult::startNanos, flush.startNanos());
            compare("end", flush, replayed, FlushResult::endNanos, flush.endNanos());
            compare("mutex", flush, replayed, f -> f.split().mutexNanos(), flush.mutexNanos());
            compare("walk", flush, replayed, f -> f.split().walkNanos(), flush.walkNanos());
            compare("items", flush, replayed, f -> f.split().itemsNanos(), flush.itemsNanos());
            long rest =
                    flush.endNanos() - flush.startNanos() - flush.mutexNanos() - flush.walkNanos() - flush.itemsNanos();
            compare("wakeup and other", flush, replayed, f -> wakeupAndOther(f.split()), rest);
        }
    }

    private static long wakeupAndOther(FlushSplit split) {
        return split.wakeupNanos() + split.otherNanos();
    }

    private void compare(
            String what, TruthFlush flush, FlushResult replayed, Function<FlushResult, Long> time, long truth) {
        long tolerance = Math.max(TOLERANCE_NANOS, (long) (TOLERANCE * (flush.endNanos() - flush.startNanos())));
        count(what, replayed != null && Math.abs(time.apply(replayed) - truth) <= tolerance);
    }

    private void count(String what, boolean right) {
        long[] score = scores.computeIfAbsent(what, w -> new long[2]);
        score[0]++;
        score[1] += right ? 1 : 0;
    }

    private double share(String what) {
        long[] score = scores.getOrDefault(what, new long[] {1, 0});
        return (double) score[1] / score[0];
    }

    private String table() {
        StringBuilder table = new StringBuilder("| part | flushes | agree |\n|---|---|---|\n");
        scores.forEach((what, score) -> table.append(
                String.format(Locale.ROOT, "| %s | %,d | %.2f %% |%n", what, score[0], 100 * share(what))));
        return table.toString();
    }
}
