package dev.wqflush.cli.command;

import dev.wqflush.cli.report.CaptureFile;
import dev.wqflush.cli.report.LineCounts;
import dev.wqflush.cli.report.Report;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.cost.DefaultCosts;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.verdict.Judge;
import dev.wqflush.replay.verdict.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A capture, read, replayed and judged.
 *
 * @param whole the result before a selection was made
 * @param damage a sentence for each thing that cost events
 * @param explanations what was asked to be explained
 */
record Analysis(Report report, ReplayResult whole, List<String> damage, Explanations explanations) {
    /**
     * Reads the files as one capture.
     *
     * @param topology what the user said of the machine, null if nothing
     * @throws BadUsage if something is to be explained that there is not
     */
    static Analysis of(
            Capture capture,
            CaptureReading reading,
            @Nullable Topology topology,
            Selection selection,
            Set<String> shownModels,
            ExplainOptions explain) {
        Replay replay = new Replay();
        EventSink sink = capture.files().size() == 1 ? replay.sink() : new JoinedCaptures(replay.sink());
        List<CaptureFile> files = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        List<String> damage = new ArrayList<>();
        SortedMap<String, Long> events = new TreeMap<>();
        LineCounts lines = new LineCounts(0, 0, 0);
        for (Input input : capture.files()) {
            ReadStatistics read = reading.read(input, sink);
            ReadFindings met = new ReadFindings(input.name(), read);
            findings.addAll(met.findings());
            damage.addAll(met.damage());
            files.add(new CaptureFile(
                    input.name(), read.formatName(), read.bytes(), Objects.requireNonNullElse(read.sha256(), "")));
            read.eventsByName().forEach((name, count) -> events.merge(name, count, Long::sum));
            lines = lines.plus(new LineCounts(read.linesRead(), read.linesUnderstood(), read.linesSkipped()));
        }
        ReplayResult whole = replay.finish(topology);
        Report report = new Report(
                Version.text(),
                files,
                events,
                lines,
                findings,
                shownModels,
                Judge.assess(selection.of(whole, capture.pauses()), DefaultCosts.published(), Thresholds.DEFAULT));
        Explanations explanations =
                explain.given() ? explain.explain(whole, replay) : new Explanations(null, null, event -> event);
        return new Analysis(report, whole, damage, explanations);
    }
}
