package dev.wqflush.cli.report.page;

import static dev.wqflush.cli.report.page.Capture.WORDS;

import dev.wqflush.cli.report.chart.Part;
import dev.wqflush.cli.report.chart.TimelineChart;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The flushes over time, each with what it waited for. */
public record TimelineSection(
        String title,
        String lead,
        List<KeyEntry> key,
        List<String> lanes,
        List<String> queues,
        String svg,
        String note) {
    /** Workqueues to choose from by name; the others are one choice. */
    static final int MOST_CHOICES = 8;

    /** One part of the flush time, as the key to the colours. */
    public record KeyEntry(String word, String cssClass, String share, String time) {}

    static TimelineSection of(Capture capture) {
        FlushSplit split = capture.all().split();
        String title = title(capture);
        List<String> queues = new ArrayList<>();
        Map<Integer, Integer> choices = new HashMap<>();
        choose(capture, queues, choices);
        TimelineChart chart = TimelineChart.draw(
                title,
                description(split),
                capture.result().flushes(),
                queues.size(),
                flush -> choices.getOrDefault(flush.workqueue(), queues.size() - 1),
                flush -> tooltip(capture, flush));
        List<String> lanes =
                new ArrayList<>(chart.lanes().stream().map(Capture::name).toList());
        if (chart.foldedTasks() > 0) {
            lanes.add(WORDS.things(chart.foldedTasks(), "more task", "more tasks"));
        }
        return new TimelineSection(title, lead(chart), key(split), lanes, queues, chart.svg(), note(capture, chart));
    }

    /** The workqueues that were waited for longest, and the choice that each is; what is left is the last choice. */
    private static void choose(Capture capture, List<String> names, Map<Integer, Integer> choices) {
        List<WorkqueueSummary> flushed = capture.assessment().workqueues().stream()
                .filter(summary -> summary.flushes() > 0)
                .sorted(Comparator.comparingLong(
                        (WorkqueueSummary summary) -> -summary.split().totalNanos()))
                .toList();
        for (WorkqueueSummary summary : flushed.subList(0, Math.min(MOST_CHOICES, flushed.size()))) {
            choices.put(summary.workqueue(), names.size());
            names.add(capture.queueName(summary.workqueue()));
        }
        if (flushed.size() > MOST_CHOICES) {
            names.add(WORDS.things(flushed.size() - MOST_CHOICES, "other", "others"));
        }
    }

    private static String description(FlushSplit split) {
        return key(split).stream()
                .map(entry -> entry.word() + " " + entry.time() + ", " + entry.share())
                .collect(Collectors.joining("; "));
    }

    private static List<KeyEntry> key(FlushSplit split) {
        List<KeyEntry> key = new ArrayList<>();
        for (Part part : Part.values()) {
            long nanos = part.of(split);
            key.add(new KeyEntry(
                    part.word(), part.cssClass(), Capture.share(nanos, split.totalNanos()), WORDS.time(nanos)));
        }
        return key;
    }

    /** What a part of the flush time was for, after a time or a share. */
    static String purpose(Part part) {
        return switch (part) {
            case MUTEX -> "for wq->mutex";
            case WALK -> "in walks";
            case ITEMS -> "for work items";
            case WAKEUP -> "to run again";
            case OTHER -> "for none of the parts that the capture tells apart";
        };
    }

    private static String title(Capture capture) {
        WorkqueueSummary all = capture.all();
        Part largest = Part.largest(all.split());
        return WORDS.things(all.flushes(), "flush", "flushes") + " waited "
                + WORDS.time(all.split().totalNanos()) + ", "
                + Capture.share(largest.of(all.split()), all.split().totalNanos()) + " of it " + purpose(largest);
    }

    private static String lead(TimelineChart chart) {
        StringBuilder lead =
                new StringBuilder("A lane is a task, a bar is a flush, its colours are what it waited for.");
        List<Long> pauses = chart.pauses();
        if (!pauses.isEmpty()) {
            long shortest = pauses.stream().mapToLong(Long::longValue).min().orElseThrow();
            long longest = pauses.stream().mapToLong(Long::longValue).max().orElseThrow();
            lead.append(pauses.size() == 1 ? " A pause" : " " + WORDS.count(pauses.size()) + " pauses")
                    .append(" without flushes (")
                    .append(WORDS.time(shortest))
                    .append(pauses.size() == 1 ? "" : " to " + WORDS.time(longest))
                    .append(pauses.size() == 1 ? ") is" : ") are")
                    .append(" cut; all parts share one scale.");
        }
        return lead.toString();
    }

    private static String note(Capture capture, TimelineChart chart) {
        WorkqueueSummary all = capture.all();
        StringBuilder note = new StringBuilder("Waiting adds up over tasks, wall time does not: ");
        note.append(WORDS.time(all.split().totalNanos()))
                .append(" waited within ")
                .append(WORDS.time(all.wallNanos()))
                .append(" of wall time (")
                .append(capture.measured())
                .append("). A flush shorter than a pixel is one pixel wide in the colour of its largest part.");
        if (all.openFlushes() > 0) {
            note.append(" A torn end: the flush had not ended when the capture did.");
        }
        if (chart.columns() > 0) {
            note.append(' ')
                    .append(WORDS.things(capture.result().flushes().size(), "flush", "flushes"))
                    .append(" drawn: ")
                    .append(WORDS.count(chart.singly()))
                    .append(" singly, the others as sums in ")
                    .append(WORDS.things(chart.columns(), "column", "columns"))
                    .append(" of time, whose area is the time waited.");
        }
        return note.toString();
    }

    private static String tooltip(Capture capture, FlushResult flush) {
        Part largest = Part.largest(flush.split());
        return Capture.task(flush) + " on " + capture.queueName(flush.workqueue()) + ": "
                + WORDS.time(flush.nanos()) + (flush.ended() ? "" : " and not ended") + ", "
                + Capture.share(largest.of(flush.split()), flush.split().totalNanos()) + " " + purpose(largest)
                + ", from " + Capture.moment(flush.startNanos());
    }
}
