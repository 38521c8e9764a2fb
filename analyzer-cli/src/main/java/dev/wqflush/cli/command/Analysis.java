package dev.wqflush.cli.command;

import dev.wqflush.cli.redact.Naming;
import dev.wqflush.cli.report.CaptureFile;
import dev.wqflush.cli.report.LineCounts;
import dev.wqflush.cli.report.Report;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.evidence.PartialEvidence;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.partial.PartialJudge;
import dev.wqflush.replay.partial.PartialJudge.Weighed;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.simulate.Workload;
import dev.wqflush.replay.verdict.Assessment;
import dev.wqflush.replay.verdict.Judge;
import dev.wqflush.replay.verdict.Thresholds;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import dev.wqflush.replay.whatif.ClosedLoop;
import dev.wqflush.replay.whatif.Elsewhere;
import dev.wqflush.replay.whatif.Rerun;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
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
     * @throws BadUsage if something is to be explained that there is not, or if there is no such machine for a what-if
     */
    static Analysis of(Capture capture, AnalysisSettings settings) {
        Records records = new Records(settings.naming());
        Replayed replayed = replay(capture, settings, records);
        Weighed weighed = PartialJudge.weigh(
                Judge.assess(replayed.selected, settings.costs(), Thresholds.DEFAULT),
                records.evidence,
                Thresholds.DEFAULT);
        records.findings.addAll(weighed.findings());
        Report report = new Report(
                Version.text(),
                records.files,
                records.events,
                records.lines,
                records.findings,
                settings.shownModels(),
                weighed.assessment(),
                settings.closedLoop() ? rerun(replayed, weighed.assessment()) : null,
                replayed.elsewhere,
                settings.lockStats() == null ? null : settings.lockStats().bound(weighed.assessment()));
        return new Analysis(report, replayed.result, records.damage, replayed.explanations);
    }

    /** What was done for the workqueues that are reported, dearest first, is done again. */
    private static Rerun rerun(Replayed replayed, Assessment assessment) {
        List<Workload> dearestFirst = new ArrayList<>();
        for (WorkqueueSummary summary : assessment.workqueues()) {
            for (Workload workload : replayed.workloads) {
                if (workload.workqueue() == summary.workqueue()) {
                    dearestFirst.add(workload);
                }
            }
        }
        return new ClosedLoop(replayed.selected, assessment.costs()).of(dearestFirst);
    }

    private record Replayed(
            ReplayResult result,
            ReplayResult selected,
            List<Workload> workloads,
            @Nullable Elsewhere elsewhere,
            Explanations explanations) {}

    /** The evidence is gone when this returns, for it takes more room than the result. */
    private static Replayed replay(Capture capture, AnalysisSettings settings, Records records) {
        Replay replay = new Replay();
        capture.texts().forEach(records::add);
        if (capture.files().isEmpty() && !records.evidence.kernel().isEmpty()) {
            replay.sink().kernelRelease(records.evidence.kernel());
        }
        boolean asItIs = capture.files().size() == 1 && settings.naming() == Naming.AS_RECORDED;
        EventSink sink = asItIs ? replay.sink() : new JoinedCaptures(replay.sink(), settings.naming());
        for (Input input : capture.files()) {
            ReadStatistics read = settings.reading().read(input, sink);
            records.add(input, read);
            records.add(EvidenceText.beside(input, read));
        }
        ReplayResult result = replay.finish(settings.topology());
        ReplayResult selected = settings.selection().of(result, capture.pauses(), settings.naming());
        return new Replayed(
                result,
                selected,
                settings.closedLoop() ? replay.workloads(selected.firstNanos(), selected.lastNanos()) : List.of(),
                settings.whatIf() == null
                        ? null
                        : WhatIfOption.answer(selected, replay, settings.costs(), settings.whatIf()),
                settings.explain().given()
                        ? settings.explain().explain(result, replay)
                        : new Explanations(null, null, event -> event));
    }

    /** What was read, file by file. */
    private static final class Records {
        final List<CaptureFile> files = new ArrayList<>();
        final List<Finding> findings = new ArrayList<>();
        final List<String> damage = new ArrayList<>();
        final SortedMap<String, Long> events = new TreeMap<>();
        LineCounts lines = new LineCounts(0, 0, 0);
        PartialEvidence evidence = PartialEvidence.NONE;
        private final Naming naming;

        Records(Naming naming) {
            this.naming = naming;
        }

        /** Prose between the evidence is normal and no finding. */
        void add(EvidenceText text) {
            add(text.input(), text.found().statistics(), ReadFindings::problems);
            add(text.found().evidence());
        }

        void add(PartialEvidence found) {
            evidence = evidence.plus(naming.evidence(found));
        }

        void add(Input input, ReadStatistics read) {
            add(input, read, ReadFindings::findings);
        }

        private void add(Input input, ReadStatistics read, Function<ReadFindings, List<Finding>> told) {
            ReadFindings met = new ReadFindings(input.name(), read, naming);
            findings.addAll(told.apply(met));
            damage.addAll(met.damage());
            files.add(new CaptureFile(
                    input.name(), read.formatName(), read.bytes(), Objects.requireNonNullElse(read.sha256(), "")));
            read.eventsByName().forEach((name, count) -> events.merge(naming.event(name), count, Long::sum));
            lines = lines.plus(new LineCounts(read.linesRead(), read.linesUnderstood(), read.linesSkipped()));
        }
    }
}
