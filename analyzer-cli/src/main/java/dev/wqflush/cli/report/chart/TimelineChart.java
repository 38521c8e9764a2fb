package dev.wqflush.cli.report.chart;

import dev.wqflush.cli.report.chart.SvgWriter.Anchor;
import dev.wqflush.replay.result.FlushResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Flushes over time, a lane a task, split into their parts. However many there are, the picture stays small: the
 * longest are drawn singly, the rest as sums by lane and column of time whose area is the time that they hold. Groups
 * of marks name their lane and the choice that their workqueue belongs to, for the page's script to filter by; sums of
 * a choice are a layer of their own, hidden until it is chosen.
 *
 * @param svg the picture
 * @param lanes names of the tasks with a lane of their own, from the top
 * @param foldedTasks tasks that share one lane more, 0 if there is none
 * @param pauses lengths of the pauses that were cut, in nanoseconds
 * @param singly how many flushes have marks of their own
 * @param columns in how many columns of time the others are summed, 0 if there are none
 */
public record TimelineChart(
        String svg, List<String> lanes, int foldedTasks, List<Long> pauses, int singly, int columns) {
    /** No picture shows more marks. */
    static final int MOST_MARKS = 6000;
    /** Of these, so many are sums of one choice. */
    static final int MOST_MARKS_OF_CHOICE = 1000;
    /** Tasks with a lane of their own. */
    static final int MOST_LANES = 40;
    /** Up to so many flushes are all drawn singly: six marks each leave room for the folded lane. */
    static final int ALL_SINGLY = 800;
    /** Of more flushes, so many of the longest. */
    static final int LONGEST_SINGLY = 500;
    /** Two a pixel at the width of the page. */
    static final int MOST_COLUMNS = 2 * 1056;

    private static final int LANE = 20;
    private static final double BAR = 13;
    private static final int HEAD = 20;
    private static final int AXIS = 20;
    private static final double PIXEL_PERCENT = 100.0 / 1056;
    private static final double TICKS_AT_LEAST_PERCENT = 8;
    private static final double NAMED_AT_LEAST_PERCENT = 10.5;
    /** Wide enough for its name even on a narrow screen. */
    private static final double NAMED_ANYWHERE_PERCENT = 17;

    private static final double FREE_AT_END_PERCENT = 4;
    private static final double LOWEST_MARK = 1;

    private record Task(String name, int tid) {}

    /**
     * Draws {@code flushes}, of which there is at least one.
     *
     * @param choices how many groups of workqueues the reader can choose from
     * @param choice the group, from 0, of a flush
     * @param tooltip names a flush
     */
    public static TimelineChart draw(
            String title,
            String description,
            List<FlushResult> flushes,
            int choices,
            ToIntFunction<FlushResult> choice,
            Function<FlushResult, String> tooltip) {
        return new Drawing(flushes, choices, choice).draw(title, description, tooltip);
    }

    /** What a drawing knows before its first mark. */
    private static final class Drawing {
        private final List<FlushResult> flushes;
        private final int choices;
        private final ToIntFunction<FlushResult> choice;
        private final TimeCuts time;
        private final Map<Task, Integer> laneOfTask = new HashMap<>();
        private final List<String> lanes = new ArrayList<>();
        private final int foldedTasks;

        Drawing(List<FlushResult> flushes, int choices, ToIntFunction<FlushResult> choice) {
            this.flushes = flushes;
            this.choices = choices;
            this.choice = choice;
            time = TimeCuts.of(flushes);
            foldedTasks = assignLanes();
        }

        /** The tasks that waited longest, in order of their first flush; returns how many share the last lane. */
        private int assignLanes() {
            Map<Task, Long> waited = new LinkedHashMap<>();
            for (FlushResult flush : flushes) {
                waited.merge(task(flush), flush.nanos(), Long::sum);
            }
            List<Task> longest = new ArrayList<>(waited.keySet());
            longest.sort(Comparator.comparingLong((Task task) -> -waited.getOrDefault(task, 0L)));
            List<Task> own = longest.subList(0, Math.min(MOST_LANES, longest.size()));
            List<Task> inOrder = new ArrayList<>(waited.keySet());
            inOrder.retainAll(new HashSet<>(own));
            Map<String, Integer> sameName = new HashMap<>();
            inOrder.forEach(task -> sameName.merge(task.name, 1, Integer::sum));
            for (Task task : inOrder) {
                laneOfTask.put(task, lanes.size());
                lanes.add(sameName.getOrDefault(task.name, 1) == 1 ? task.name : task.name + "-" + task.tid);
            }
            return waited.size() - lanes.size();
        }

        private static Task task(FlushResult flush) {
            return new Task(flush.task(), flush.tid());
        }

        private boolean isFolded(FlushResult flush) {
            return !laneOfTask.containsKey(task(flush));
        }

        private int lane(FlushResult flush) {
            return laneOfTask.getOrDefault(task(flush), lanes.size());
        }

        private int laneCount() {
            return lanes.size() + (foldedTasks > 0 ? 1 : 0);
        }

        private static double top(int lane) {
            return HEAD + lane * LANE + (LANE - BAR) / 2;
        }

        TimelineChart draw(String title, String description, Function<FlushResult, String> tooltip) {
            List<FlushResult> singly = new ArrayList<>();
            List<FlushResult> summed = new ArrayList<>();
            divide(singly, summed);
            int bottom = HEAD + LANE * laneCount();
            SvgWriter svg = SvgWriter.zoomable(bottom + AXIS, 100 / time.percentPerNano(), title, description);
            ground(svg, bottom);
            int columns = summed.isEmpty() ? 0 : columns(svg, "", summed, MOST_MARKS - marksOf(singly));
            if (choices > 1) {
                columnsByChoice(svg, summed);
            }
            for (FlushResult flush : singly) {
                single(svg, flush, tooltip.apply(flush));
            }
            return new TimelineChart(
                    svg.finish(), List.copyOf(lanes), foldedTasks, time.pauses(), singly.size(), columns);
        }

        private void divide(List<FlushResult> singly, List<FlushResult> summed) {
            List<FlushResult> longestFirst = new ArrayList<>(flushes);
            longestFirst.sort(Comparator.comparingLong((FlushResult flush) -> -flush.nanos()));
            int most = flushes.size() <= ALL_SINGLY ? ALL_SINGLY : LONGEST_SINGLY;
            for (FlushResult flush : longestFirst) {
                (singly.size() < most && !isFolded(flush) ? singly : summed).add(flush);
            }
        }

        private static int marksOf(List<FlushResult> singly) {
            return singly.size() * (Part.values().length + 1)
                    + (int) singly.stream().filter(flush -> !flush.ended()).count();
        }

        private void ground(SvgWriter svg, int bottom) {
            long step = Axis.step(TICKS_AT_LEAST_PERCENT / time.percentPerNano());
            for (TimeCuts.Stretch part : time.parts()) {
                svg.beginGroup("data-from=\"" + part.startNanos() + '"');
                svg.rect("ground", part.from(), HEAD, part.width(), bottom - HEAD);
                svg.endGroup();
            }
            for (int lane = 0; lane <= laneCount(); lane++) {
                svg.line("grid", 0, HEAD + lane * LANE, 100, HEAD + lane * LANE);
            }
            svg.beginGroup("class=\"axis\"");
            for (TimeCuts.Stretch part : time.parts()) {
                if (part.width() >= NAMED_AT_LEAST_PERCENT || time.parts().size() == 1) {
                    name(svg, part, step, bottom);
                }
            }
            svg.endGroup();
        }

        /** Ticks from the part's own zero; none so near its end that its label would touch that of the next part. */
        private void name(SvgWriter svg, TimeCuts.Stretch part, long step, int bottom) {
            boolean last = part.from() + part.width() > 100 - FREE_AT_END_PERCENT;
            long room = last ? 0 : (long) (FREE_AT_END_PERCENT / time.percentPerNano());
            Axis axis = Axis.time(
                    Math.max(0, part.nanos() - room), step, nanos -> part.from() + nanos * time.percentPerNano());
            axis.grid(svg, HEAD, bottom);
            axis.labels(svg, bottom + 14);
            String from = String.format(Locale.ROOT, "from %.3f\u00a0s", part.startNanos() / 1e9);
            svg.text(
                    part.width() < NAMED_ANYWHERE_PERCENT ? "part extra" : "part",
                    part.from(),
                    0,
                    HEAD - 7,
                    Anchor.START,
                    from);
        }

        private void single(SvgWriter svg, FlushResult flush, String tooltip) {
            double x = time.at(flush.startNanos());
            double width = flush.nanos() * time.percentPerNano();
            double y = top(lane(flush));
            svg.beginGroup(data(String.valueOf(choice.applyAsInt(flush)), lane(flush)));
            svg.title(tooltip);
            if (width < PIXEL_PERCENT) {
                svg.line("least " + Part.largest(flush.split()).cssClass(), x, y, x, y + BAR);
            }
            if (flush.split().totalNanos() > 0) {
                SplitBars.draw(svg, flush.split(), x, y, width, BAR);
            }
            if (!flush.ended()) {
                svg.tornEnd(x + width, y, BAR);
            }
            svg.endGroup();
        }

        private static String data(String choice, int lane) {
            return "data-q=\"" + choice + "\" data-t=\"" + lane + '"';
        }

        private void columnsByChoice(SvgWriter svg, List<FlushResult> summed) {
            List<List<FlushResult>> byChoice = new ArrayList<>();
            for (int i = 0; i < choices; i++) {
                byChoice.add(new ArrayList<>());
            }
            for (FlushResult flush : summed) {
                byChoice.get(choice.applyAsInt(flush)).add(flush);
            }
            for (int i = 0; i < choices; i++) {
                if (!byChoice.get(i).isEmpty()) {
                    columns(svg, String.valueOf(i), byChoice.get(i), MOST_MARKS_OF_CHOICE);
                }
            }
        }

        /** Draws sums, for one choice or all, in as many columns as the marks allow; returns that number. */
        private int columns(SvgWriter svg, String ofChoice, List<FlushResult> summed, int mostMarks) {
            int columns = MOST_COLUMNS;
            List<ColumnSums.Mark> drawn = marks(summed, columns);
            while (drawn.size() > mostMarks && columns > 1) {
                long fewer = (long) columns * mostMarks / drawn.size();
                columns = (int) Math.max(1, Math.min(columns - 1, fewer));
                drawn = marks(summed, columns);
            }
            String layer = ofChoice.isEmpty() ? "class=\"sum\" " : "class=\"sum off\" ";
            int lane = -1;
            for (ColumnSums.Mark mark : drawn) {
                if (mark.lane() != lane) {
                    if (lane >= 0) {
                        svg.endGroup();
                    }
                    lane = mark.lane();
                    svg.beginGroup(layer + data(ofChoice, lane));
                }
                double floor = top(lane) + BAR;
                double height = mark.height() * BAR;
                svg.rect(
                        mark.part().cssClass(),
                        mark.from(),
                        floor - mark.bottom() * BAR - height,
                        mark.width(),
                        height);
            }
            svg.endGroup();
            return columns;
        }

        private List<ColumnSums.Mark> marks(List<FlushResult> summed, int columns) {
            ColumnSums sums = new ColumnSums(time, laneCount(), columns);
            for (FlushResult flush : summed) {
                sums.add(lane(flush), flush);
            }
            return sums.marks(foldedTasks > 0 ? lanes.size() : -1, LOWEST_MARK / BAR);
        }
    }
}
