package dev.wqflush.replay.truth;

import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.Topology;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * Damages captures and measures what of the counts called exact is right; {@code scripts/truth-table damage} runs it.
 */
final class DamageTable {
    static final List<Integer> LEVELS = List.of(1, 2, 3);

    private DamageTable() {}

    /** One row per damage and input level. */
    static String table(Path folder) throws IOException {
        StringBuilder table = new StringBuilder(Honesty.header());
        for (Damage damage : Damage.values()) {
            measure(counted(folder), damage, 0)
                    .forEach((level, honesty) -> table.append(honesty.row(damage.word + ", level " + level)));
        }
        return table.toString();
    }

    /** The wrong counts of one capture. */
    static String capture(Capture capture, Damage damage) throws IOException {
        StringBuilder table = new StringBuilder(Honesty.header());
        measure(List.of(capture), damage, 0).forEach((level, honesty) -> {
            table.append(honesty.row(damage.word + ", level " + level));
            honesty.misses.forEach(miss -> table.append(miss).append('\n'));
        });
        return table.toString();
    }

    /** Captures whose walks the kernel counted; what is not in any trace, such as attribute changes, apart. */
    static List<Capture> counted(Path folder) throws IOException {
        return Captures.withWalks(folder).stream()
                .filter(capture -> capture.isCounted() && capture.load() != LoadClass.ATTRIBUTES)
                .toList();
    }

    /** By input level, over all captures. */
    static SortedMap<Integer, Honesty> measure(List<Capture> captures, Damage damage, long seed) throws IOException {
        SortedMap<Integer, Honesty> sums = new TreeMap<>();
        for (Capture capture : captures) {
            List<String> damaged = damage.apply(lines(capture), capture.name().hashCode() + 31 * seed);
            List<TruthWalk> truth = capture.walks();
            replays(damaged, capture.topology())
                    .forEach((level, result) ->
                            sums.computeIfAbsent(level, sum -> new Honesty()).add(Honesty.of(result, truth)));
        }
        return sums;
    }

    static SortedMap<Integer, ReplayResult> replays(List<String> lines, Topology topology) {
        byte[] bytes = (String.join("\n", lines) + '\n').getBytes(StandardCharsets.UTF_8);
        return Replays.of(TraceSource.stream(new ByteArrayInputStream(bytes), "damaged"), topology, LEVELS);
    }

    static List<String> lines(Capture capture) throws IOException {
        try (InputStream in = Files.newInputStream(capture.folder().resolve(capture.scenario() + ".txt.gz"))) {
            return lines(in);
        }
    }

    /** The lines of a gzipped text. */
    static List<String> lines(InputStream zipped) throws IOException {
        return new BufferedReader(new InputStreamReader(new GZIPInputStream(zipped), StandardCharsets.UTF_8))
                .lines()
                .toList();
    }
}
