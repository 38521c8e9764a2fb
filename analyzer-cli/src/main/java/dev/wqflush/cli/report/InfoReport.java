package dev.wqflush.cli.report;

import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.verdict.Verdict;
import dev.wqflush.replay.verdict.Words;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What a capture is and holds, for people. */
public final class InfoReport implements ReportWriter {
    private static final int COUNT_COLUMNS = 10;

    private final int width;
    private final Charset charset;
    private final boolean quiet;

    /**
     * Text of this width and encoding.
     *
     * @param quiet whether name and format alone are told, on one line
     */
    public InfoReport(int width, Charset charset, boolean quiet) {
        this.width = width;
        this.charset = charset;
        this.quiet = quiet;
    }

    @Override
    public void write(Report report, OutputStream out) throws IOException {
        for (String line : quiet ? names(report) : lines(report)) {
            out.write((line + "\n").getBytes(charset));
        }
    }

    private static List<String> names(Report report) {
        return report.files().stream()
                .map(file -> Prose.escaped(file.name() + ": " + file.format()))
                .toList();
    }

    private List<String> lines(Report report) {
        ReplayResult result = report.assessment().result();
        List<String> lines = new ArrayList<>();
        for (CaptureFile file : report.files()) {
            add(
                    lines,
                    "file",
                    file.name() + ": " + file.format() + ", " + Words.PLAIN.things(file.bytes(), "byte", "bytes"));
            if (!file.sha256().isEmpty()) {
                add(lines, "sha256", file.sha256());
            }
        }
        add(lines, "machine", CaptureFacts.kernel(result) + "; " + CaptureFacts.cpus(result.topology()));
        add(lines, "time", time(result));
        add(
                lines,
                "read",
                Words.PLAIN.count(report.lines().read()) + " lines or records, "
                        + Words.PLAIN.count(report.lines().skipped()) + " not understood; events: "
                        + CaptureFacts.loss(result.evidence()));
        String label = "events";
        for (Map.Entry<String, Long> event : byCount(report)) {
            lines.add(Prose.padRight(label, Prose.LABEL)
                    + Prose.padLeft(Words.PLAIN.count(event.getValue()), COUNT_COLUMNS)
                    + "  " + TraceName.printable(event.getKey()));
            label = "";
        }
        for (Finding finding : report.readFindings()) {
            add(lines, "finding", finding.id() + ": " + TraceName.of(finding.text()));
        }
        Verdict verdict = report.assessment().verdict();
        add(lines, "grade", verdict.grade().name());
        String raise = "raise with";
        for (String command : BetterCapture.commands(result, verdict.grade())) {
            add(lines, raise, command);
            raise = "";
        }
        add(lines, "next", TraceName.of(verdict.nextStep()));
        lines.add("");
        return lines;
    }

    private static String time(ReplayResult result) {
        return result.evidence().timed()
                ? Words.PLAIN.time(result.spanNanos()) + ", from " + Quantities.seconds(result.firstNanos()) + " to "
                        + Quantities.seconds(result.lastNanos())
                : "the time stamps have no unit";
    }

    private static List<Map.Entry<String, Long>> byCount(Report report) {
        return report.events().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
    }

    private void add(List<String> lines, String label, String text) {
        lines.addAll(Prose.labelled(label, width, Prose.escaped(text)));
    }
}
