package dev.wqflush.cli.command;

import dev.wqflush.cli.failure.ExitCode;
import dev.wqflush.cli.failure.FailureReporter;
import dev.wqflush.cli.report.CostsFile;
import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.parsers.diag.DamagedInput;
import dev.wqflush.parsers.diag.NothingToAnalyse;
import dev.wqflush.replay.cost.Calibration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fits the prices of a walk's acts to measured walks. */
@Command(
        name = "calibrate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Fits what the acts of a walk cost to measured walks.",
            "Or to idle flushes; writes a file that analyze --costs reads."
        })
public final class CalibrateCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final FailureReporter failures;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "A capture, in one file or several.")
    @SuppressWarnings("NullAway.Init")
    private List<String> files;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Write to this file instead of standard output.")
    private String out = "-";

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

    /** A command that talks to this terminal. */
    public CalibrateCommand(Terminal terminal, FailureReporter failures) {
        this.terminal = terminal;
        this.failures = failures;
    }

    @Override
    public Integer call() throws IOException {
        CaptureReading reading = new CaptureReading(terminal, common.progress, format, CaptureReading.Extent.ALL);
        List<Input> inputs = new ArrayList<>();
        Inputs given = new Inputs(terminal.in());
        for (String file : files) {
            inputs.addAll(given.named(file));
        }
        try (OutputFile output = new OutputFile("--out", out, Inputs.paths(inputs), terminal.out())) {
            return calibrate(inputs, AnalysisSettings.usual(reading, topologyOptions.read(files)), output)
                    .code();
        }
    }

    private ExitCode calibrate(List<Input> inputs, AnalysisSettings settings, OutputFile output) throws IOException {
        Boots boots = new Boots(inputs, settings.reading(), failures, common.verbose);
        if (boots.captures().isEmpty()) {
            return boots.code();
        }
        if (boots.captures().size() > 1) {
            throw new BadUsage("the files are " + boots.captures().size()
                    + " captures (of different boots, or overlapping in time); calibrate with one of them.");
        }
        Capture capture = boots.captures().get(0);
        Analysis analysis = Analysis.of(capture, settings);
        List<String> lines;
        try {
            lines = CostsFile.lines(Calibration.of(analysis.whole()), capture.name());
        } catch (IllegalArgumentException e) {
            throw new NothingToAnalyse(capture.name() + ": " + e.getMessage() + ".", e);
        }
        output.write(stream -> stream.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8)));
        ExitCode code = boots.code();
        for (String sentence : analysis.damage()) {
            code = code.and(failures.report(new DamagedInput(sentence), common.verbose));
        }
        return code;
    }
}
