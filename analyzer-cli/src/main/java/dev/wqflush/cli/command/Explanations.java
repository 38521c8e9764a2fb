package dev.wqflush.cli.command;

import dev.wqflush.cli.report.CitedLine;
import dev.wqflush.cli.report.ExplanationText;
import dev.wqflush.cli.terminal.Colours;
import dev.wqflush.replay.explain.FlushExplanation;
import dev.wqflush.replay.explain.WalkExplanation;
import dev.wqflush.replay.result.ReplayResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What was asked to be explained.
 *
 * @param placeInFile number, in the order of the file, of an event that an explanation cites
 */
record Explanations(
        @Nullable WalkExplanation walk, @Nullable FlushExplanation flush, LongUnaryOperator placeInFile) {
    /** Numbers, in the order of the file, of the events whose lines are needed. */
    Set<Long> events() {
        return cited().stream().map(placeInFile::applyAsLong).collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<Long> cited() {
        Set<Long> events = new TreeSet<>();
        if (walk != null) {
            events.addAll(ExplanationText.events(walk));
        }
        if (flush != null) {
            events.addAll(ExplanationText.events(flush));
        }
        return events;
    }

    /**
     * The lines to print.
     *
     * @param found the lines of {@link #events}
     */
    List<String> text(ReplayResult result, Map<Long, CitedLine> found, int width, Colours colours, boolean all) {
        Map<Long, CitedLine> lines = new HashMap<>();
        for (long event : cited()) {
            CitedLine line = found.get(placeInFile.applyAsLong(event));
            if (line != null) {
                lines.put(event, line);
            }
        }
        List<String> text = new ArrayList<>();
        if (walk != null) {
            text.addAll(new ExplanationText(result, lines, width, colours, all).of(walk));
        }
        if (flush != null) {
            if (!text.isEmpty()) {
                text.add("");
            }
            text.addAll(new ExplanationText(result, lines, width, colours, all).of(flush));
        }
        return text;
    }
}
