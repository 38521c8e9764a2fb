package dev.wqflush.cli.command;

import dev.wqflush.cli.failure.ExitCode;
import dev.wqflush.cli.failure.FailureReporter;
import dev.wqflush.cli.report.InfoReport;
import dev.wqflush.cli.report.Report;
import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.parsers.diag.DamagedInput;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.verdict.Words;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what files are, without judging what they show. */
@Command(
        name = "info",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Tells what files are and which grade an analysis of them gets.")
public final class InfoCommand implements Callable<Integer> {
    /** Enough for the grade; more would take longer than a look should. */
    private static final long MOST_EVENTS = 1_000_000;

    private static final CaptureReading.Extent FIRST = new CaptureReading.Extent(MOST_EVENTS, 1 << 26);

    /** Files of a folder or archive that are said to be no traces, each in a sentence; the others are counted. */
    private static final int MOST_FOREIGN = 10;

    private final Terminal terminal;
    private final FailureReporter failures;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files; folders or archives of them, - for stdin.")
    @SuppressWarnings("NullAway.Init")
    private List<String> files;

    @Mixin
    private final TopologyOptions topologyOptions = new TopologyOptions();

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "Read as this format, whatever the content.",
            completionCandidates = Candidates.Formats.class)
    private @Nullable String format;

    @Option(names = "--all", description = "Read all of a large file, not 1,000,000 events.")
    private boolean all;

    /** A command that talks to this terminal. */
    public InfoCommand(Terminal terminal, FailureReporter failures) {
        this.terminal = terminal;
        this.failures = failures;
    }

    @Override
    public Integer call() throws IOException {
        CaptureReading reading =
                new CaptureReading(terminal, common.progress, format, all ? CaptureReading.Extent.ALL_DIGESTED : FIRST);
        AnalysisSettings settings = AnalysisSettings.usual(reading, topologyOptions.read(files));
        ExitCode code = ExitCode.DONE;
        for (String file : files) {
            int foreign = 0;
            Inputs given = new Inputs(terminal.in());
            for (Input input : given.allOf(file)) {
                try {
                    code = code.and(show(input, format == null ? given.text(input) : null, settings));
                } catch (UnreadableInput e) {
                    if (++foreign <= MOST_FOREIGN) {
                        code = code.and(failures.report(e, common.verbose));
                    }
                }
            }
            if (foreign > MOST_FOREIGN) {
                failures.report(
                        new UnreadableInput(
                                file + ": " + (foreign - MOST_FOREIGN) + " more files in it are no traces."),
                        common.verbose);
            }
        }
        return code.code();
    }

    /** Says so if only a part was read. */
    private Report withExtent(Report report) {
        long events =
                report.events().values().stream().mapToLong(Long::longValue).sum();
        if (all || events < MOST_EVENTS) {
            return report;
        }
        return report.with(List.of(new Finding(
                Finding.Severity.INFO,
                "read-in-part",
                "the first " + Words.PLAIN.count(events) + " events were read; counts, span and grade are of these."
                        + " --all reads the whole file",
                1,
                Long.MIN_VALUE,
                "")));
    }

    private ExitCode show(Input input, @Nullable EvidenceText text, AnalysisSettings settings) throws IOException {
        Analysis analysis = Analysis.of(text == null ? Capture.of(input) : Capture.of(List.of(text)), settings);
        OutputStream out = new BufferedOutputStream(terminal.out());
        new InfoReport(terminal.width(), terminal.charset(), common.quiet).write(withExtent(analysis.report()), out);
        out.flush();
        ExitCode code = ExitCode.DONE;
        for (String sentence : analysis.damage()) {
            code = code.and(failures.report(new DamagedInput(sentence), common.verbose));
        }
        return code;
    }
}
