package dev.wqflush.cli.command;

import dev.wqflush.cli.failure.ExitCode;
import dev.wqflush.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what makes a shell complete the command line. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Prints the completion script of a shell.",
            "For this shell: source <(wqflush completion bash). For zsh, after compinit: source <(wqflush completion zsh)."
        })
public final class CompletionCommand implements Callable<Integer> {
    /** Shells that read the script; it sets up zsh itself, where it finds that. */
    enum ShellName {
        BASH,
        ZSH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Terminal terminal;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash or zsh; one script serves both.")
    @SuppressWarnings({"NullAway.Init", "UnusedVariable"})
    private ShellName shell;

    /** A command that talks to this terminal. */
    public CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        String script = AutoComplete.bash(spec.root().name(), spec.root().commandLine());
        terminal.out().write(script.getBytes(StandardCharsets.UTF_8));
        return ExitCode.DONE.code();
    }
}
