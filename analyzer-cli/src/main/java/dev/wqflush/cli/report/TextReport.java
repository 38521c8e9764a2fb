package dev.wqflush.cli.report;

import dev.wqflush.cli.terminal.Colours;
import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.verdict.Flag;
import dev.wqflush.replay.verdict.Verdict;
import dev.wqflush.replay.verdict.Words;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The summary at the prompt: at most 40 lines unless asked for more. */
public final class TextReport implements ReportWriter {
    private static final int MOST_LINES = 40;
    private static final int FEWEST_ROWS = 3;
    private static final int FINDINGS = 5;
    private static final int FINDINGS_IF_VERBOSE = 10;
    private static final int BAR_COLUMNS = 40;

    private final Style style;

    /**
     * How the summary looks.
     *
     * @param width columns it may fill
     * @param top rows of the table, null for as many as there is room for
     * @param verbose whether more findings are shown
     * @param quiet whether the verdict alone is printed, on one line
     */
    public record Style(
            int width,
            Charset charset,
            Colours colours,
            @Nullable Integer top,
            boolean verbose,
            boolean quiet) {
        boolean isUnicode() {
            return charset.equals(StandardCharsets.UTF_8);
        }
    }

    /** A summary of this style. */
    public TextReport(Style style) {
        this.style = style;
    }

    @Override
    public void write(Report report, OutputStream out) throws IOException {
        for (String line : style.quiet() ? List.of(verdictLine(report)) : lines(report)) {
            out.write((line + "\n").getBytes(style.charset()));
        }
    }

    private List<String> lines(Report report) {
        List<String> above = new ArrayList<>(verdict(report));
        above.addAll(Prose.labelled("capture", style.width(), capture(report)));
        List<String> below = new ArrayList<>();
        if (!report.assessment().result().flushes().isEmpty()) {
            below.addAll(flushTime(report));
        }
        below.addAll(ClosedLoopText.lines(report, style.width()));
        below.addAll(new WhatIfText(report, style).lines());
        below.addAll(findings(report));
        below.add("");
        below.addAll(Prose.labelled(
                "next", style.width(), printable(report.assessment().verdict().nextStep())));
        List<String> lines = new ArrayList<>(above);
        if (!report.assessment().workqueues().isEmpty()) {
            WorkqueueTable table = new WorkqueueTable(report, style);
            int room = MOST_LINES - above.size() - below.size() - table.linesBesideRows();
            Integer top = style.top();
            lines.addAll(table.lines(top == null ? Math.max(FEWEST_ROWS, room) : top));
        }
        lines.addAll(below);
        return lines;
    }

    private List<String> verdict(Report report) {
        Verdict verdict = report.assessment().verdict();
        String word = verdict.verdictClass().word();
        List<String> lines = Prose.labelled(word, style.width(), printable(verdict.line()));
        lines.set(0, style.colours().bold(word) + lines.get(0).substring(word.length()));
        return lines;
    }

    private static String verdictLine(Report report) {
        Verdict verdict = report.assessment().verdict();
        return verdict.verdictClass().word() + ": " + printable(verdict.line());
    }

    private static String capture(Report report) {
        ReplayResult result = report.assessment().result();
        String formats =
                report.files().stream().map(CaptureFile::format).distinct().collect(Collectors.joining(" and "));
        int files = report.files().size();
        long events =
                report.events().values().stream().mapToLong(Long::longValue).sum();
        if (events == 0 && result.spanNanos() == 0) {
            KernelRelease kernel = result.topology().kernel();
            return "%s, %s; %s; no events"
                    .formatted(
                            formats,
                            Words.PLAIN.things(files, "file", "files"),
                            kernel == null ? "kernel not known" : "kernel " + Prose.escaped(kernel.text()));
        }
        return "%s, %s; %s; %s; %s, %s, %s"
                .formatted(
                        formats,
                        Words.PLAIN.things(files, "file", "files"),
                        CaptureFacts.kernel(result),
                        CaptureFacts.cpus(result.topology()),
                        result.evidence().timed() ? Quantities.time(result.spanNanos()) : "no times",
                        Words.PLAIN.things(events, "event", "events"),
                        CaptureFacts.loss(result.evidence()));
    }

