package dev.wqflush.cli;

import dev.wqflush.cli.command.AnalyzeCommand;
import dev.wqflush.cli.command.CalibrateCommand;
import dev.wqflush.cli.command.CompareCommand;
import dev.wqflush.cli.command.CompletionCommand;
import dev.wqflush.cli.command.EventsCommand;
import dev.wqflush.cli.command.ExplainCommand;
import dev.wqflush.cli.command.InfoCommand;
import dev.wqflush.cli.command.ManCommand;
import dev.wqflush.cli.command.RecordCommand;
import dev.wqflush.cli.command.SimulateCommand;
import dev.wqflush.cli.command.Version;
import dev.wqflush.cli.failure.ExitCode;
import dev.wqflush.cli.failure.FailureReporter;
import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.cli.usage.BriefHelp;
import dev.wqflush.cli.usage.UsageMistake;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/** The top command and the list of the others. */
@Command(
        name = "wqflush",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Tells from a kernel trace what flush_workqueue() costs.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  wqflush record --print > record.sh      # there, as root: sh record.sh 10",
            "  wqflush analyze wqflush-*.tar.gz --html report.html",
            "  wqflush explain walk-bound"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, whatever the verdict",
            "1:--fail-on matched",
            "2:wrong usage, or an output that cannot be written",
            "3:an input could not be read at all",
            "4:read, but nothing to analyse",
            "5:the input broke off or was damaged; analysed as far as it goes",
            "70:a bug in wqflush"
        })
public final class Wqflush {
    private static final String VERBOSE = "--verbose";
    private static final String VERSION = "--version";

    /** Commands that tell of all commands. */
    private static final Set<String> OF_ALL = Set.of("completion", "man");

    private Wqflush() {}

    /** Runs a command line and returns the exit code; nothing is thrown. */
    static int run(Terminal terminal, String... arguments) {
        FailureReporter failures = new FailureReporter(terminal);
        if (arguments.length == 1 && arguments[0].equals(VERSION)) {
            return version(terminal, failures);
        }
        CommandLine line = new CommandLine(new Wqflush());
        addSubcommands(line, arguments, terminal, failures);
        line.setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(terminal.width())
                .setOut(new PrintWriter(new OutputStreamWriter(terminal.out(), terminal.charset()), true))
                .setParameterExceptionHandler((failure, given) ->
                        failures.report(UsageMistake.of(failure), false).code())
                .setHelpFactory(BriefHelp::new)
                .setExecutionExceptionHandler((failure, command, parsed) ->
                        failures.report(failure, isVerbose(parsed)).code());
        return line.execute(arguments);
    }

    /** Without the parser of command lines, which would take longer than all of the rest. */
    private static int version(Terminal terminal, FailureReporter failures) {
        try {
            terminal.out().write((Version.line() + "\n").getBytes(terminal.charset()));
            return ExitCode.DONE.code();
        } catch (IOException e) {
            return failures.report(e, false).code();
        }
    }

    /** All, unless the command line begins with one: looking at a command's options takes time. */
    private static void addSubcommands(
            CommandLine line, String[] arguments, Terminal terminal, FailureReporter failures) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("analyze", () -> new AnalyzeCommand(terminal, failures));
        commands.put("info", () -> new InfoCommand(terminal, failures));
        commands.put("events", () -> new EventsCommand(terminal, failures));
        commands.put("compare", () -> new CompareCommand(terminal, failures));
        commands.put("record", () -> new RecordCommand(terminal));
        commands.put("calibrate", () -> new CalibrateCommand(terminal, failures));
        commands.put("simulate", () -> new SimulateCommand(terminal));
        commands.put("explain", () -> new ExplainCommand(terminal));
        commands.put("completion", () -> new CompletionCommand(terminal));
        commands.put("man", () -> new ManCommand(terminal));
        String first = arguments.length == 0 ? "" : arguments[0];
        commands.forEach((name, command) -> {
            if (name.equals(first) || !commands.containsKey(first) || OF_ALL.contains(first)) {
                line.addSubcommand(name, command.get());
            }
        });
    }

    private static boolean isVerbose(ParseResult parsed) {
        return parsed.hasSubcommand() && parsed.subcommand().matchedOptionValue(VERBOSE, false);
    }
}
