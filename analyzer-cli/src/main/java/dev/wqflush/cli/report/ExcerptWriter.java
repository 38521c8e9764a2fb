package dev.wqflush.cli.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes the part of the capture that was chosen, as it is. */
public final class ExcerptWriter implements ReportWriter {
    private @Nullable Path excerpt;

    /** Says where the part lies; to be called before it is written. */
    public void choose(Path chosen) {
        excerpt = chosen;
    }

    @Override
    public void write(Report report, OutputStream out) throws IOException {
        Files.copy(Objects.requireNonNull(excerpt, "nothing chosen"), out);
    }
}
