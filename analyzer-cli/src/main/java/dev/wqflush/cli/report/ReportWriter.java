package dev.wqflush.cli.report;

import java.io.IOException;
import java.io.OutputStream;

/** Writes a report in one form. */
@FunctionalInterface
public interface ReportWriter {
    /** Writes the whole report; the stream is buffered by the caller, who also closes it. */
    void write(Report report, OutputStream out) throws IOException;
}
