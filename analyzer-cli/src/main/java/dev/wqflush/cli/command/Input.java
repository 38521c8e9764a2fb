package dev.wqflush.cli.command;

import dev.wqflush.parsers.input.TraceSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One capture.
 *
 * @param name how the user knows it
 * @param path its file, or the archive that it is a member of; null for standard input
 * @param opener gives its bytes
 * @param looker gives its bytes, or at least its beginning, before and besides
 */
record Input(String name, @Nullable Path path, Supplier<TraceSource> opener, Supplier<TraceSource> looker) {
    /** One that can be read repeatedly. */
    Input(String name, @Nullable Path path, Supplier<TraceSource> opener) {
        this(name, path, opener, opener);
    }

    /** The same, called otherwise. */
    Input called(String other) {
        return new Input(other, path, opener, looker);
    }

    /** What it is, to be told before it is read. */
    TraceSource look() {
        return looker.get();
    }

    /** Where its bytes come from. */
    TraceSource source() {
        return opener.get();
    }

    /** Whether it can be read more than once: a pipe cannot. */
    boolean isRepeatable() {
        return path != null && Files.isRegularFile(path);
    }
}
