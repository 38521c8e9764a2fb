package dev.wqflush.cli;

import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.cli.terminal.Terminal.Device;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What a command line printed, and how it ended. */
public record Outcome(int code, String out, String err) {
    public static Outcome of(String... arguments) {
        return withInput("", arguments);
    }

    /** On a screen of so many columns. */
    static Outcome inColumns(int columns, String... arguments) {
        return run("", Map.of("COLUMNS", String.valueOf(columns)), arguments);
    }

    static Outcome withInput(String standardInput, String... arguments) {
        return run(standardInput, Map.of(), arguments);
    }

    private static Outcome run(String standardInput, Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(standardInput.getBytes(StandardCharsets.UTF_8)),
                out,
                err,
                Device.FILE,
                Device.FILE,
                StandardCharsets.UTF_8,
                environment);
        int code = Wqflush.run(terminal, arguments);
        return new Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** The sentences on standard error, each on one line. */
    String sentences() {
        return err.replace("\n  ", " ");
    }
}
