package dev.wqflush.replay.truth;

import dev.wqflush.replay.life.PoolsOfCapture;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.PoolIds;
import dev.wqflush.replay.topology.Topology;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** How the pools that captures alone show compare with what their kernels say of themselves. */
final class PoolTruth {
    static final String HEADER =
            String.format(Locale.ROOT, "%-8s %17s %17s %17s %6s%n", "", "queued for", "online", "bounded", "wrong");

    private static final int DEFAULT_PWQ = -1;

    /** A workqueue of the usual attributes that every kernel has. */
    private static final String UNBOUND = "events_unbound";

    /** CPUs that items were queued for, by unbound workqueue, and for how many the pool is learned. */
    int queuedFor;

    int learned;

    /** CPUs online, by capture, and for how many the usual pool is learned. */
    int online;

    int learnedUsual;

    /** Captures that show ids of unbound pools, and in how many the bound of possible CPUs is their count. */
    int captures;

    int bounded;
    final List<String> wrong = new ArrayList<>();

    static SortedMap<Integer, PoolTruth> of(Path folder, List<Integer> levels) throws IOException {
        SortedMap<Integer, PoolTruth> truths = new TreeMap<>();
        for (Capture capture : Captures.withWalks(folder)) {
            if (capture.isCounted()) {
                SortedMap<Integer, PoolsOfCapture> shown =
                        Replays.read(capture.trace(), levels, PoolsOfCapture::new, PoolsOfCapture::sink);
                for (Map.Entry<Integer, PoolsOfCapture> entry : shown.entrySet()) {
                    truths.computeIfAbsent(entry.getKey(), level -> new PoolTruth())
                            .add(capture, entry.getValue());
                }
            }
        }
        return truths;
    }

    private void add(Capture capture, PoolsOfCapture shown) throws IOException {
        Map<Integer, Integer> usual = usualPools(capture);
        int defaultPool = Objects.requireNonNull(usual.get(DEFAULT_PWQ));
        Map<String, Map<Integer, Integer>> learnedPools = shown.byWorkqueue();
        poolsOfItems(capture, defaultPool).forEach((workqueue, pools) -> {
            Map<Integer, Integer> own = learnedPools.getOrDefault(workqueue, Map.of());
            own.forEach((cpu, pool) -> expect(
                    capture.name() + " " + workqueue + " CPU " + cpu,
                    pool,
                    pools.getOrDefault(cpu, pools.getOrDefault(DEFAULT_PWQ, -1))));
            pools.remove(DEFAULT_PWQ);
            queuedFor += pools.size();
            pools.keySet().retainAll(own.keySet());
            learned += pools.size();
        });
        Topology topology = capture.topology();
        online += Objects.requireNonNull(topology.online()).count();
        learnedUsual += shown.usual().size();
        shown.usual().forEach((cpu, pool) -> expect(capture.name() + " CPU " + cpu, pool, usual.getOrDefault(cpu, -1)));
        int lowest = shown.lowestUnboundPool();
        if (lowest >= 0) {
            captures++;
            addIds(capture, topology, lowest, defaultPool);
        }
    }

    private void addIds(Capture capture, Topology topology, int lowest, int defaultPool) {
        int most = PoolIds.mostCpus(lowest, topology.kernel());
        bounded += most == topology.possible().count() ? 1 : 0;
        if (most < topology.possible().count()) {
            wrong.add(capture.name() + " most CPUs: " + most);
        }
        for (Topology told :
                List.of(topology, Capture.cpusOf(topology), Topology.inferred(CpuSet.firstCpus(1), null))) {
            expect(capture.name() + " default pool by " + told, PoolIds.defaultPool(lowest, told), defaultPool);
        }
    }

    private void expect(String what, int pool, int expected) {
        if (pool != expected) {
            wrong.add(what + ": " + pool + " for " + expected);
        }
    }

    /** Pools of unbound workqueues by the CPU of the pwq, that of the first item where they change. */
    private static Map<String, Map<Integer, Integer>> poolsOfItems(Capture capture, int defaultPool)
            throws IOException {
        Map<String, Map<Integer, Integer>> pools = new HashMap<>();
        Path file = capture.folder().resolve(capture.scenario() + ".queues.tsv.gz");
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            rows(lines.lines(), row -> {
                int pool = Integer.parseInt(row[5]);
                if (pool >= defaultPool) {
                    pools.computeIfAbsent(row[3], name -> new HashMap<>()).putIfAbsent(Integer.valueOf(row[4]), pool);
                }
            });
        }
        return pools;
    }

    /** Pools by the CPU of the pwq. */
    private static Map<Integer, Integer> usualPools(Capture capture) throws IOException {
        Map<Integer, Integer> pools = new HashMap<>();
        try (Stream<String> lines = Files.lines(capture.folder().resolve("pools.tsv"))) {
            rows(lines, row -> {
                if (row[0].equals(UNBOUND)) {
                    pools.put(Integer.valueOf(row[3]), Integer.valueOf(row[4]));
                }
            });
        }
        return pools;
    }

    private static void rows(Stream<String> lines, Consumer<String[]> row) {
        lines.skip(1).map(line -> line.split("\t", -1)).forEach(row);
    }

    String row(String name) {
        return String.format(
                Locale.ROOT,
                "%-8s %17s %17s %17s %6d%n",
                name,
                share(learned, queuedFor),
                share(learnedUsual, online),
                share(bounded, captures),
                wrong.size());
    }

    private static String share(int part, int whole) {
        return String.format(Locale.ROOT, "%.1f (%d of %d)", 100.0 * part / whole, part, whole);
    }
}
