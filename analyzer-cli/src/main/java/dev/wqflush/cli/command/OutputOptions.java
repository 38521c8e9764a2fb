package dev.wqflush.cli.command;

import dev.wqflush.cli.redact.Naming;
import dev.wqflush.cli.redact.Redaction;
import dev.wqflush.cli.report.ExcerptWriter;
import dev.wqflush.cli.report.FlushesCsv;
import dev.wqflush.cli.report.FoldedStacks;
import dev.wqflush.cli.report.HtmlReport;
import dev.wqflush.cli.report.JsonReport;
import dev.wqflush.cli.report.MarkdownReport;
import dev.wqflush.cli.report.PerfettoTrace;
import dev.wqflush.cli.report.ReportWriter;
import dev.wqflush.cli.report.WalksCsv;
import dev.wqflush.parsers.diag.BadUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which files the user wants, each with the writer of its form. */
final class OutputOptions {
    static final String EXTRACT = "--extract";
    static final String REDACT = "--redact";

    @Option(names = "--json", paramLabel = "FILE", description = "Write the whole report as JSON; - is stdout.")
    @Nullable
    String json;

    @Option(names = "--walks", paramLabel = "FILE", description = "Write a CSV row per walk and model.")
    @Nullable
    String walks;

    @Option(names = "--flushes", paramLabel = "FILE", description = "Write a CSV row per flush.")
    @Nullable
    String flushes;

    @Option(names = "--html", paramLabel = "FILE", description = "Write the report as one HTML page.")
    @Nullable
    String html;

    @Option(
            names = "--folded",
            paramLabel = "FILE",
            description = {
                "Write the waiting as folded stacks (flame graph).",
                "workqueue;task;part[;function] nanoseconds; the numbers add up to all that flushes waited."
            })
    @Nullable
    String folded;

    @Option(
            names = "--perfetto",
            paramLabel = "FILE",
            description = {
                "Write flushes and walks for Perfetto or Chrome.",
                "JSON of the Trace Event Format: a process a workqueue, tracks for the flushes and for the walks of each task."
            })
    @Nullable
    String perfetto;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = {
                "Write a summary for an issue or a mail.",
                "Verdict, workqueues, split of the flush time, findings, next step; nothing of the capture becomes markup or a link."
            })
    @Nullable
    String markdown;

    @Option(
            names = EXTRACT,
            paramLabel = "FILE",
            description = {
                "Write a small part with the same verdict.",
                "A part of the capture, its lines as they are, that gets the same class, the same grade and the same deciding workqueue; numbers may differ. Small, not the smallest: a limited number of parts is tried."
            })
    @Nullable
    String extract;

    @Option(
            names = REDACT,
            description = {
                "Tell names of users as task-1, dev-1, wq-1.",
                "These are names of tasks, files, devices and workqueues that are not the kernel's own; tokens are the"
                        + " same in all outputs of the run."
            })
    private boolean redact;

    /** Writes what {@code --extract} found. */
    final ExcerptWriter excerpt = new ExcerptWriter();

    /**
     * One wanted output.
     *
     * @param option its option, for messages
     * @param file as the user typed it
     */
    record Wanted(String option, String file, ReportWriter writer) {}

    /**
     * How names are told.
     *
     * @throws BadUsage if lines are wanted as they are
     */
    Naming naming() {
        if (redact && extract != null) {
            throw new BadUsage(EXTRACT + " " + REDACT + ": an extract holds lines as they are, with their names; write"
                    + " it without " + REDACT + ", then: wqflush events --redact " + Shell.quoted(extract) + " > FILE");
        }
        return redact ? new Redaction() : Naming.AS_RECORDED;
    }

    /** All events; the digests of the files only if an output tells them. */
    CaptureReading.Extent extent() {
        return json != null || html != null ? CaptureReading.Extent.ALL_DIGESTED : CaptureReading.Extent.ALL;
    }

    List<Wanted> wanted() {
        List<Wanted> wanted = new ArrayList<>();
        add(wanted, "--json", json, JsonReport::new);
        add(wanted, "--walks", walks, WalksCsv::new);
        add(wanted, "--flushes", flushes, FlushesCsv::new);
        add(wanted, "--html", html, HtmlReport::new);
        add(wanted, "--folded", folded, FoldedStacks::new);
        add(wanted, "--perfetto", perfetto, PerfettoTrace::new);
        add(wanted, "--markdown", markdown, MarkdownReport::new);
        add(wanted, EXTRACT, extract, () -> excerpt);
        return wanted;
    }

    private static void add(List<Wanted> wanted, String option, @Nullable String file, Supplier<ReportWriter> writer) {
        if (file != null) {
            wanted.add(new Wanted(option, file, writer.get()));
        }
    }
}
