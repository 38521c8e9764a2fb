package dev.wqflush.cli.report.page;

import dev.wqflush.cli.report.Report;
import org.jspecify.annotations.Nullable;

/**
 * The sections of the page in their order; null where the capture has nothing to show there.
 *
 * @param title of the browser's window
 * @param version of the program
 */
public record Page(
        String title,
        String version,
        VerdictSection verdict,
        @Nullable CostSection cost,
        @Nullable TimelineSection timeline,
        @Nullable WorstSection worst,
        @Nullable QueueSection queues,
        @Nullable KernelSection kernels,
        FactsSection facts,
        MethodSection method) {
    /** The page about {@code report}. */
    public static Page of(Report report) {
        Capture capture = new Capture(report);
        VerdictSection verdict = VerdictSection.of(capture);
        boolean counts = capture.anyWalk() && capture.comparable();
        boolean times = capture.timed() && capture.all().split().totalNanos() > 0;
        return new Page(
                verdict.word() + ", grade " + verdict.grade() + " - wqflush report",
                report.version(),
                verdict,
                counts ? CostSection.of(capture) : null,
                times ? TimelineSection.of(capture) : null,
                times && !capture.assessment().worst().isEmpty() ? WorstSection.of(capture) : null,
                capture.anyFlush() && capture.comparable() ? QueueSection.of(capture) : null,
                counts ? KernelSection.of(capture) : null,
                FactsSection.of(capture),
                MethodSection.of(capture));
    }
}
