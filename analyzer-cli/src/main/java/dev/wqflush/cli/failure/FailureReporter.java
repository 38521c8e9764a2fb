package dev.wqflush.cli.failure;

import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.parsers.diag.DamagedInput;
import dev.wqflush.parsers.diag.NothingToAnalyse;
import dev.wqflush.parsers.diag.UnreadableInput;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Says what went wrong in one sentence on standard error, and with which code to end. */
public final class FailureReporter {
    private final Terminal terminal;

    /** Reports to the terminal's standard error. */
    public FailureReporter(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Prints the sentence for a failure.
     *
     * @param verbose whether the cause follows
     */
    public ExitCode report(Throwable failure, boolean verbose) {
        if (isClosedPipe(failure)) {
            return ExitCode.DONE;
        }
        ExitCode code = code(failure);
        say(sentence(failure, code));
        if (verbose && (code == ExitCode.BUG || failure.getCause() != null)) {
            StringWriter stack = new StringWriter();
            failure.printStackTrace(new PrintWriter(stack));
            write(stack.toString());
        }
        return code;
    }

    /** Prints a sentence, with the program's name before it and continued lines indented. */
    public void say(String sentence) {
        write(String.join("\n", Prose.wrap("wqflush: ", 2, terminal.width(), Prose.escaped(sentence))) + "\n");
    }

    private static ExitCode code(Throwable failure) {
        if (failure instanceof UnreadableInput) {
            return ExitCode.UNREADABLE;
        }
        if (failure instanceof NothingToAnalyse) {
            return ExitCode.NOTHING;
        }
        if (failure instanceof DamagedInput) {
            return ExitCode.DAMAGED;
        }
        boolean usage = failure instanceof BadUsage
                || failure instanceof IOException
                || failure instanceof UncheckedIOException;
        return usage ? ExitCode.USAGE : ExitCode.BUG;
    }

    private static String sentence(Throwable failure, ExitCode code) {
        if (failure instanceof OutOfMemoryError) {
            return "out of memory; give Java more: WQFLUSH_JAVA_OPTS=-Xmx4g, or analyse a shorter capture.";
        }
        if (code == ExitCode.BUG) {
            return "this is a bug in wqflush, not in the input; the analysis stopped. Please report what the same"
                    + " command prints with --verbose.";
        }
        if (failure instanceof IOException || failure instanceof UncheckedIOException) {
            return "the output cannot be written (" + failure.getMessage() + "); see to the disk or the device.";
        }
        return String.valueOf(failure.getMessage());
    }

    /** A pipe fails in one way: its reader is gone. */
    private boolean isClosedPipe(Throwable failure) {
        return terminal.outDevice() == Terminal.Device.PIPE
                && (failure instanceof IOException || failure instanceof UncheckedIOException);
    }

    private void write(String text) {
        try {
            terminal.err().write(text.getBytes(terminal.charset()));
        } catch (IOException e) {
            // Standard error is gone, and with it the way to say so; the exit code remains.
        }
    }
}
