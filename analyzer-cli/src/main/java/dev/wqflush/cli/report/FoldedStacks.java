package dev.wqflush.cli.report;

import dev.wqflush.cli.report.chart.Part;
import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.FlushResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Waiting as folded stacks, which flame graphs are made of: {@code workqueue;task;part[;function] nanoseconds}, one
 * line a stack, sorted. The numbers add up to what all flushes waited. The function is that of the item that completed
 * the flush, below the part {@code items}. A capture whose time stamps have no unit gives no lines.
 */
public final class FoldedStacks implements ReportWriter {
    private static final Pattern FRAME_OR_LINE_END = Pattern.compile("[;\\p{Zl}\\p{Zp}]");

    @Override
    public void write(Report report, OutputStream out) throws IOException {
        for (Map.Entry<String, Long> stack : stacks(report).entrySet()) {
            out.write((stack.getKey() + " " + stack.getValue() + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private static SortedMap<String, Long> stacks(Report report) {
        SortedMap<String, Long> stacks = new TreeMap<>();
        if (!report.assessment().result().evidence().timed()) {
            return stacks;
        }
        QueueNames names = new QueueNames(report.assessment());
        for (FlushResult flush : report.assessment().result().flushes()) {
            String waiting = frame(names.name(flush.workqueue())) + ";" + frame(TraceName.printable(flush.task()));
            for (Part part : Part.values()) {
                long nanos = part.of(flush.split());
                if (nanos > 0) {
                    stacks.merge(waiting + ";" + part.word() + function(part, flush.awaited()), nanos, Long::sum);
                }
            }
        }
        return stacks;
    }

    private static String function(Part part, @Nullable AwaitedItem awaited) {
        return part == Part.ITEMS && awaited != null ? ";" + frame(TraceName.printable(awaited.function())) : "";
    }

    /** A frame must not be empty or hold what ends a frame or a line; spaces at its ends would get lost. */
    private static String frame(String name) {
        String frame = FRAME_OR_LINE_END.matcher(name).replaceAll("_").strip();
        return frame.isEmpty() ? "unknown" : frame;
    }
}
