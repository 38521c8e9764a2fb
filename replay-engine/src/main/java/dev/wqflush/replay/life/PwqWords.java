package dev.wqflush.replay.life;

import dev.wqflush.replay.explain.Fact;
import dev.wqflush.replay.explain.Sentence;
import dev.wqflush.replay.life.ViewReplay.View;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.verdict.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells where the counts of a model come from: the pwqs of the workqueue by topology, and how the model passes them.
 */
final class PwqWords {
    private static final Words WORDS = Words.PLAIN;

    private final ReplayResult result;
    private final WorkqueueReplay replay;

    PwqWords(ReplayResult result, WorkqueueReplay replay) {
        this.result = result;
        this.replay = replay;
    }

    /** Where the number of pwqs comes from, then one fact per model. */
    List<Fact> facts(WalkResult walk) {
        WorkqueueResult workqueue = result.workqueues().get(walk.workqueue());
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("pwqs", Sentence.of(origin(workqueue))));
        for (int i = 0; i < ModelSet.all().size(); i++) {
            ModelSet.Registration model = ModelSet.all().get(i);
            String text = model.id().equals(ModelSet.ACTIVE_LIST)
                    ? active(walk.counts().get(i))
                    : legacy(workqueue, model, walk.counts().get(i));
            facts.add(new Fact(model.id(), Sentence.of(text)));
        }
        return facts;
    }

    /** What the number of pwqs comes from. */
    private String origin(WorkqueueResult workqueue) {
        Topology topology = result.topology();
        return workqueue.kind().word() + " workqueue ("
                + workqueue.kindSource()
                + "); " + WORDS.things(topology.possible().count(), "possible CPU", "possible CPUs")
                + (topology.possibleKnown() ? "" : " or more") + " (" + topology.source() + ")"
                + (replay.poolsShown() ? "; pools as workers' names or a dump show them" : "");
    }

    private static String legacy(WorkqueueResult workqueue, ModelSet.Registration model, WalkCounts counts) {
        String locks = counts.poolLocks().low() < counts.visits().value()
                ? "a lock cycle for each of " + things(counts.poolLocks(), "run", "runs") + " of one pool"
                : "a lock cycle each";
        return things(counts.visits(), "pwq", "pwqs") + ": " + pwqs(workqueue, model) + "; all visited, " + locks;
    }

    private static String pwqs(WorkqueueResult workqueue, ModelSet.Registration model) {
        return switch (workqueue.kind()) {
            case ORDERED -> "the default one";
            case PER_CPU, BH -> "one for each possible CPU";
            case UNKNOWN -> "one for each possible CPU, if it is per-cpu";
            case UNBOUND ->
                model.unboundPerCpu()
                        ? "one for each possible CPU, and the default one"
                        : "one for each node with CPUs if there are several nodes, and the default one";
        };
    }

    private String active(WalkCounts counts) {
        Range lists = Range.of(lists(View.VALUE), lists(View.LOW), lists(View.HIGH));
        String nodes = "node locks: one for each of " + things(lists, "list", "lists");
        if (counts.visits().high() == 0) {
            return "no pwq is listed; " + nodes + " (A1, A5, A7)";
        }
        int size = replay.layout(true, View.VALUE).size();
        return "listed are " + WORDS.range(counts.visits()) + " of " + WORDS.things(size, "pwq", "pwqs")
                + ", see below; a lock cycle for each run of one pool on a list (A3); " + nodes
                + ", one more for each that keeps a pwq (A1, A2, A5, A7)";
    }

    private int lists(View view) {
        return replay.layout(true, view).nodeEntries();
    }

    private static String things(Range count, String one, String many) {
        return WORDS.range(count) + " " + (count.high() == 1 ? one : many);
    }
}
