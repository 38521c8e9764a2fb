package dev.wqflush.cli.report.page;

import static dev.wqflush.cli.report.page.Capture.WORDS;

import dev.wqflush.cli.report.chart.Part;
import dev.wqflush.cli.report.chart.WaitChart;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The longest waits, each with the flushes of the same workqueue that overlapped it and the items they waited for. */
public record WorstSection(String title, String lead, List<Entry> entries) {
    /**
     * Flushes that waited together.
     *
     * @param from where they begin in the capture
     * @param lanes flushers, then items, as in the picture
     */
    public record Entry(String title, String from, List<Lane> lanes, String svg, List<String> sentences) {}

    /** Label of a lane. */
    public record Lane(String name, String time) {}

    private static final int MOST_ENTRIES = 3;
    private static final int MOST_FLUSHERS = 8;
    private static final int MOST_ITEMS = 4;

    static WorstSection of(Capture capture) {
        List<List<FlushResult>> groups = new ArrayList<>();
        List<Entry> entries = new ArrayList<>();
        for (FlushResult worst : worst(capture)) {
            List<FlushResult> group = overlapping(capture, worst);
            groups.add(group);
            entries.add(entry(capture, worst, group));
        }
        return new WorstSection(title(capture, groups), lead(groups), entries);
    }

    /** The worst of different workqueues first; only where these are too few, more of one. */
    private static List<FlushResult> worst(Capture capture) {
        List<FlushResult> all = capture.assessment().worst().stream()
                .map(index -> capture.result().flushes().get(index))
                .toList();
        Set<Integer> seen = new HashSet<>();
        Set<FlushResult> chosen = new LinkedHashSet<>();
        all.stream()
                .filter(flush -> seen.add(flush.workqueue()))
                .limit(MOST_ENTRIES)
                .forEach(chosen::add);
        all.stream().filter(flush -> chosen.size() < MOST_ENTRIES).forEach(chosen::add);
        return all.stream().filter(chosen::contains).toList();
    }

    /** Flushes of the workqueue joined to {@code worst} by overlaps, in order of entry. */
    private static List<FlushResult> overlapping(Capture capture, FlushResult worst) {
        List<FlushResult> group = new ArrayList<>();
        boolean holdsWorst = false;
        long end = Long.MIN_VALUE;
        List<FlushResult> sameQueue = capture.result().flushes().stream()
                .filter(flush -> flush.workqueue() == worst.workqueue())
                .sorted(Comparator.comparingLong(FlushResult::startNanos))
                .toList();
        for (FlushResult flush : sameQueue) {
            if (flush.startNanos() >= end) {
                if (holdsWorst) {
                    break;
                }
                group.clear();
            }
            group.add(flush);
            end = Math.max(end, flush.endNanos());
            holdsWorst |= flush.number() == worst.number();
        }
        return group;
    }

    private static Entry entry(Capture capture, FlushResult worst, List<FlushResult> group) {
        List<FlushResult> shown = longest(worst, group);
        Set<AwaitedItem> items = new LinkedHashSet<>();
        if (worst.awaited() != null) {
            items.add(worst.awaited());
        }
        for (FlushResult flush : shown) {
            AwaitedItem item = flush.awaited();
            if (item != null && items.size() < MOST_ITEMS) {
                items.add(item);
            }
        }
        List<Lane> lanes = new ArrayList<>();
        for (FlushResult flush : shown) {
            lanes.add(new Lane(Capture.task(flush), WORDS.time(flush.nanos())));
        }
        for (AwaitedItem item : items) {
            lanes.add(new Lane(item.cpu() >= 0 ? "item, CPU " + item.cpu() : "item", runTime(item)));
        }
        String title = groupTitle(capture, group);
        List<String> sentences = sentences(capture, worst, group);
        String svg = WaitChart.draw(title, sentences.get(0), shown, List.copyOf(items));
        return new Entry(title, "from " + Capture.moment(group.get(0).startNanos()), lanes, svg, sentences);
    }

    private static String runTime(AwaitedItem item) {
        boolean ran = item.startNanos() >= 0 && item.endNanos() >= item.startNanos();
        return ran ? WORDS.time(item.endNanos() - item.startNanos()) : "";
    }

    /** So many of the longest that a picture stays small, the worst among them, in order of entry. */
    private static List<FlushResult> longest(FlushResult worst, List<FlushResult> group) {
        Set<FlushResult> longest = new HashSet<>();
        longest.add(worst);
        group.stream()
                .filter(flush -> !flush.equals(worst))
                .sorted(Comparator.comparingLong((FlushResult flush) -> -flush.nanos()))
                .limit(MOST_FLUSHERS - 1)
                .forEach(longest::add);
        return group.stream().filter(longest::contains).toList();
    }

