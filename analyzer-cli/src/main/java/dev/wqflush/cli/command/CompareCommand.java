package dev.wqflush.cli.command;

import dev.wqflush.cli.compare.ComparisonJson;
import dev.wqflush.cli.compare.ComparisonText;
import dev.wqflush.cli.compare.ReportedSide;
import dev.wqflush.cli.failure.ExitCode;
import dev.wqflush.cli.failure.FailureReporter;
import dev.wqflush.cli.failure.NearMiss;
import dev.wqflush.cli.terminal.Colours;
import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.parsers.diag.DamagedInput;
import dev.wqflush.parsers.diag.NothingToAnalyse;
import dev.wqflush.replay.compare.Comparer;
import dev.wqflush.replay.compare.Comparison;
import dev.wqflush.replay.compare.Side;
import dev.wqflush.replay.compare.SideBuilder;
import dev.wqflush.replay.model.ModelSet;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Holds two captures, or two JSON reports, against each other. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Tells whether flushes are better after a change, beyond chance.",
            "Also how the saving that BEFORE foretold fared."
        })
public final class CompareCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final FailureReporter failures;
    private ExitCode code = ExitCode.DONE;

    @Parameters(
            index = "0",
            paramLabel = "BEFORE",
            description = {
                "A capture, or a JSON report of one.",
                "A folder or archive means the captures in it, each a run."
            })
    @SuppressWarnings("NullAway.Init")
    private String before;

    @Parameters(index = "1", paramLabel = "AFTER", description = "The same after the change.")
    @SuppressWarnings("NullAway.Init")
    private String after;

    @Option(
            names = "--before-model",
            paramLabel = "MODEL",
            description = {
                "How BEFORE's kernel walks, if not as its release.",
                "legacy-v0, legacy-v1, legacy-v2, active-list; if not as mainline of its release: a backport does not show in it."
            },
            completionCandidates = Candidates.Models.class)
    private @Nullable String beforeModel;

    @Option(
            names = "--after-model",
            paramLabel = "MODEL",
            description = {
                "How AFTER's kernel walks, if not as its release.",
                "A backport does not show in the release."
            },
            completionCandidates = Candidates.Models.class)
    private @Nullable String afterModel;

    @Option(names = "--wq", paramLabel = "GLOB", description = "Compare workqueues of this name; * ? stand for any.")
    private @Nullable String workqueue;

    @Mixin
    private final TopologyOptions topologyOptions = new TopologyOptions();

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the comparison as JSON; - is stdout.")
    private @Nullable String json;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "Read as this format, whatever the content.",
            completionCandidates = Candidates.Formats.class)
    private @Nullable String format;

    /** A command that talks to this terminal. */
    public CompareCommand(Terminal terminal, FailureReporter failures) {
        this.terminal = terminal;
        this.failures = failures;
    }

    @Override
    public Integer call() throws IOException {
        String modelBefore = known("--before-model", beforeModel);
        String modelAfter = known("--after-model", afterModel);
        if (json == null) {
            print(compare(modelBefore, modelAfter));
            return code.code();
        }
        List<Path> inputs = Stream.of(before, after).map(Path::of).toList();
        try (OutputFile output = new OutputFile("--json", json, inputs, terminal.out())) {
            Comparison comparison = compare(modelBefore, modelAfter);
            output.write(out -> ComparisonJson.write(comparison, Version.text(), out));
            if (!output.isStandardOutput()) {
                print(comparison);
            }
        }
        return code.code();
    }

    private static @Nullable String known(String option, @Nullable String model) {
        if (model != null && !ModelSet.ids().contains(model)) {
            throw new BadUsage(option + " " + model + ": no such model; " + NearMiss.among(model, ModelSet.ids()));
        }
        return model;
    }

    private Comparison compare(@Nullable String modelBefore, @Nullable String modelAfter) throws IOException {
        return Comparer.of(side(before, modelBefore), side(after, modelAfter));
    }

    private void print(Comparison comparison) throws IOException {
        ComparisonText text =
                new ComparisonText(terminal.width(), terminal.isUnicode(), Colours.of(common.color, terminal));
        List<String> lines = common.quiet ? List.of(text.verdict(comparison)) : text.lines(comparison);
        OutputStream out = new BufferedOutputStream(terminal.out());
        out.write((String.join("\n", lines) + "\n").getBytes(terminal.charset()));
        out.flush();
    }

    private Side side(String name, @Nullable String model) throws IOException {
        if (format == null && ReportedSide.isReport(Path.of(name))) {
            return ReportedSide.read(Path.of(name), name, model);
        }
        CaptureReading reading = new CaptureReading(terminal, common.progress, format, CaptureReading.Extent.ALL);
        SelectionOptions selection = new SelectionOptions();
        selection.workqueue = workqueue;
        AnalysisSettings settings = AnalysisSettings.usual(reading, topologyOptions.read(List.of(name)))
                .selecting(selection.selection());
        List<Input> inputs = new Inputs(terminal.in()).named(name);
        List<Capture> runs;
        if (inputs.size() == 1) {
            runs = List.of(Capture.of(inputs.get(0)));
        } else {
            Boots boots = new Boots(inputs, reading, failures, common.verbose);
            code = code.and(boots.code());
            runs = boots.captures();
        }
        SideBuilder side = new SideBuilder(name, model);
        for (Capture run : runs) {
            Analysis analysis = Analysis.of(run, settings);
            try {
                side.add(analysis.report().assessment());
            } catch (IllegalArgumentException e) {
                throw new BadUsage(name + ": " + e.getMessage() + " cannot be one side of a comparison.", e);
            }
            for (String sentence : analysis.damage()) {
                code = code.and(failures.report(new DamagedInput(sentence), common.verbose));
            }
        }
        if (side.flushes() == 0) {
            throw new NothingToAnalyse(name + ": no flush that ended is in it"
                    + (workqueue == null ? "" : " of a workqueue that --wq " + workqueue + " chooses")
                    + ", so there is nothing to compare.");
        }
        return side.build();
    }
}
