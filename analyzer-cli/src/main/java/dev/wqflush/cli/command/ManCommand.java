package dev.wqflush.cli.command;

import dev.wqflush.cli.failure.ExitCode;
import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.cli.usage.ManPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the manual page; the build makes the archive's {@code wqflush.1} with it. */
@Command(
        name = "man",
        hidden = true,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Prints the manual page: wqflush man | man -l -.")
public final class ManCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** A command that talks to this terminal. */
    public ManCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        terminal.out().write(ManPage.of(spec.root().commandLine()).getBytes(StandardCharsets.UTF_8));
        return ExitCode.DONE.code();
    }
}
