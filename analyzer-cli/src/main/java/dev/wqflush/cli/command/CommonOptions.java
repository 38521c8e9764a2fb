package dev.wqflush.cli.command;

import dev.wqflush.cli.terminal.When;
import picocli.CommandLine.Option;

/** Options that every command has. */
final class CommonOptions {
    @Option(names = "--verbose", description = "Say more: further findings, causes of failures.")
    boolean verbose;

    @Option(names = "--quiet", description = "Print one line alone: the verdict, or what the file is.")
    boolean quiet;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "Colour the summary: auto (on a terminal, unless NO_COLOR is set), always, never.")
    When color = When.AUTO;

    @Option(
            names = "--progress",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "Show the progress of reading on standard error: auto (on a terminal), always, never.")
    When progress = When.AUTO;
}
