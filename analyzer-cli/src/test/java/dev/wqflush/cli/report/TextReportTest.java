package dev.wqflush.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.terminal.Colours;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportTest {
    private static final TextReport.Style PLAIN =
            new TextReport.Style(100, StandardCharsets.UTF_8, Colours.none(), null, false, false);

    @Test
    void theSummaryInFull() throws IOException {
        String text = Rendered.text(new TextReport(PLAIN), new SampleReports().build());

        assertThat(text).isEqualTo("""
                        stuck       A flush of xfs-cil/ram0 by fsync waits since 71.400000 for xlog_cil_push_work, 1.44 s so
                                    far; walks are 7.7 % of 2.45 s. The active list would save 13.5 us per flush (8.4..49.6,
                                    modelled). Grade A, emulated guest.
                        capture     ftrace text, 1 file; kernel 7.3.4-wqlab (legacy-v2); CPUs 192 possible, 4 online, 1
                                    node; 1.84 s, 1,310 events, none lost

                                                                 pool lock cycles  measured, emulated
                        workqueue    flushes walks  visits     now  active  saved in walks of flush  gr  class
                        xfs-cil/ram0       2     4     192  16,128  59..64 99.6 %    33 ms    1.3 %  A   stuck
                        kblockd            1     2     192  16,128  59..64 99.6 %    33 ms    1.3 %  A   walk-bound
                        all                3     6     192  16,128  59..64 99.6 %    33 ms    1.3 %  A

                        flush time  2.45 s waited by 3 tasks in 860 ms of wall time (measured, emulated)
                          items     49 %   1.21 s  ━━━━━━━━━━━━━━━━━━━━
                          wakeup    21 %   523 ms  ━━━━━━━━━
                          mutex     20 %   479 ms  ━━━━━━━━
                          walk     7.7 %   188 ms  ━━━
                          other    2.0 %    48 ms  ━

                        findings
                          ! emulated-guest: counts and order are real, times are not
                          ! deep-queue: 38 flushes began with 5 or 6 on the workqueue, first at 71.395475, which makes a
                            sentence that is longer than a line of the terminal
                          - hidden-walk: 25 walks lay inside a running item
                          - lines-skipped: 2 lines are no trace lines; left out (case.txt:3)
                          - lock-unknown: 2 contended locks belong to no pool that was seen

                        next        look at what xlog_cil_push_work waits for on CPU 3
                        """);
    }

    @Test
    void fortyLinesAtMost() throws IOException {
        Report report =
                new SampleReports().withMoreWorkqueues(198).withMoreFindings(30).build();

        List<String> lines = lines(PLAIN, report);

        assertThat(lines).hasSizeLessThanOrEqualTo(40).anyMatch(line -> line.matches("1\\d\\d others .*"));
        assertThat(lines).contains("  - 30 more: --verbose");
        assertThat(lines).allMatch(line -> line.length() <= 100);
    }

    @Test
    void asManyRowsAsAskedFor() throws IOException {
        Report report = new SampleReports().withMoreWorkqueues(198).build();
        TextReport.Style style = new TextReport.Style(100, StandardCharsets.UTF_8, Colours.none(), 60, false, false);

        assertThat(lines(style, report)).anyMatch(line -> line.startsWith("140 others "));
    }

    @Test
    void aNarrowTerminalDropsColumns() throws IOException {
        Report report =
                new SampleReports().named("writeback_a_rather_long_name").build();
        TextReport.Style style = new TextReport.Style(80, StandardCharsets.UTF_8, Colours.none(), null, false, false);

        List<String> lines = lines(style, report);

        assertThat(lines).allMatch(line -> line.length() <= 80);
        assertThat(lines).anyMatch(line -> line.startsWith("writeba…ng_name "));
        assertThat(lines).noneMatch(line -> line.contains("visits"));
    }

    @Test
    void withoutUnicodeBarsAreHashes() throws IOException {
        TextReport.Style style =
                new TextReport.Style(100, StandardCharsets.US_ASCII, Colours.none(), null, false, false);

        String text = Rendered.text(new TextReport(style), new SampleReports().build());

        assertThat(text)
                .contains("  items     49 %   1.21 s  ####################\n")
                .doesNotContain("?");
    }

    @Test
    void modelledTimesAreBands() throws IOException {
        String text = Rendered.text(
                new TextReport(PLAIN),
                new SampleReports().withoutMeasuredWalks().build());

        assertThat(text).contains("modelled", "1..98 us").doesNotContain("  0..");
    }

    @Test
    void timesWithoutUnitAreNotPrinted() throws IOException {
        String text = Rendered.text(
                new TextReport(PLAIN), new SampleReports().untimed().build());

        assertThat(text).contains("flush time  not known: the time stamps have no unit", "; no times, 1,310 events");
    }

    @Test
    void quietIsTheVerdictOnOneLine() throws IOException {
        TextReport.Style style = new TextReport.Style(100, StandardCharsets.UTF_8, Colours.none(), null, false, true);

        assertThat(lines(style, new SampleReports().build()))
                .singleElement()
                .asString()
                .startsWith("stuck: A flush of xfs-cil/ram0 by fsync waits")
                .endsWith("Grade A, emulated guest.");
    }

    @Test
    void coloursChangeNoText() throws IOException {
        TextReport.Style style =
                new TextReport.Style(100, StandardCharsets.UTF_8, new Colours(true), null, false, false);

        String coloured = Rendered.text(new TextReport(style), new SampleReports().build());

        assertThat(coloured).startsWith("\u001b[1mstuck\u001b[0m ");
        assertThat(coloured.replaceAll("\u001b\\[\\d+m", ""))
                .isEqualTo(Rendered.text(new TextReport(PLAIN), new SampleReports().build()));
    }

    @Test
    void namesCannotSteerTheTerminal() throws IOException {
        Report report = new SampleReports().named("x\u001b[31m").build();

        assertThat(Rendered.text(new TextReport(PLAIN), report))
                .contains("x\\x1B[31m")
                .doesNotContain("\u001b");
    }

    @Test
    void withoutFlushesThereIsNoTable() throws IOException {
        String text = Rendered.text(
                new TextReport(PLAIN),
                new SampleReports().withoutFlushes().withoutTopology().build());

        assertThat(text)
                .contains("no-flush    No flush was seen.\n", "kernel not known, taken as legacy-v2; CPUs 4 seen")
                .doesNotContain("flush time", "workqueue  ");
    }

    private static List<String> lines(TextReport.Style style, Report report) throws IOException {
        return Rendered.text(new TextReport(style), report).lines().toList();
    }
}
