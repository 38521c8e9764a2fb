package dev.wqflush.replay.truth;

import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Holds the replay against what function_graph saw on stock kernels: how many walks, and how many unlocks in each
 * ({@code *.graph.tsv}).
 */
final class GraphTruth {
    long flushes;
    long rightFlushes;
    long walks;
    long rightWalks;
    final List<String> misses = new ArrayList<>();

    /** Machines with graph truth, which ran {@code legacy-v0} or {@code legacy-v1}. */
    static List<Path> machines(Path folder) throws IOException {
        try (Stream<Path> machines = Files.list(folder)) {
            return machines.filter(machine -> machine.getFileName().toString().matches("k61.*"))
                    .sorted()
                    .toList();
        }
    }

    static List<String> scenarios(Path machine) throws IOException {
        try (Stream<Path> files = Files.list(machine)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".graph.tsv"))
                    .map(name -> name.substring(0, name.length() - ".graph.tsv".length()))
                    .sorted()
                    .toList();
        }
    }

    void add(Path machine, String scenario) throws IOException {
        List<String> truth = Files.readAllLines(machine.resolve(scenario + ".graph.tsv"));
        ReplayResult result = TruthTable.replay(machine.resolve(scenario + ".txt.gz"), TruthTable.topology(machine), 1);
        add(machine.getFileName() + "/" + scenario, truth, result);
    }

    void add(String name, List<String> truth, ReplayResult result) {
        int model = result.models().indexOf(result.tracedModel());
        Map<Integer, Deque<Long>> unlocks = new HashMap<>();
        for (String line : truth.subList(1, truth.size())) {
            String[] cell = line.split("\t", -1);
            unlocks.computeIfAbsent(Integer.valueOf(cell[2]), tid -> new ArrayDeque<>())
                    .add(Long.valueOf(cell[4]));
        }
        Set<Integer> wrong = new HashSet<>();
        for (WalkResult walk : result.walks()) {
            walks++;
            Deque<Long> left = unlocks.get(walk.tid());
            Long expected = left == null ? null : left.poll();
            long counted = walk.counts().get(model).poolLocks().value();
            if (expected != null && expected == counted) {
                rightWalks++;
            } else {
                wrong.add(walk.flush());
                misses.add(
                        name + " walk " + walk.number() + ": " + counted + " lock cycles, the graph shows " + expected);
            }
        }
        unlocks.forEach((tid, left) -> {
            if (!left.isEmpty()) {
                misses.add(name + " tid " + tid + ": " + left.size() + " walks missing");
                result.flushes().stream()
                        .filter(flush -> flush.tid() == tid)
                        .limit(left.size())
                        .forEach(flush -> wrong.add(flush.number()));
            }
        });
        flushes += result.flushes().size();
        rightFlushes += result.flushes().size() - wrong.size();
    }
}
