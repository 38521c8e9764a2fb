package dev.wqflush.cli.command;

import dev.wqflush.cli.report.CitedLine;
import dev.wqflush.cli.report.ExplanationText;
import dev.wqflush.cli.terminal.Colours;
import dev.wqflush.replay.explain.FlushExplanation;
import dev.wqflush.replay.explain.WalkExplanation;
import dev.wqflush.replay.result.ReplayResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What was asked to be explained. */
record Explanations(
        @Nullable WalkExplanation walk, @Nullable FlushExplanation flush) {
    /** Numbers of the events whose lines are needed. */
    Set<Long> events() {
        Set<Long> events = new TreeSet<>();
        if (walk != null) {
            events.addAll(ExplanationText.events(walk));
        }
        if (flush != null) {
            events.addAll(ExplanationText.events(flush));
        }
        return events;
    }

    /** The lines to print. */
    List<String> text(ReplayResult result, Map<Long, CitedLine> lines, int width, Colours colours, boolean all) {
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
