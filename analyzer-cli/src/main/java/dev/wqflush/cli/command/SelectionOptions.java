package dev.wqflush.cli.command;

import dev.wqflush.parsers.diag.BadUsage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which flushes the user wants to see. */
final class SelectionOptions {
    private static final int NANO_DIGITS = 9;

    @Option(names = "--wq", paramLabel = "GLOB", description = "Report workqueues of this name; * ? stand for any.")
    @Nullable
    String workqueue;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = {"Report flushes from this time of the trace on.", "Seconds of the trace clock."})
    @Nullable
    String from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            description = {"Report flushes up to this time of the trace.", "Seconds of the trace clock."})
    @Nullable
    String to;

    /** Whether anything is left out. */
    boolean given() {
        return workqueue != null || from != null || to != null;
    }

    /** In words for a message. */
    String text() {
        return text(workqueue);
    }

    /** As part of a command for a shell. */
    String command() {
        return text(workqueue == null ? null : Shell.quoted(workqueue));
    }

    private String text(@Nullable String glob) {
        return (glob == null ? "" : " --wq " + glob)
                + (from == null ? "" : " --from " + from)
                + (to == null ? "" : " --to " + to);
    }

    Selection selection() {
        return selection(workqueue == null ? "*" : workqueue, from, to);
    }

    /**
     * The time between two moments as the user typed them; null leaves an end open.
     *
     * @throws BadUsage if they are no times, or not in order
     */
    static Selection between(@Nullable String from, @Nullable String to) {
        return selection("*", from, to);
    }

    private static Selection selection(String workqueue, @Nullable String from, @Nullable String to) {
        Selection selection = new Selection(
                Selection.glob(workqueue),
                from == null ? Long.MIN_VALUE : nanos("--from", from),
                to == null ? Long.MAX_VALUE : nanos("--to", to));
        if (selection.fromNanos() > selection.toNanos()) {
            throw new BadUsage("--from " + from + " --to " + to + ": the end lies before the beginning; swap them.");
        }
        return selection;
    }

    private static long nanos(String option, String seconds) {
        try {
            return new BigDecimal(seconds)
                    .setScale(NANO_DIGITS, RoundingMode.HALF_UP)
                    .unscaledValue()
                    .longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new BadUsage(
                    option + " " + seconds + ": not a time; give seconds as the trace prints them, such as 71.395475.",
                    e);
        }
    }
}
