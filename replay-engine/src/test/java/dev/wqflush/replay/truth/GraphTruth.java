package dev.wqflush.replay.truth;

import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    void add(Capture capture) throws IOException {
        add(capture.name(), capture.lines("graph.tsv"), Replays.of(capture.trace(), capture.topology()));
    }

    void add(GraphTruth other) {
        flushes += other.flushes;
        rightFlushes += other.rightFlushes;
        walks += other.walks;
        rightWalks += other.rightWalks;
        misses.addAll(other.misses);
    }

    String row(String name) {
        return name + ": " + rightFlushes + " of " + flushes + " flushes, " + rightWalks + " of " + walks + " walks\n";
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
