package dev.wqflush.cli.report;

import dev.wqflush.cli.report.chart.Part;
import dev.wqflush.cli.terminal.Colours;
import dev.wqflush.cli.terminal.Table.Column;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The summary for an issue or a mail, as Markdown: verdict, capture, table of workqueues, split of the flush time,
 * findings, next step.
 */
public final class MarkdownReport implements ReportWriter {
    private static final int MOST_WORKQUEUES = 20;
    private static final int MOST_FINDINGS = 10;

    @Override
    public void write(Report report, OutputStream out) throws IOException {
        out.write((String.join("\n", lines(report)) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> lines(Report report) {
        Verdict verdict = report.assessment().verdict();
        List<String> lines = new ArrayList<>();
        lines.add("**" + verdict.verdictClass().word() + "**: " + Markdown.text(verdict.line()));
        lines.add("");
        lines.add("Capture: " + Markdown.text(CaptureFacts.line(report)) + ".");
        if (!report.assessment().workqueues().isEmpty()) {
            lines.add("");
            lines.addAll(workqueues(report));
        }
        if (!report.assessment().result().flushes().isEmpty()) {
            lines.add("");
            lines.addAll(flushTime(report));
        }
        lines.addAll(findings(report));
        lines.add("");
        lines.add("**Next**: " + Markdown.text(verdict.nextStep()) + ".");
        lines.add("");
        lines.add("(wqflush " + Markdown.text(report.version()) + ")");
        return lines;
    }

    private static List<String> workqueues(Report report) {
        WorkqueueTable table = new WorkqueueTable(report, new Colours(false));
        List<String> heads = new ArrayList<>();
        StringBuilder alignment = new StringBuilder("|");
        for (Column column : table.columns()) {
            heads.add(column.title() + (column.group().isEmpty() ? "" : " (" + column.group() + ")"));
            alignment.append(column.leftAligned() ? " :-- |" : " --: |");
        }
        List<String> lines = new ArrayList<>(List.of(Markdown.row(heads), alignment.toString()));
        table.cells(MOST_WORKQUEUES).forEach(cells -> lines.add(Markdown.row(cells)));
        return lines;
    }

    private static List<String> flushTime(Report report) {
        if (!report.assessment().result().evidence().timed()) {
            return List.of("Flush time: not known, the time stamps have no unit.");
        }
        FlushSplit split = report.assessment().all().split();
        List<String> lines = new ArrayList<>(List.of(
                "Flush time: " + Markdown.text(FlushTime.line(report)) + ".",
                "",
                "| part | share | time |",
                "| :-- | --: | --: |"));
        for (Part part : FlushTime.largestFirst(split)) {
            lines.add(Markdown.row(List.of(
                    part.word(),
                    Quantities.share(part.of(split), split.totalNanos()),
                    Quantities.time(part.of(split)))));
        }
        return lines;
    }

    private static List<String> findings(Report report) {
        List<ToldFinding> all = ToldFinding.all(report);
        List<String> lines = new ArrayList<>();
        if (!all.isEmpty()) {
            lines.addAll(List.of("", "Findings:", ""));
            lines.addAll(all.stream()
                    .limit(MOST_FINDINGS)
                    .map(finding -> "- " + (finding.warning() ? "**!** " : "") + Markdown.text(finding.text()))
                    .toList());
        }
        if (all.size() > MOST_FINDINGS) {
            lines.add("- " + (all.size() - MOST_FINDINGS) + " more");
        }
        return lines;
    }
}
