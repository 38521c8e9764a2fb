package dev.wqflush.cli.command;

import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.verdict.Words;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What a capture holds instead of flushes to report.
 *
 * @param events counts by name
 */
record NoFlush(String capture, ReplayResult whole, SortedMap<String, Long> events) {
    private static final int NAMES_SHOWN = 3;

    /**
     * Says it.
     *
     * @param selection the options that chose among the flushes
     */
    String sentence(String selection) {
        if (!whole.flushes().isEmpty()) {
            List<String> flushed = whole.flushes().stream()
                    .map(FlushResult::workqueue)
                    .distinct()
                    .map(workqueue ->
                            Words.PLAIN.name(whole.workqueues().get(workqueue).name()))
                    .sorted()
                    .toList();
            return capture + ": no flush is chosen by" + selection + "; flushed were " + Words.PLAIN.list(flushed)
                    + ".";
        }
        long total = events.values().stream().mapToLong(Long::longValue).sum();
        if (total == 0) {
            return capture + ": read, and no flush is in it. What to record is said under \"next\".";
        }
        return capture + ": " + Words.PLAIN.things(total, "event", "events") + " read, no flush "
                + (whole.evidence().workqueueEvents() > 0 ? "" : "and no workqueue event ") + "among them" + names()
                + ". What to record is said under \"next\".";
    }

    private String names() {
        List<String> names = events.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .map(event -> Words.PLAIN.name(event.getKey()))
                .toList();
        if (names.isEmpty()) {
            return "";
        }
        return names.size() <= NAMES_SHOWN
                ? " (" + String.join(", ", names) + " only)"
                : " (" + String.join(", ", names.subList(0, NAMES_SHOWN)) + " and " + (names.size() - NAMES_SHOWN)
                        + " other kinds)";
    }
}
