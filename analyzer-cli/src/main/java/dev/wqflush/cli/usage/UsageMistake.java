package dev.wqflush.cli.usage;

import dev.wqflush.cli.failure.NearMiss;
import dev.wqflush.parsers.diag.BadUsage;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is said of a command line that cannot be understood: the option, and what to do about it. */
public final class UsageMistake {
    private UsageMistake() {}

    /** The sentence for what the parser found. */
    public static BadUsage of(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        String help = " See " + command.getCommandSpec().qualifiedName() + " --help.";
        return new BadUsage(sentence(failure, command) + help, failure);
    }

    private static String sentence(ParameterException failure, CommandLine command) {
        ArgSpec argument = failure.getArgSpec();
        String given = failure.getValue();
        if (failure instanceof UnmatchedArgumentException unmatched) {
            return unknown(unmatched.getUnmatched(), command);
        }
        if (failure instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            ArgSpec first = missing.getMissing().get(0);
            return first instanceof OptionSpec option
                    ? option.longestName() + " needs a value: " + form(option) + "."
                    : first.paramLabel() + " is missing.";
        }
        if (failure instanceof OverwrittenOptionException overwritten
                && overwritten.getOverwritten() instanceof OptionSpec option) {
            return option.longestName() + " is given twice; give it once.";
        }
        if (argument != null && given != null) {
            String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
            return name + " " + given + ": " + wanted(argument, given);
        }
        String message = String.valueOf(failure.getMessage());
        return Character.toLowerCase(message.charAt(0)) + message.substring(1) + ".";
    }

    private static String form(ArgSpec argument) {
        return (argument instanceof OptionSpec option ? option.longestName() + " " : "") + argument.paramLabel();
    }

    private static String wanted(ArgSpec argument, String given) {
        Class<?> type = argument.type();
        if (type.isEnum()) {
            List<String> words = Stream.of(type.getEnumConstants())
                    .map(word -> word.toString().toLowerCase(Locale.ROOT))
                    .toList();
            return "no such " + argument.paramLabel() + "; " + NearMiss.among(given, words);
        }
        boolean fraction = type == Double.class || type == double.class;
        return "not a " + (fraction ? "" : "whole ") + "number; give " + form(argument) + ".";
    }

    private static String unknown(List<String> words, CommandLine command) {
        String word = words.get(0);
        boolean option = word.startsWith("-");
        TreeSet<String> known = new TreeSet<>(
                option
                        ? command.getCommandSpec().optionsMap().keySet()
                        : command.getSubcommands().keySet());
        String name = option ? word.replaceFirst("=.*", "") : word;
        return (option ? "unknown option " : "unknown command ")
                + name
                + NearMiss.of(name, known)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse(".");
    }
}
