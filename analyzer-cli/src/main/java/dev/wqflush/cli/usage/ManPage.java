package dev.wqflush.cli.usage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page, in the man macros of roff, written from what the parser of the command line knows. */
public final class ManPage {
    private final StringBuilder page = new StringBuilder();

    private ManPage() {}

    /** The page of a program and all of its commands. */
    public static String of(CommandLine program) {
        ManPage manual = new ManPage();
        manual.write(program);
        return manual.page.toString();
    }

    private void write(CommandLine program) {
        CommandSpec spec = program.getCommandSpec();
        macro("TH", spec.name().toUpperCase(Locale.ROOT), "1", "", spec.version()[0], "User Commands");
        macro("SH", "NAME");
        text(spec.name() + " - " + String.join(" ", spec.usageMessage().description()));
        macro("SH", "SYNOPSIS");
        text(spec.name() + " COMMAND [OPTION...] [ARGUMENT...]");
        macro("SH", "EXAMPLES");
        for (String line : spec.usageMessage().footer()) {
            macro("PP");
            text(line.strip());
        }
        macro("SH", "COMMANDS");
        List<CommandLine> commands = new ArrayList<>(program.getSubcommands().values());
        commands.removeIf(command -> command.getCommandSpec().usageMessage().hidden());
        commands.forEach(command -> command(spec, command.getCommandSpec()));
        macro("SH", "EXIT STATUS");
        for (Map.Entry<String, String> code : spec.usageMessage().exitCodeList().entrySet()) {
            entry(code.getKey(), code.getValue());
        }
        macro("SH", "ENVIRONMENT");
        entry("WQFLUSH_JAVA_OPTS", "Options for Java, such as -Xmx4g for captures of many gigabytes.");
        entry("JAVA_HOME", "The Java to run on; java of the PATH if not set.");
        entry("NO_COLOR", "If not empty, nothing is coloured unless --color says so.");
        entry("COLUMNS", "Width of what is printed, between 80 and 100.");
    }

    private void command(CommandSpec program, CommandSpec command) {
        macro("SS", synopsis(program, command));
        text(String.join(" ", command.usageMessage().description()));
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            entry(parameter.paramLabel(), description(parameter));
        }
        for (OptionSpec option : command.options()) {
            entry(
                    String.join(", ", option.names()) + (option.arity().max() > 0 ? " " + option.paramLabel() : ""),
                    description(option));
        }
    }

    private static String synopsis(CommandSpec program, CommandSpec command) {
        return program.name() + " " + command.name() + " [OPTION...]"
                + command.positionalParameters().stream()
                        .map(parameter -> " "
                                + (parameter.required() ? parameter.paramLabel() : "[" + parameter.paramLabel() + "]")
                                + (parameter.arity().max() > 1 ? "..." : ""))
                        .collect(Collectors.joining());
    }

    private static String description(ArgSpec argument) {
        return Arrays.stream(argument.description()).collect(Collectors.joining(" "));
    }

    private void entry(String term, String description) {
        macro("TP");
        page.append("\\fB").append(escaped(term)).append("\\fR\n");
        text(description);
    }

    private void macro(String name, String... arguments) {
        page.append('.').append(name);
        for (String argument : arguments) {
            page.append(" \"").append(escaped(argument)).append('"');
        }
        page.append('\n');
    }

    /** A line that begins with a point or an apostrophe would be a command. */
    private void text(String text) {
        // Of the format strings that descriptions are, only this is used.
        String line = escaped(text.replace("%%", "%"));
        page.append(line.startsWith(".") || line.startsWith("'") ? "\\&" : "")
                .append(line)
                .append('\n');
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e")
                .replace("-", "\\-")
                .replace("\"", "\\(dq")
                .replace("`", "\\`");
    }
}
