package dev.wqflush.cli;

import dev.wqflush.cli.failure.FailureReporter;
import dev.wqflush.cli.terminal.Terminal;

/** The entry of the program, and the only place that ends it. */
public final class Main {
    private Main() {}

    /** Runs the command line and ends with its exit code. */
    public static void main(String[] arguments) {
        Terminal terminal = Terminal.system();
        int code;
        try {
            code = Wqflush.run(terminal, arguments);
        } catch (Throwable bug) {
            code = new FailureReporter(terminal).report(bug, false).code();
        }
        System.exit(code);
    }
}
