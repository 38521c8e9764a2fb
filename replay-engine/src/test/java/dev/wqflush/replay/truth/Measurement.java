package dev.wqflush.replay.truth;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How true the replay of a capture is at one input level. */
record Measurement(Capture capture, int level, Score score) {
    /** As many as a small machine can spare. */
    private static final int THREADS = 2;

    private static @Nullable List<Measurement> shared;

    /** Those of all shared captures at all levels; they are made once, since that takes many seconds. */
    static synchronized List<Measurement> ofShared(Path folder) throws IOException {
        if (shared == null) {
            shared = of(Captures.withWalks(folder), InputLevels.ALL);
        }
        return shared;
    }

    static List<Measurement> of(List<Capture> captures, List<Integer> levels) {
        ForkJoinPool pool = new ForkJoinPool(THREADS);
        try {
            return pool.submit(() -> captures.parallelStream()
                            .flatMap(capture -> of(capture, levels).stream())
                            .toList())
                    .join();
        } finally {
            pool.shutdown();
        }
    }

    /** Those of one capture; a probe is no truth at the level that it makes, so that stock kernels have no level 1. */
    static List<Measurement> of(Capture capture, List<Integer> levels) {
        try {
            List<TruthWalk> walks = capture.walks();
            List<TruthFlush> flushes = capture.flushes();
            List<Measurement> measurements = new ArrayList<>();
            List<Integer> taken = levels.stream()
                    .filter(level -> level > 1 || capture.isCounted())
                    .toList();
            capture.replays(taken).forEach((level, result) -> {
                Score score = Score.of(result, walks, capture.keepsList());
                score.flushes.add(FlushScore.of(result, flushes));
                measurements.add(new Measurement(capture, level, score));
            });
            return measurements;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sums by a name; names come in order of first sight. */
    static Map<String, Score> sums(Stream<Measurement> measurements, Function<Measurement, String> name) {
        return measurements.collect(Collectors.groupingBy(
                name,
                LinkedHashMap::new,
                Collectors.mapping(Measurement::score, Collectors.collectingAndThen(Collectors.toList(), Score::sum))));
    }
}
