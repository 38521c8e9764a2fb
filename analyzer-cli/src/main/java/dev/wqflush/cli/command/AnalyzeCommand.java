package dev.wqflush.cli.command;

import dev.wqflush.cli.failure.ExitCode;
import dev.wqflush.cli.failure.FailureReporter;
import dev.wqflush.cli.failure.NearMiss;
import dev.wqflush.cli.redact.Naming;
import dev.wqflush.cli.report.CitedLine;
import dev.wqflush.cli.report.CostsFile;
import dev.wqflush.cli.report.Report;
import dev.wqflush.cli.report.TextReport;
import dev.wqflush.cli.terminal.Colours;
import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.parsers.diag.DamagedInput;
import dev.wqflush.parsers.diag.NothingToAnalyse;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.cost.DefaultCosts;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.verdict.VerdictClass;
import dev.wqflush.replay.verdict.Words;
import dev.wqflush.replay.whatif.MachineChange;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The main job: read, replay, report. */
@Command(
        name = "analyze",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        footer = "All that can be said of an option: wqflush man | man -l -",
        description = "Tells what flushes cost, and what the active list would save.")
public final class AnalyzeCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final FailureReporter failures;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = {
                "Captures, folders or archives of them, - for stdin.",
                "ftrace text, plain or compressed, trace.dat, perf.data and more: README. Files of one boot that follow each other in time are one capture."
            })
    @SuppressWarnings("NullAway.Init")
    private List<String> files;

    @Mixin
    private final TopologyOptions topologyOptions = new TopologyOptions();

    @Mixin
    private final SelectionOptions selectionOptions = new SelectionOptions();

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final ExplainOptions explainOptions = new ExplainOptions();

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Option(
            names = "--models",
            split = ",",
            paramLabel = "MODEL,...",
            description = {
                "Models that JSON, --walks and --perfetto show.",
                "legacy-v0, legacy-v1, legacy-v2, active-list; all if not given."
            },
            completionCandidates = Candidates.Models.class,
            hideParamSyntax = true)
    private @Nullable List<String> models;

    @Option(names = "--top", paramLabel = "N", description = "Rows of the table of workqueues.")
    private @Nullable Integer top;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "Read as this format, whatever the content.",
            completionCandidates = Candidates.Formats.class)
    private @Nullable String format;

    @Option(
            names = "--costs",
            paramLabel = "FILE",
            description = {"What the acts of a walk cost, as calibrate wrote it.", "Published figures if not given."})
    private @Nullable String costs;

    @Option(
            names = "--fail-on",
            paramLabel = "EXPR",
            description = {
                "Exit with 1 if this holds: walk-bound,p99>10ms.",
                "Classes, flags and measures with a bound, with commas for or, such as walk-bound,late-wakeup,p99>10ms,walk>=30%%,saved>1us,grade>=C."
            },
            completionCandidates = Candidates.Classes.class)
    private @Nullable String failOn;

    @Option(
            names = "--closed-loop",
            description = {
                "Also predict flushes a second under the active list.",
                "What throughput would become if every task went on as soon as its flush returned, measured and predicted."
            })
    private boolean closedLoop;

    @Option(
            names = WhatIfOption.NAME,
            paramLabel = "KEY=V,...",
            description = {
                "Also make the walks on another kernel and machine.",
                "Under all models, and tell on which assumption the saving hangs most: kernel=, cpus=, nodes=, caches= (of a node), scope=, such as kernel=6.6,cpus=192,nodes=2,scope=cache_shard."
            })
    private @Nullable String whatIf;

    @Option(
            names = LockStats.OPTION,
            paramLabel = "FILE",
            description = {
                "A table of lock waits: bounds those within walks.",
                "What perf lock contention, perf lock report or /proc/lock_stat printed over the time of the capture: an upper bound of how long walks waited for pool locks, beside how long they took."
            })
    private @Nullable String lockStats;

    @Option(names = "--separate", description = "Analyse every file apart.")
    private boolean separate;

    /** A command that talks to this terminal. */
    public AnalyzeCommand(Terminal terminal, FailureReporter failures) {
        this.terminal = terminal;
        this.failures = failures;
    }

    @Override
    public Integer call() throws IOException {
        Set<String> shownModels = shownModels();
        Selection selection = selectionOptions.selection();
        if (top != null && top < 1) {
            throw new BadUsage("--top " + top + ": not a number of rows; give 1 or more.");
        }
        MachineChange change = whatIf == null ? null : WhatIfOption.parse(whatIf);
        FailOn condition = failOn == null ? null : FailOn.parse(failOn);
        Naming naming = outputOptions.naming();
        CostParameters prices = prices(naming);
        LockStats locks = lockStats == null ? null : LockStats.read(lockStats, naming);
        CaptureReading reading = new CaptureReading(terminal, common.progress, format, outputOptions.extent());
        ExitCode code = ExitCode.DONE;
        Inputs given = new Inputs(terminal.in());
        List<Input> named = new ArrayList<>();
        for (String file : new LinkedHashSet<>(files)) {
            try {
                named.addAll(given.telling(file));
            } catch (UnreadableInput e) {
                code = code.and(failures.report(e, common.verbose));
            }
        }
        List<Path> mustNotBeWritten = new ArrayList<>(Inputs.paths(named));
        for (String described : Arrays.asList(topologyOptions.file, lockStats)) {
            if (described != null) {
                mustNotBeWritten.add(Path.of(described));
            }
        }
        try (Outputs outputs = new Outputs(outputOptions.wanted(), mustNotBeWritten, terminal.out())) {
            List<Input> inputs = new ArrayList<>();
            List<EvidenceText> texts = new ArrayList<>();
            for (Input input : named) {
                try {
                    EvidenceText text = format == null ? given.text(input) : null;
                    Input told = input.called(naming.file(input.name()));
                    if (text == null) {
                        inputs.add(told);
                    } else {
                        texts.add(new EvidenceText(told, text.found()));
                    }
                } catch (UnreadableInput e) {
                    code = code.and(failures.report(e, common.verbose));
                }
            }
            AnalysisSettings settings = new AnalysisSettings(
                    reading,
                    naming,
                    topologyOptions.read(files, naming),
                    prices,
                    selection,
                    shownModels,
                    explainOptions,
                    closedLoop,
                    change,
                    locks);
            List<Capture> captures;
            if (separate || inputs.size() < 2) {
                captures = inputs.stream().map(Capture::of).toList();
            } else {
                Boots boots = new Boots(inputs, reading, failures, common.verbose);
                code = code.and(boots.code());
                captures = boots.captures();
            }
            captures = withTexts(captures, texts);
            if (captures.size() > 1 && !outputOptions.wanted().isEmpty()) {
                throw new BadUsage(outputOptions.wanted().get(0).option() + ": the files are "
                        + captures.size() + " captures (of different boots, or overlapping in time), and a file holds"
                        + " the report of one; analyse them one by one.");
            }
            if (captures.size() > 1 && locks != null) {
                throw new BadUsage(LockStats.OPTION + ": the files are " + captures.size()
                        + " captures, and a table is of the time of one; analyse them one by one.");
            }
            if (explainOptions.given()) {
                mustBeExplainable(captures, outputs);
            }
            if (outputOptions.extract != null) {
                mustBeReadAgain(OutputOptions.EXTRACT, captures);
            }
            for (Capture capture : captures) {
                try {
                    code = code.and(analyse(capture, settings, outputs, condition));
                } catch (UnreadableInput e) {
                    code = code.and(failures.report(e, common.verbose));
                }
            }
        }
        return code.code();
    }

    private CostParameters prices(Naming naming) {
        if (costs == null) {
            return DefaultCosts.published();
        }
        try {
            return CostsFile.read(Files.readAllLines(Path.of(costs)), naming.file(costs));
        } catch (IllegalArgumentException e) {
            throw new BadUsage("--costs " + costs + ": " + e.getMessage() + ".", e);
        } catch (IOException e) {
            throw new BadUsage("--costs " + costs + ": cannot be read; is it a text file that calibrate wrote?", e);
        }
    }

    /** Logs and tables go with the capture if there is just one; otherwise nobody can tell with which. */
    private List<Capture> withTexts(List<Capture> captures, List<EvidenceText> texts) {
        if (texts.isEmpty()) {
            return captures;
        }
        if (captures.size() == 1 && !separate) {
            return List.of(captures.get(0).with(texts));
        }
        List<Capture> all = new ArrayList<>(captures);
        if (captures.isEmpty() && !separate) {
            all.add(Capture.of(texts));
        } else {
            texts.forEach(text -> all.add(Capture.of(List.of(text))));
        }
        return all;
    }

    private ExitCode analyse(Capture capture, AnalysisSettings settings, Outputs outputs, @Nullable FailOn condition)
            throws IOException {
        Analysis analysis = Analysis.of(capture, settings);
        Report report = topologyOptions.given(files)
                ? analysis.report()
                : analysis.report().with(topologyBeside(capture, settings.naming()));
        if (outputOptions.extract == null) {
            outputs.write(report);
        } else {
            Extraction extraction = new Extraction(
                    settings.reading(),
                    report,
                    part -> Analysis.of(Capture.of(part), settings.verdictOnly())
                            .report());
            List<Episode> episodes =
                    extraction.episodes(analysis.whole(), report.assessment().result());
            try (Excerpt excerpt = extraction.smallest(capture.files(), episodes)) {
                outputOptions.excerpt.choose(excerpt.file());
                outputs.write(report);
                tell(
                        excerpt,
                        extraction.wanted(),
                        episodes.size(),
                        report.lines().read());
            }
        }
        if (explainOptions.given()) {
            explain(
                    analysis,
                    EventLines.of(capture, settings, analysis.explanations().events()));
        } else if (!outputs.takeStandardOutput()) {
            print(report);
        }
        ExitCode code = condition != null && condition.matches(report.assessment()) ? ExitCode.MATCHED : ExitCode.DONE;
        for (String sentence : analysis.damage()) {
            code = code.and(failures.report(new DamagedInput(sentence), common.verbose));
        }
        if (report.assessment().verdict().verdictClass() == VerdictClass.NO_FLUSH) {
            code = code.and(failures.report(
                    new NothingToAnalyse(new NoFlush(capture.name(), analysis.whole(), report.events())
                            .sentence(selectionOptions.text())),
                    common.verbose));
        }
        return code;
    }

    /** Says what was extracted, and how to get its verdict. */
    private void tell(Excerpt excerpt, Deciding deciding, int episodes, long lines) {
        if (common.quiet) {
            return;
        }
        String file = String.valueOf(outputOptions.extract);
        String what = Words.PLAIN.count(excerpt.lines()) + " of " + Words.PLAIN.things(lines, "line", "lines");
        if (excerpt.episodes() < 0) {
            what += ", the whole capture, for no part that was tried gets the same verdict";
        } else {
            what += (episodes == 0
                            ? ""
                            : ", " + excerpt.episodes() + " of "
                                    + Words.PLAIN.things(episodes, "flush episode", "flush episodes") + " of "
                                    + Words.PLAIN.name(deciding.workqueue()) + ",")
                    + " get the same verdict";
        }
        failures.say(OutputOptions.EXTRACT + " " + file + ": " + what + " ("
                + deciding.verdictClass().word() + ", grade "
                + deciding.grade() + "). To repeat it: wqflush analyze " + Shell.quoted(file)
                + topologyOptions.command(files) + selectionOptions.command()
                + (format == null ? "" : " --format " + format));
    }

    /** An explanation is of one capture, reads it again and has standard output for itself. */
    private void mustBeExplainable(List<Capture> captures, Outputs outputs) {
        String option = explainOptions.option();
        if (captures.size() > 1) {
            throw new BadUsage(option + ": the files are " + captures.size() + " captures (of different boots, or"
                    + " overlapping in time), and a number counts within one; analyse them one by one.");
        }
        mustBeReadAgain(option, captures);
        if (outputs.takeStandardOutput()) {
            throw new BadUsage(option + ": standard output is taken by another output; name a file for that.");
        }
    }

    private static void mustBeReadAgain(String option, List<Capture> captures) {
        for (Capture capture : captures) {
            if (capture.files().isEmpty()) {
                throw new BadUsage(option + ": " + capture.name() + " is no trace; give one.");
            }
            for (Input input : capture.files()) {
                if (!input.isRepeatable()) {
                    throw new BadUsage(option + ": reads the capture more than once, and " + input.name()
                            + " can be read once; save it to a file first.");
                }
            }
        }
    }

    private void explain(Analysis analysis, Map<Long, CitedLine> lines) throws IOException {
        OutputStream out = new BufferedOutputStream(terminal.out());
        List<String> text = analysis.explanations()
                .text(analysis.whole(), lines, terminal.width(), Colours.of(common.color, terminal), common.verbose);
        out.write((String.join("\n", text) + "\n").getBytes(terminal.charset()));
        out.flush();
    }

    private void print(Report report) throws IOException {
        OutputStream out = new BufferedOutputStream(terminal.out());
        new TextReport(new TextReport.Style(
                        terminal.width(),
                        terminal.charset(),
                        Colours.of(common.color, terminal),
                        top,
                        common.verbose,
                        common.quiet))
                .write(report, out);
        out.flush();
    }

    /** A description of the machine that the user did not name is not read, but mentioned. */
    private static List<Finding> topologyBeside(Capture capture, Naming naming) {
        Path path = capture.files().isEmpty() ? null : capture.files().get(0).path();
        Path beside = path == null ? null : path.resolveSibling("topology.json");
        if (beside == null || !Files.isRegularFile(beside)) {
            return List.of();
        }
        return List.of(new Finding(
                Finding.Severity.INFO,
                "topology-beside",
                "a topology.json lies beside the capture and was not used; if it describes the traced machine, add"
                        + " --topology " + (naming.quotes() ? beside : beside.getFileName()),
                1,
                Long.MIN_VALUE,
                ""));
    }

    private Set<String> shownModels() {
        List<String> known = ModelSet.ids();
        if (models == null) {
            return Set.copyOf(known);
        }
        for (String model : models) {
            if (!known.contains(model)) {
                throw new BadUsage("--models " + model + ": no such model; " + NearMiss.among(model, known));
            }
        }
        return Set.copyOf(models);
    }
}
