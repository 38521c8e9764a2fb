package dev.wqflush.cli.command;

import dev.wqflush.cli.report.SafeOutput;
import dev.wqflush.parsers.diag.BadUsage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that the user wants written, or standard output; opened before the long work, so that a bad name fails early.
 */
final class OutputFile implements AutoCloseable {
    static final String STANDARD_OUTPUT = "-";

    private final String option;
    private final String name;
    private final OutputStream standardOutput;
    private final @Nullable SafeOutput file;

    /** Writes what there is to write. */
    @FunctionalInterface
    interface Content {
        /** Writes all of it; the stream stays open. */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Opens it.
     *
     * @param option for messages
     * @param name as the user typed it
     * @param inputs files that must not be overwritten
     * @throws BadUsage if it is an input or cannot be written
     */
    OutputFile(String option, String name, List<Path> inputs, OutputStream standardOutput) {
        this.option = option;
        this.name = name;
        this.standardOutput = standardOutput;
        file = name.equals(STANDARD_OUTPUT) ? null : open(inputs);
    }

    private SafeOutput open(List<Path> inputs) {
        Path target = Path.of(name);
        if (inputs.stream().anyMatch(input -> isSame(input, target))) {
            throw new BadUsage(option + " " + name
                    + ": this is also an input; nothing was written. Name another file for " + option + ".");
        }
        try {
            return SafeOutput.to(target);
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    boolean isStandardOutput() {
        return file == null;
    }

    /** Writes it; a file is in its place then. */
    void write(Content content) throws IOException {
        if (file == null) {
            OutputStream out = new BufferedOutputStream(standardOutput);
            content.writeTo(out);
            out.flush();
            return;
        }
        try {
            content.writeTo(file.stream());
            file.commit();
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    /** Leaves no half-written file. */
    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }

    private static boolean isSame(Path input, Path target) {
        try {
            return Files.exists(target) && Files.exists(input) && Files.isSameFile(input, target);
        } catch (IOException e) {
            return false; // what cannot be looked at will not be written either
        }
    }

    private BadUsage cannotWrite(IOException e) {
        return new BadUsage(
                option + " " + name + ": cannot be written (" + SafeOutput.reason(e)
                        + "); nothing was. Name another file or folder.",
                e);
    }
}
