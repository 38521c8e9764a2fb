package dev.wqflush.replay.life;

import dev.wqflush.replay.life.LossLog.Gap;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Says why events or their order are not to be trusted; marks of loss speak for themselves. */
final class TrustFindings {
    private static final String LOST_EVENTS = "lost-events";
    private static final String CLOCK_DISORDER = "clock-disorder";

    private final List<Finding> findings = new ArrayList<>();

    static List<Finding> of(Doubt doubt, List<Integer> silentCpus, ClockDisorder clock, boolean coarse) {
        TrustFindings all = new TrustFindings();
        all.losses(doubt);
        all.silence(silentCpus);
        all.clock(clock, coarse);
        return all.findings;
    }

    private void losses(Doubt doubt) {
        if (doubt.losses() > 0) {
            int contradictions = doubt.contradictions().size();
            Gap first = doubt.contradictions().get(0);
            findings.add(new Finding(
                    Severity.WARNING,
                    LOST_EVENTS,
                    "events are missing without a mark: " + count(contradictions, "contradiction")
                            + (contradictions == 1 ? " betrays" : " betray") + " at least "
                            + (doubt.losses() == 1 ? "1 loss" : doubt.losses() + " losses") + ", the first on CPU "
                            + first.cpu(),
                    doubt.losses(),
                    first.nanos(),
                    "line " + first.position()));
        }
    }

    private void silence(List<Integer> cpus) {
        if (!cpus.isEmpty()) {
            String names = cpus.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
            add(
                    Severity.WARNING,
                    LOST_EVENTS,
                    (cpus.size() == 1 ? "CPU " + names + " records nothing" : "CPUs " + names + " record nothing")
                            + " although tasks are woken there: what they did is missing",
                    cpus.size());
        }
    }

    private void clock(ClockDisorder clock, boolean coarse) {
        if (coarse) {
            add(
                    Severity.WARNING,
                    CLOCK_DISORDER,
                    "the clock ticks too seldom to tell the order of what happens on different CPUs:"
                            + " the counts are ranges; record with another trace_clock",
                    1);
        }
        if (clock.backwards() > 0) {
            add(
                    Severity.WARNING,
                    CLOCK_DISORDER,
                    "time runs backwards " + count(clock.backwards(), "time") + "; the order of the file was followed",
                    clock.backwards());
        }
        if (clock.repaired() > 0) {
            add(
                    Severity.INFO,
                    CLOCK_DISORDER,
                    "the clocks of the CPUs differ: " + count(clock.repaired(), "event") + " came before its cause, by "
                            + CausalOrder.WINDOW_NANOS / 1000 + " us at most, and were put behind it",
                    clock.repaired());
        }
    }

    private static String count(long count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }

    private void add(Severity severity, String id, String text, long count) {
        findings.add(new Finding(severity, id, text, count, Long.MIN_VALUE, ""));
    }
}
