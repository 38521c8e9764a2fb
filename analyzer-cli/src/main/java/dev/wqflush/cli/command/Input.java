package dev.wqflush.cli.command;

import dev.wqflush.parsers.input.TraceSource;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One capture file, or standard input.
 *
 * @param name how the user typed it
 * @param path null for standard input
 */
record Input(String name, @Nullable Path path, InputStream standardInput) {
    static final String STANDARD_INPUT = "standard input";

    /** Where its bytes come from; standard input can be read once. */
    TraceSource source() {
        return path == null ? TraceSource.stream(standardInput, name) : TraceSource.file(path, name);
    }
}