    private List<String> flushTime(Report report) {
        ReplayResult result = report.assessment().result();
        List<String> lines = new ArrayList<>();
        lines.add("");
        if (!result.evidence().timed()) {
            lines.addAll(Prose.labelled("flush time", style.width(), "not known: the time stamps have no unit"));
            return lines;
        }
        FlushSplit split = report.assessment().all().split();
        long total = split.totalNanos();
        Set<Integer> tasks = result.flushes().stream().map(FlushResult::tid).collect(Collectors.toSet());
        lines.addAll(Prose.labelled(
                "flush time",
                style.width(),
                "%s waited by %s in %s of wall time (%s)%s"
                        .formatted(
                                Quantities.time(total),
                                Words.PLAIN.things(tasks.size(), "task", "tasks"),
                                Quantities.time(report.assessment().all().wallNanos()),
                                measured(result.topology()),
                                whatOtherIs(report))));
        record Part(String name, long nanos) {}
        List<Part> parts = new ArrayList<>(List.of(
                new Part("items", split.itemsNanos()),
                new Part("wakeup", split.wakeupNanos()),
                new Part("mutex", split.mutexNanos()),
                new Part("walk", split.walkNanos()),
                new Part("other", split.otherNanos())));
        parts.sort(Comparator.comparingLong(Part::nanos).reversed());
        for (Part part : parts) {
            String bar = bar(part.nanos(), total);
            lines.add(("  "
                            + Prose.padRight(part.name(), 6)
                            + Prose.padLeft(Quantities.share(part.nanos(), total), 8)
                            + Prose.padLeft(Quantities.time(part.nanos()), 9)
                            + "  "
                            + (part.name().equals("walk") ? style.colours().cost(bar) : bar))
                    .stripTrailing());
        }
        return lines;
    }

    /** How times of this machine are to be taken. */
    static String measured(Topology topology) {
        return topology.emulated() == null ? "measured" : "measured, emulated";
    }

    private static String whatOtherIs(Report report) {
        FlushSplit split = report.assessment().all().split();
        boolean largest = split.otherNanos()
                > Math.max(
                        Math.max(split.itemsNanos(), split.wakeupNanos()),
                        Math.max(split.mutexNanos(), split.walkNanos()));
        if (!largest) {
            return "";
        }
        return report.assessment().all().measuredWalks() > 0
                ? "; other: entry, exit and the probes"
                : "; other: entry, exit, and walks, which are not measured";
    }

    private String bar(long part, long total) {
        if (part <= 0 || total <= 0) {
            return "";
        }
        int length = (int) Math.max(1, Math.round((double) BAR_COLUMNS * part / total));
        return (style.isUnicode() ? "━" : "#").repeat(length);
    }

    private List<String> findings(Report report) {
        List<Line> all = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (Flag flag : report.assessment().flags()) {
            all.add(new Line(flag.warning(), flag.id() + ": " + flag.text()));
            told.add(flag.id());
        }
        for (Finding finding : report.findings()) {
            if (!told.contains(finding.id())) {
                String place = finding.where().isEmpty() ? "" : " (" + finding.where() + ")";
                all.add(new Line(
                        finding.severity() != Finding.Severity.INFO, finding.id() + ": " + finding.text() + place));
            }
        }
        if (all.isEmpty()) {
            return List.of();
        }
        all.sort(Comparator.comparing(line -> !line.warning()));
        int shown = Math.min(all.size(), style.verbose() ? FINDINGS_IF_VERBOSE : FINDINGS);
        List<String> lines = new ArrayList<>(List.of("", "findings"));
        for (Line line : all.subList(0, shown)) {
            List<String> wrapped =
                    Prose.wrap(line.warning() ? "  ! " : "  - ", 4, style.width(), printable(line.text()));
            if (line.warning()) {
                wrapped.set(0, "  " + style.colours().cost("!") + wrapped.get(0).substring(3));
            }
            lines.addAll(wrapped);
        }
        int rest = all.size() - shown;
        if (rest > 0) {
            lines.add("  - " + rest + " more: " + (style.verbose() ? "see --json" : "--verbose"));
        }
        return lines;
    }

    private static String printable(String sentence) {
        return Prose.escaped(TraceName.of(sentence));
    }

    private record Line(boolean warning, String text) {}
}
