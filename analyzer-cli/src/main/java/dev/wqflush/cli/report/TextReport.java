package dev.wqflush.cli.report;

import dev.wqflush.cli.report.chart.Part;
import dev.wqflush.cli.terminal.Colours;
import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
        above.addAll(Prose.labelled("capture", style.width(), CaptureFacts.line(report)));
        List<String> below = new ArrayList<>();
        if (!report.assessment().result().flushes().isEmpty()) {
            below.addAll(flushTime(report));
        }
        below.addAll(LockBoundText.lines(report, style.width()));
        below.addAll(ClosedLoopText.lines(report, style.width()));
        below.addAll(new WhatIfText(report, style).lines());
        below.addAll(findings(report));
        below.add("");
        below.addAll(Prose.labelled(
                "next", style.width(), printable(report.assessment().verdict().nextStep())));
        List<String> lines = new ArrayList<>(above);
        if (!report.assessment().workqueues().isEmpty()) {
            WorkqueueTable table = new WorkqueueTable(report, style.colours());
            int room = MOST_LINES - above.size() - below.size() - table.linesBesideRows();
            Integer top = style.top();
            lines.addAll(
                    table.lines(top == null ? Math.max(FEWEST_ROWS, room) : top, style.width(), style.isUnicode()));
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
        lines.addAll(Prose.labelled("flush time", style.width(), FlushTime.line(report)));
        for (Part part : FlushTime.largestFirst(split)) {
            long nanos = part.of(split);
            String bar = bar(nanos, total);
            lines.add(("  "
                            + Prose.padRight(part.word(), 6)
                            + Prose.padLeft(Quantities.share(nanos, total), 8)
                            + Prose.padLeft(Quantities.time(nanos), 9)
                            + "  "
                            + (part == Part.WALK ? style.colours().cost(bar) : bar))
                    .stripTrailing());
        }
        return lines;
    }

    private String bar(long part, long total) {
        if (part <= 0 || total <= 0) {
            return "";
        }
        int length = (int) Math.max(1, Math.round((double) BAR_COLUMNS * part / total));
        return (style.isUnicode() ? "━" : "#").repeat(length);
    }

    private List<String> findings(Report report) {
        List<ToldFinding> all = ToldFinding.all(report);
        if (all.isEmpty()) {
            return List.of();
        }
        int shown = Math.min(all.size(), style.verbose() ? FINDINGS_IF_VERBOSE : FINDINGS);
        List<String> lines = new ArrayList<>(List.of("", "findings"));
        for (ToldFinding line : all.subList(0, shown)) {
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
}
