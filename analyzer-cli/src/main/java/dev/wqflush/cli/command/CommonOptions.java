package dev.wqflush.cli.command;

import dev.wqflush.cli.terminal.When;
import picocli.CommandLine.Option;

/** Options that every command has. */
final class CommonOptions {
    @Option(names = "--verbose", description = "Say more: further findings, causes of failures.")
    boolean verbose;

    @Option(names = "--quiet", description = "Print one line: the verdict, or what the file is.")
    boolean quiet;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = {"Colour the summary: auto, always, never.", "auto is on a terminal, unless NO_COLOR is set."
            })
    When color = When.AUTO;

    @Option(
            names = "--progress",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = {
                "Show progress on stderr: auto, always, never.",
                "Bytes read, rate and time left; auto is on a terminal."
            })
    When progress = When.AUTO;
}
