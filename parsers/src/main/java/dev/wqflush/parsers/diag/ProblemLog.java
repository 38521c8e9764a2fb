package dev.wqflush.parsers.diag;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The problems of one input: all are counted, the first of each kind are kept. */
public final class ProblemLog {
    private static final int KEPT_PER_KIND = 3;

    private final Map<ReadProblem.Kind, Long> counts = new EnumMap<>(ReadProblem.Kind.class);
    private final List<ReadProblem> examples = new ArrayList<>();

    /** Counts a problem; its sentence is made only if it is kept. */
    public void report(ReadProblem.Kind kind, long line, Supplier<String> sentence) {
        if (counts.merge(kind, 1L, Long::sum) <= KEPT_PER_KIND) {
            examples.add(new ReadProblem(kind, sentence.get(), line));
        }
    }

    /** How often a problem was met. */
    public long count(ReadProblem.Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /** The first problems of each kind, in the order met. */
    public List<ReadProblem> examples() {
        return Collections.unmodifiableList(examples);
    }
}
