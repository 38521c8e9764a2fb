package dev.wqflush.cli.command;

import dev.wqflush.cli.command.OutputOptions.Wanted;
import dev.wqflush.cli.report.Report;
import dev.wqflush.cli.report.ReportWriter;
import dev.wqflush.parsers.diag.BadUsage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The output files of one run, opened before the long work so that a bad name fails in the first second. */
final class Outputs implements AutoCloseable {
    private final List<Open> open = new ArrayList<>();

    private record Open(OutputFile file, ReportWriter writer) {}

    /**
     * Opens all.
     *
     * @param inputs files that must not be overwritten
     * @throws BadUsage if one is an input, is named twice or cannot be written
     */
    Outputs(List<Wanted> wanted, List<Path> inputs, OutputStream standardOutput) {
        Set<Path> targets = new HashSet<>();
        try {
            for (Wanted one : wanted) {
                if (!targets.add(Path.of(one.file()).toAbsolutePath().normalize())) {
                    throw taken(one);
                }
                open.add(new Open(new OutputFile(one.option(), one.file(), inputs, standardOutput), one.writer()));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static BadUsage taken(Wanted again) {
        return new BadUsage(again.option() + " " + again.file()
                + (again.file().equals(OutputFile.STANDARD_OUTPUT)
                        ? ": standard output is taken by another output; name a file."
                        : ": another output has this name; nothing was written. Name another file for " + again.option()
                                + "."));
    }

    /** Whether standard output is taken by one of them. */
    boolean takeStandardOutput() {
        return open.stream().anyMatch(output -> output.file().isStandardOutput());
    }

    /** Writes all. */
    void write(Report report) throws IOException {
        for (Open output : open) {
            output.file().write(out -> output.writer().write(report, out));
        }
    }

    @Override
    public void close() {
        open.forEach(output -> output.file().close());
    }
}
