package dev.wqflush.cli.report.page;

import static dev.wqflush.cli.report.page.Capture.WORDS;

import dev.wqflush.cli.report.CaptureFile;
import dev.wqflush.cli.report.LineCounts;
import dev.wqflush.cli.report.Report;
import dev.wqflush.cli.report.TraceName;
import dev.wqflush.cli.report.page.Table.Cell;
import dev.wqflush.cli.report.page.Table.Column;
import dev.wqflush.cli.report.page.Table.Row;
import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.verdict.Flag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was read, and what the reader of the page must know about it. */
public record FactsSection(String title, List<Fact> facts, Table files, Table events, List<Note> notes) {
    /** A fact of the capture. */
    public record Fact(String label, String value) {}

    /**
     * A flag or a finding.
     *
     * @param when first occurrence, empty if it has none
     */
    public record Note(boolean warning, String id, String text, String when) {}

    private static final int MOST_NOTES = 60;
    private static final int MOST_ROWS = 200;
    private static final int DIGEST_SHOWN = 12;

    static FactsSection of(Capture capture) {
        List<Note> notes = notes(capture);
        return new FactsSection(title(notes), facts(capture), files(capture.report()), events(capture.report()), notes);
    }

    private static String title(List<Note> notes) {
        long warnings = notes.stream().filter(Note::warning).count();
        long others = notes.size() - warnings;
        if (notes.isEmpty()) {
            return "The capture, without findings";
        }
        List<String> parts = new ArrayList<>();
        if (warnings > 0) {
            parts.add(WORDS.things(warnings, "warning", "warnings"));
        }
        if (others > 0) {
            parts.add(WORDS.things(others, "note", "notes"));
        }
        return "The capture, with " + WORDS.list(parts);
    }

    private static List<Fact> facts(Capture capture) {
        Report report = capture.report();
        Topology topology = capture.result().topology();
        List<Fact> facts = new ArrayList<>();
        KernelRelease kernel = topology.kernel();
        facts.add(new Fact(
                "kernel",
                (kernel == null ? "not known" : kernel.text()) + ", replayed as "
                        + capture.result().tracedModel()));
        facts.add(new Fact("CPUs", cpus(topology)));
        facts.add(new Fact("topology", topology.source()));
        if (topology.emulated() != null) {
            facts.add(new Fact("emulated", topology.emulated()));
        }
        if (!capture.timed()) {
            facts.add(new Fact("time", "time stamps without a unit"));
        } else {
            facts.add(new Fact(
                    "time",
                    Capture.moment(capture.result().firstNanos()) + " to "
                            + Capture.moment(capture.result().lastNanos()) + ", "
                            + WORDS.time(capture.result().spanNanos())));
        }
        LineCounts lines = report.lines();
        facts.add(new Fact(
                "read",
                WORDS.things(lines.read(), "line", "lines") + ", " + WORDS.count(lines.understood()) + " understood, "
                        + WORDS.count(lines.skipped()) + " skipped"));
        facts.add(new Fact("loss", loss(capture.result().evidence())));
        return facts;
    }

    private static String cpus(Topology topology) {
        CpuSet online = topology.online();
        String cpus = WORDS.count(topology.possible().count())
                + (topology.possibleKnown() ? " possible" : " seen, a lower bound")
                + (online == null ? "" : ", " + WORDS.count(online.count()) + " online");
        return topology.nodes().isEmpty()
                ? cpus
                : cpus + "; " + WORDS.things(topology.nodes().size(), "node", "nodes");
    }

    private static String loss(EvidenceSeen evidence) {
        if (evidence.lostEvents() < 0) {
            return evidence.lossMarks() == 0
                    ? "some events, not counted, without a mark"
                    : "some events, not counted, at " + WORDS.things(evidence.lossMarks(), "place", "places");
        }
        return evidence.lostEvents() == 0
                ? "none"
                : WORDS.things(evidence.lostEvents(), "event", "events") + " at "
                        + WORDS.things(evidence.lossMarks(), "place", "places");
    }

    private static Table files(Report report) {
        List<Row> rows = new ArrayList<>();
        for (CaptureFile file : report.files().stream().limit(MOST_ROWS).toList()) {
            String digest = file.sha256();
            rows.add(new Row(
                    "",
                    List.of(
                            Cell.text(file.name()),
                            Cell.text(file.format()),
                            Cell.number(WORDS.count(file.bytes()), file.bytes()),
                            Cell.of("code", digest.substring(0, Math.min(DIGEST_SHOWN, digest.length()))))));
        }
        List<Row> foot = new ArrayList<>();
        if (report.files().size() > 1) {
            int others = report.files().size() - rows.size();
            long bytes = report.files().stream().mapToLong(CaptureFile::bytes).sum();
            foot.add(new Row(
                    "",
                    List.of(
                            Cell.text("all " + WORDS.count(report.files().size())),
                            Cell.text(others > 0 ? WORDS.count(others) + " not shown" : ""),
                            Cell.number(WORDS.count(bytes), bytes),
                            Cell.empty())));
        }
        return new Table(
                "Files read",
                List.of(Column.text("file"), Column.text("format"), Column.number("bytes"), Column.text("sha256")),
                rows,
                foot);
    }

    private static Table events(Report report) {
        List<Row> rows = new ArrayList<>();
        long shown = 0;
        for (Map.Entry<String, Long> event : report.events().entrySet()) {
            if (rows.size() < MOST_ROWS) {
                rows.add(eventRow(event.getKey(), event.getValue()));
                shown += event.getValue();
            }
        }
        long total =
                report.events().values().stream().mapToLong(Long::longValue).sum();
        List<Row> foot = new ArrayList<>();
        int others = report.events().size() - rows.size();
        if (others > 0) {
            foot.add(eventRow(WORDS.things(others, "other name", "other names"), total - shown));
        }
        foot.add(eventRow("all", total));
        return new Table("Events by name", List.of(Column.text("event"), Column.number("count")), rows, foot);
    }

    private static Row eventRow(String name, long count) {
        return new Row("", List.of(Cell.text(TraceName.of(name)), Cell.number(WORDS.count(count), count)));
    }

    private static List<Note> notes(Capture capture) {
        List<Note> notes = new ArrayList<>();
        Set<String> flagged = new HashSet<>();
        for (Flag flag : capture.assessment().flags()) {
            flagged.add(flag.id());
            notes.add(new Note(flag.warning(), flag.id(), Typeset.sentence(flag.text()), when(capture, flag)));
        }
        for (Finding finding : capture.report().findings()) {
            if (!flagged.contains(finding.id())) {
                notes.add(new Note(
                        finding.severity() != Finding.Severity.INFO,
                        finding.id(),
                        Typeset.sentence(finding.text()),
                        finding.where().isEmpty() ? "" : "First at " + finding.where() + "."));
            }
        }
        return cut(notes);
    }

    private static List<Note> cut(List<Note> notes) {
        if (notes.size() <= MOST_NOTES) {
            return notes;
        }
        List<Note> cut = new ArrayList<>(notes.subList(0, MOST_NOTES));
        String more =
                WORDS.things(notes.size() - MOST_NOTES, "finding", "findings") + " more; the JSON report has all.";
        cut.add(new Note(false, "", more, ""));
        return cut;
    }

    /** Where the text does not say it itself. */
    private static String when(Capture capture, Flag flag) {
        boolean known = capture.timed() && flag.firstNanos() != Long.MIN_VALUE;
        return known && !flag.text().contains("first at") ? "First at " + Capture.moment(flag.firstNanos()) + "." : "";
    }
}