    private static FlushSplit split(List<FlushResult> group) {
        return group.stream().map(FlushResult::split).reduce(FlushSplit.ZERO, FlushSplit::plus);
    }

    private static String groupTitle(Capture capture, List<FlushResult> group) {
        String queue = Typeset.name(capture.queueName(group.get(0).workqueue()));
        if (group.size() == 1) {
            return "1 flusher of " + queue + ": " + WORDS.time(group.get(0).nanos());
        }
        long start = group.get(0).startNanos();
        long end = group.stream().mapToLong(FlushResult::endNanos).max().orElse(start);
        return WORDS.count(group.size()) + " flushers of " + queue + ": "
                + WORDS.time(split(group).totalNanos()) + " waited in " + WORDS.time(end - start) + " of wall time";
    }

    private static List<String> sentences(Capture capture, FlushResult worst, List<FlushResult> group) {
        List<String> sentences = new ArrayList<>();
        sentences.add(waited(worst) + " " + awaited(worst));
        if (group.size() > MOST_FLUSHERS) {
            sentences.add("Drawn are the " + MOST_FLUSHERS + " longest; "
                    + WORDS.things(group.size() - MOST_FLUSHERS, "flusher is", "flushers are") + " not.");
        }
        if (group.size() > 1) {
            Part largest = Part.largest(split(group));
            sentences.add("Of the waiting of all " + WORDS.count(group.size()) + ", "
                    + Capture.share(largest.of(split(group)), split(group).totalNanos()) + " was "
                    + TimelineSection.purpose(largest) + ".");
        }
        int index = capture.result().flushes().indexOf(worst);
        Band saved = capture.assessment().flushes().get(index).saved();
        if (saved.highNanos() > 0) {
            sentences.add("The active list would have shortened it by " + WORDS.bandWithKind(saved) + ".");
        }
        return sentences;
    }

    private static String waited(FlushResult worst) {
        Part largest = Part.largest(worst.split());
        return Typeset.name(Capture.task(worst)) + (worst.ended() ? " waited " : " had waited ")
                + WORDS.time(worst.nanos()) + (worst.ended() ? ", " : " when the capture ended, ")
                + Capture.share(largest.of(worst.split()), worst.split().totalNanos()) + " of it "
                + TimelineSection.purpose(largest) + ".";
    }

    /** The item that ended the wait, or that still keeps it. */
    private static String awaited(FlushResult flush) {
        AwaitedItem item = flush.awaited();
        if (item == null) {
            return "The capture does not tell which item it waited for.";
        }
        StringBuilder sentence = new StringBuilder("Its last item was ");
        sentence.append(Typeset.name(Capture.name(item.function()))).append(", queued ");
        if (item.queuedNanos() == Long.MIN_VALUE) {
            sentence.append("before the capture began");
        } else {
            long into = item.queuedNanos() - flush.startNanos();
            sentence.append(WORDS.time(Math.abs(into))).append(into < 0 ? " before it entered" : " after it entered");
        }
        if (item.startNanos() < 0) {
            return sentence.append("; it never started within the capture.").toString();
        }
        sentence.append(": it ");
        if (item.queuedNanos() != Long.MIN_VALUE) {
            sentence.append("waited ")
                    .append(WORDS.time(item.startNanos() - item.queuedNanos()))
                    .append(" for a worker, then ");
        }
        if (item.endNanos() < 0) {
            sentence.append("ran and had not ended when the capture did");
        } else {
            sentence.append("ran ").append(WORDS.time(item.endNanos() - item.startNanos()));
        }
        return sentence.append(item.cpu() >= 0 ? " on CPU " + item.cpu() + "." : ".")
                .toString();
    }

    private static String title(Capture capture, List<List<FlushResult>> groups) {
        int most = groups.stream().mapToInt(List::size).max().orElse(0);
        boolean allShared = groups.stream().allMatch(group -> group.size() > 1);
        if (groups.size() > 1 && allShared) {
            return "The worst waits are pile-ups of up to " + WORDS.count(most) + " flushers";
        }
        FlushResult longest = worst(capture).get(0);
        return "The longest wait is " + WORDS.time(longest.nanos()) + " on "
                + Typeset.name(capture.queueName(longest.workqueue()));
    }

    private static String lead(List<List<FlushResult>> groups) {
        return (groups.size() == 1 ? "" : "Flushes of one workqueue that overlap are one entry. ")
                + "Below the flushers, on the same axis, the items they waited for: dashed while pending, solid while"
                + " running.";
    }
}
