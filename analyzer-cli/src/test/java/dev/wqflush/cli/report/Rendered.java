package dev.wqflush.cli.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What a writer writes. */
final class Rendered {
    private Rendered() {}

    static String text(ReportWriter writer, Report report) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.write(report, out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
