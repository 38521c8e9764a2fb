package dev.wqflush.cli.report;

import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.cli.terminal.Table;
import dev.wqflush.cli.terminal.Table.Column;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.verdict.Words;
import dev.wqflush.replay.whatif.Elsewhere;
import dev.wqflush.replay.whatif.Sensitivity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The walks on another machine, in the summary at the prompt. */
final class WhatIfText {
    private static final int LOSSES = 3;
    private static final int SENSITIVITIES = 4;
    private static final UnaryOperator<String> PLAIN = UnaryOperator.identity();

    private final Report report;
    private final TextReport.Style style;

    WhatIfText(Report report, TextReport.Style style) {
        this.report = report;
        this.style = style;
    }

    /** Nothing if it was not asked. */
    List<String> lines() {
        Elsewhere elsewhere = report.whatIf();
        if (elsewhere == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(""));
        lines.addAll(Prose.labelled("what if", style.width(), Prose.escaped(machine(elsewhere))));
        if (elsewhere.walks() == 0) {
            lines.addAll(Prose.wrap("  ", 2, style.width(), "no walk to make there"));
            return lines;
        }
        lines.addAll(releases(elsewhere));
        for (Elsewhere.Loss loss :
                elsewhere.loses().subList(0, Math.min(LOSSES, elsewhere.loses().size()))) {
            lines.addAll(Prose.wrap(
                    "  ",
                    4,
                    style.width(),
                    Prose.escaped(Words.PLAIN.name(WhatIfJson.name(report, loss)))
                            + ": the active list walks longer, by "
                            + Words.PLAIN.bandWithKind(loss.saved().negated())));
        }
        lines.addAll(sensitivities(elsewhere));
        return lines;
    }

    private String machine(Elsewhere elsewhere) {
        Topology machine = elsewhere.machine();
        KernelRelease kernel = machine.kernel();
        String nodes = machine.nodes().isEmpty()
                ? "nodes not known"
                : Words.PLAIN.things(machine.nodes().size(), "node", "nodes");
        String caches = machine.caches().isEmpty()
                ? ""
                : ", " + Words.PLAIN.things(machine.caches().size(), "last-level cache", "last-level caches");
        String scope = machine.affinityScope() == null ? "" : ", scope " + machine.affinityScope();
        return "the same " + Words.PLAIN.things(elsewhere.walks(), "walk", "walks") + " on "
                + Words.PLAIN.things(machine.possible().count(), "CPU", "CPUs") + ", " + nodes + caches + scope + ", "
                + (kernel == null ? "no release known" : "kernel " + TraceName.of(kernel.text())) + ", that is "
                + elsewhere.model();
    }

    private List<String> releases(Elsewhere elsewhere) {
        String kind = report.assessment().costs().kind().word();
        Table table = new Table(List.of(
                new Column("  kernel", 22, true, 0, PLAIN, ""),
                new Column("visits", 9, false, 0, PLAIN, ""),
                new Column("pool locks", 11, false, 0, PLAIN, ""),
                new Column("node locks", 11, false, 1, PLAIN, ""),
                new Column("in walks", 22, false, 0, PLAIN, kind),
                new Column("less", 22, false, 0, style.colours()::cure, kind)));
        for (Elsewhere.Release release : elsewhere.releases()) {
            Band saved = release.saved();
            table.add(List.of(
                    "  " + releases(release.model()),
                    Words.PLAIN.range(release.counts().visits()),
                    Words.PLAIN.range(release.counts().poolLocks()),
                    Words.PLAIN.range(release.counts().nodeLocks()),
                    Words.PLAIN.band(release.time()),
                    release.model().equals(elsewhere.model()) ? "-" : Words.PLAIN.band(saved)));
        }
        return table.lines(style.width(), style.isUnicode());
    }

    /** Mainline's; vendors change theirs. */
    private static String releases(String model) {
        return model.equals(ModelSet.ACTIVE_LIST)
                ? model
                : ModelSet.of(model).releases().words() + ", " + model.replace("legacy-", "");
    }

    private List<String> sensitivities(Elsewhere elsewhere) {
        List<Sensitivity> all = elsewhere.sensitivities();
        if (all.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of("  what moves the active list's saving most"));
        int shown = style.verbose() ? all.size() : Math.min(SENSITIVITIES, all.size());
        for (Sensitivity each : all.subList(0, shown)) {
            lines.addAll(Prose.wrap(
                    "  - ",
                    4,
                    style.width(),
                    each.assumption() + ", " + each.change() + ": " + Quantities.time(each.lowNanos()) + " to "
                            + Quantities.time(each.highNanos())));
        }
        if (shown < all.size()) {
            lines.add("  - " + (all.size() - shown) + " more: --verbose");
        }
        return lines;
    }
}
