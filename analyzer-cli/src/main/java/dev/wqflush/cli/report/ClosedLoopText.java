package dev.wqflush.cli.report;

import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.replay.verdict.Words;
import dev.wqflush.replay.whatif.ClosedLoop;
import dev.wqflush.replay.whatif.Rerun;
import dev.wqflush.replay.whatif.Throughput;
import dev.wqflush.replay.whatif.Throughput.Rates;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a capture's throughput would become, in the summary at the prompt. */
final class ClosedLoopText {
    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

    private ClosedLoopText() {}

    /** Nothing if it was not asked. */
    static List<String> lines(Report report, int width) {
        Rerun rerun = report.closedLoop();
        if (rerun == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(""));
        if (!rerun.obstacle().isEmpty()) {
            lines.addAll(Prose.labelled("closed loop", width, "throughput cannot be told: " + rerun.obstacle()));
            return lines;
        }
        lines.addAll(Prose.labelled("closed loop", width, ClosedLoop.ASSUMPTION));
        for (Throughput throughput : rerun.workqueues()) {
            String name = report.assessment()
                    .result()
                    .workqueues()
                    .get(throughput.workqueue())
                    .name();
            String text = Words.PLAIN.name(name) + ": " + sentence(throughput);
            lines.addAll(Prose.wrap("  ", 4, width, Prose.escaped(TraceName.of(text))));
        }
        if (rerun.left() > 0) {
            lines.add("  " + Words.PLAIN.things(rerun.left(), "more workqueue", "more workqueues")
                    + " not simulated: choose with --wq");
        }
        return lines;
    }

    private static String sentence(Throughput throughput) {
        Rates active = throughput.active();
        String now = rate(throughput.measured()) + " flushes/s measured, simulated "
                + Words.PLAIN.percent(throughput.fidelity()) + " of that"
                + (throughput.walkPriceFactor() == 1
                        ? ""
                        : " (walks at " + rate(throughput.walkPriceFactor()) + " times their costs, as measured)");
        if (active == null) {
            return now + "; too far off to tell what the active list would do";
        }
        return now + "; active list " + rate(active.base()) + " (" + rate(active.low()) + ".." + rate(active.high())
                + ", " + active.kind().word() + "), " + rate(active.base() / throughput.measured()) + " times";
    }

    private static String rate(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).round(THREE_DIGITS);
        return String.format(Locale.ROOT, "%,." + Math.max(0, Math.min(2, rounded.scale())) + "f", rounded);
    }
}
