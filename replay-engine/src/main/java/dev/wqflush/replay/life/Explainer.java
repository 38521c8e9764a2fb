package dev.wqflush.replay.life;

import dev.wqflush.replay.explain.FlushExplanation;
import dev.wqflush.replay.explain.WalkExplanation;
import dev.wqflush.replay.life.ViewReplay.View;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Tells what the numbers of a settled capture rest on. */
public final class Explainer {
    final ReplayResult result;
    final List<ReconstructedWalk> walks;
    final List<FlushCall> calls;
    final Map<ReconstructedWalk, Integer> numbers = new HashMap<>();
    private final List<WorkqueueReplay> replays;
    private final IntFunction<String> names;

    /**
     * For one result.
     *
     * @param walks in the order of the result's
     * @param calls in the order of the result's flushes
     * @param replays in the order of the result's workqueues
     */
    Explainer(
            ReplayResult result,
            List<ReconstructedWalk> walks,
            List<FlushCall> calls,
            List<WorkqueueReplay> replays,
            IntFunction<String> names) {
        this.result = result;
        this.walks = walks;
        this.calls = calls;
        this.replays = replays;
        this.names = names;
        for (int i = 0; i < walks.size(); i++) {
            numbers.put(walks.get(i), i + 1);
        }
    }

    /**
     * What the numbers of a walk rest on.
     *
     * @param number of the walk, 1 to the number of walks
     * @throws IndexOutOfBoundsException if there is no such walk
     */
    public WalkExplanation walk(int number) {
        WalkResult walk = result.walks().get(number - 1);
        WorkqueueReplay replay = replays.get(walk.workqueue());
        return new WalkExplanation(
                walk,
                new WalkWords(this, replay, number).facts(),
                new PwqWords(result, replay).facts(walk),
                Stream.of(View.LOW, View.VALUE, View.HIGH)
                        .map(view -> replay.layout(true, view).nodeEntries())
                        .toList(),
                new ListWords(replay, items(walk.workqueue()), this).visits(walks.get(number - 1)));
    }

    /**
     * What the numbers of a flush rest on.
     *
     * @param number of the flush, 1 to the number of flushes
     * @throws IndexOutOfBoundsException if there is no such flush
     */
    public FlushExplanation flush(int number) {
        FlushResult flush = result.flushes().get(number - 1);
        return new FlushExplanation(
                flush, new FlushWords(this, flush, calls.get(number - 1), items(flush.workqueue())).facts());
    }

    private ItemWords items(int workqueue) {
        return new ItemWords(
                names,
                replays.get(workqueue).walks(),
                numbers,
                result.workqueues().get(workqueue).kind() == WorkqueueKind.BH);
    }

    Topology topology() {
        return result.topology();
    }
}
