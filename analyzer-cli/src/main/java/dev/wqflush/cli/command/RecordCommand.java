package dev.wqflush.cli.command;

import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.parsers.diag.BadUsage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the recipe of a capture as a shell script, for a machine without this program, or runs it here. */
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Records what analyze needs, or prints the script that does.",
            "It takes the best probes that the kernel has and makes one archive. The script is run as root on the machine in"
                    + " question: sh record.sh [SECONDS [ARCHIVE]]."
        })
public final class RecordCommand implements Callable<Integer> {
    private static final int LONGEST_SECONDS = 3_600;

    private final Terminal terminal;

    @Option(names = "--print", description = "Print the script instead of running it.")
    private boolean print;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "10", description = "How long to record (10).")
    private int seconds;

    @Option(names = "--out", paramLabel = "FILE", description = "The archive; wqflush-HOST-TIME.tar.gz if not given.")
    private @Nullable String out;

    /** A command that talks to this terminal. */
    public RecordCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (seconds < 1 || seconds > LONGEST_SECONDS) {
            throw new BadUsage("--seconds " + seconds + ": give 1 to " + LONGEST_SECONDS + ".");
        }
        byte[] script = script();
        if (print) {
            terminal.out().write(script);
            terminal.out().flush();
            return 0;
        }
        List<String> command = new ArrayList<>(List.of("sh", "-s", "--", String.valueOf(seconds)));
        if (out != null) {
            command.add(out);
        }
        Process shell = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (OutputStream input = shell.getOutputStream()) {
            input.write(script);
        }
        return shell.waitFor();
    }

    private static byte[] script() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(RecordCommand.class.getResourceAsStream("/dev/wqflush/cli/record/record.sh"))) {
            return in.readAllBytes();
        }
    }
}
