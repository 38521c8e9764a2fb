package dev.wqflush.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of a capture, in a temporary file that is gone when this is closed.
 *
 * @param episodes of the deciding workqueue's flushes that are in it; -1 for the whole capture
 */
record Excerpt(Path file, long lines, int episodes) implements AutoCloseable {
    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
