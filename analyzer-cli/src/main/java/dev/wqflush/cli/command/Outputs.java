package dev.wqflush.cli.command;

import dev.wqflush.cli.command.OutputOptions.Wanted;
import dev.wqflush.cli.report.Report;
import dev.wqflush.cli.report.SafeOutput;
import dev.wqflush.parsers.diag.BadUsage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The output files of one run, opened before the long work so that a bad name fails in the first second. */
final class Outputs implements AutoCloseable {
    private final OutputStream standardOutput;
    private final List<Open> open = new ArrayList<>();

    private record Open(Wanted wanted, @Nullable SafeOutput file) {}

    /**
     * Opens all.
     *
     * @param inputs files that must not be overwritten
     * @throws BadUsage if one is an input, is named twice or cannot be written
     */
    Outputs(List<Wanted> wanted, List<Path> inputs, OutputStream standardOutput) {
        this.standardOutput = standardOutput;
        Set<Path> targets = new HashSet<>();
        try {
            for (Wanted one : wanted) {
                open.add(opened(one, inputs, targets));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Whether standard output is taken by one of them. */
    boolean takeStandardOutput() {
        return open.stream().anyMatch(output -> output.file() == null);
    }

    /** Writes all. */
    void write(Report report) throws IOException {
        for (Open output : open) {
            SafeOutput file = output.file();
            if (file == null) {
                OutputStream out = new BufferedOutputStream(standardOutput);
                output.wanted().writer().write(report, out);
                out.flush();
            } else {
                write(report, output.wanted(), file);
            }
        }
    }

    @Override
    public void close() {
        for (Open output : open) {
            SafeOutput file = output.file();
            if (file != null) {
                file.close();
            }
        }
    }

    private static void write(Report report, Wanted wanted, SafeOutput file) {
        try {
            wanted.writer().write(report, file.stream());
            file.commit();
        } catch (IOException e) {
            throw cannotWrite(wanted, e);
        }
    }

    private static Open opened(Wanted wanted, List<Path> inputs, Set<Path> targets) {
        if (wanted.file().equals("-")) {
            if (!targets.add(Path.of("-"))) {
                throw new BadUsage(wanted.option() + " -: standard output is taken by another output; name a file.");
            }
            return new Open(wanted, null);
        }
        Path target = Path.of(wanted.file());
        for (Path input : inputs) {
            if (isSame(input, target)) {
                throw new BadUsage(wanted.option() + " " + wanted.file()
                        + ": this is also an input; nothing was written. Name another file for " + wanted.option()
                        + ".");
            }
        }
        if (!targets.add(target.toAbsolutePath().normalize())) {
            throw new BadUsage(wanted.option() + " " + wanted.file()
                    + ": another output has this name; nothing was written. Name another file for "
                    + wanted.option() + ".");
        }
        try {
            return new Open(wanted, SafeOutput.to(target));
        } catch (IOException e) {
            throw cannotWrite(wanted, e);
        }
    }

    private static boolean isSame(Path input, Path target) {
        try {
            return Files.exists(target) && Files.exists(input) && Files.isSameFile(input, target);
        } catch (IOException e) {
            return false; // what cannot be looked at will not be written either
        }
    }

    private static BadUsage cannotWrite(Wanted wanted, IOException e) {
        return new BadUsage(
                wanted.option() + " " + wanted.file() + ": cannot be written (" + SafeOutput.reason(e)
                        + "); nothing was. Name another file or folder.",
                e);
    }
}
