package dev.wqflush.parsers;

import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.input.TraceSource;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.Assumptions;

/** Reads a whole source for a test. */
public record Reading(EventLog log, ReadStatistics statistics) {
    /** Reads a source with whatever format fits. */
    public static Reading of(TraceSource source) {
        EventLog log = new EventLog();
        try (TraceReader reader = TraceFormats.open(source)) {
            return new Reading(log, reader.read(log));
        }
    }

    /** Reads bytes. */
    public static Reading of(byte[] content) {
        return of(TraceSource.bytes(content, "test.txt"));
    }

    /** Reads text, which is encoded as Latin-1. */
    public static Reading of(String text) {
        return of(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A source that gives a byte at a time. */
    public static TraceSource trickle(byte[] content) {
        InputStream slow = new FilterInputStream(new ByteArrayInputStream(content)) {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return super.read(target, offset, Math.min(length, 1));
            }
        };
        return TraceSource.stream(slow, "slow");
    }

    /** A file of the shared captures; the test is skipped where they are not at hand. */
    public static Path shared(String name) {
        Path file = Path.of(System.getProperty("wqflush.shared", "traces-not-given"), name);
        for (Path folder = Path.of("").toAbsolutePath();
                folder != null && !Files.exists(file);
                folder = folder.getParent()) {
            file = folder.resolve("shared").resolve("traces").resolve(name);
        }
        Assumptions.assumeThat(file).as("shared captures").exists();
        return file;
    }
}
