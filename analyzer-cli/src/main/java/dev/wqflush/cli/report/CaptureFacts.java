package dev.wqflush.cli.report;

import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.verdict.Words;
import java.util.stream.Collectors;

/** Facts about a capture in words. */
final class CaptureFacts {
    private CaptureFacts() {}

    /** Format, kernel, CPUs, span, events and loss. */
    static String line(Report report) {
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
                        kernel(result),
                        cpus(result.topology()),
                        result.evidence().timed() ? Quantities.time(result.spanNanos()) : "no times",
                        Words.PLAIN.things(events, "event", "events"),
                        loss(result.evidence()));
    }

    static String kernel(ReplayResult result) {
        KernelRelease kernel = result.topology().kernel();
        return kernel == null
                ? "kernel not known, taken as " + result.tracedModel()
                : "kernel " + Prose.escaped(kernel.text()) + " (" + result.tracedModel() + ")";
    }

    static String cpus(Topology topology) {
        String text = topology.possibleKnown()
                ? "CPUs " + topology.possible().count() + " possible"
                : "CPUs " + topology.possible().count() + " seen, possible ones not known";
        CpuSet online = topology.online();
        if (online != null) {
            text += ", " + online.count() + " online";
        }
        long nodes = topology.nodes().stream().filter(node -> node.count() > 0).count();
        if (nodes > 0) {
            text += ", " + Words.PLAIN.things(nodes, "node", "nodes");
        }
        return text;
    }

    static String loss(EvidenceSeen evidence) {
        if (evidence.lostEvents() > 0) {
            return Words.PLAIN.count(evidence.lostEvents()) + " lost";
        }
        if (evidence.lossMarks() == 0) {
            return evidence.lostEvents() == 0 ? "none lost" : "some lost, not counted";
        }
        return "lost at " + Words.PLAIN.things(evidence.lossMarks(), "place", "places") + ", not counted";
    }
}
