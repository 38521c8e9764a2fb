package dev.wqflush.parsers.input;

import dev.wqflush.parsers.diag.UnreadableInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A place to read a capture from, with the name by which the user knows it. */
public final class TraceSource {
    /** Opens the bytes; called once. */
    private interface Opener {
        InputStream open() throws IOException;
    }

    private final String name;
    private final long size;
    private final @Nullable Path file;
    private final Opener opener;
    private LongConsumer progress = count -> {};
    private boolean digested;

    private TraceSource(String name, long size, @Nullable Path file, Opener opener) {
        this.name = name;
        this.size = size;
        this.file = file;
        this.opener = opener;
    }

    /** A file, called by its path. */
    public static TraceSource file(Path path) {
        return file(path, path.toString());
    }

    /** A file; {@code name} is how the user typed it. */
    public static TraceSource file(Path path, String name) {
        long size = sizeOf(path);
        return new TraceSource(name, size, size < 0 ? null : path, () -> Files.newInputStream(path));
    }

    /** Standard input or any other stream. */
    public static TraceSource stream(InputStream in, String name) {
        return new TraceSource(name, -1, null, () -> in);
    }

    /** Bytes in memory, such as an archive's member. */
    public static TraceSource bytes(byte[] content, String name) {
        return new TraceSource(name, content.length, null, () -> new ByteArrayInputStream(content));
    }

    /** Asks to be told how many bytes of the file as stored are consumed; called once a block. */
    public TraceSource onProgress(LongConsumer listener) {
        progress = listener;
        return this;
    }

    /** Asks for the SHA-256 of the file as stored. */
    public TraceSource digested() {
        digested = true;
        return this;
    }

    /** The name by which the user knows the source. */
    public String name() {
        return name;
    }

    /** Bytes as stored, or -1 if unknown. */
    public long size() {
        return size;
    }

    /**
     * Opens the source, unwraps gzip and reads the first block.
     *
     * @throws UnreadableInput if it cannot be opened
     */
    public ByteWindow open() {
        InputStream in;
        try {
            in = opener.open();
        } catch (NoSuchFileException e) {
            throw new UnreadableInput(name + ": no such file; check the name and the folder.", e);
        } catch (AccessDeniedException e) {
            throw new UnreadableInput(name + ": may not be read by this user; ask for read permission, or copy it.", e);
        } catch (IOException e) {
            throw new UnreadableInput(name + ": cannot be opened (" + e.getMessage() + "); check the file.", e);
        }
        return new ByteWindow(name, size, new StoredBytes(in, progress, digested), file);
    }

    private static long sizeOf(Path path) {
        try {
            return Files.isRegularFile(path) ? Files.size(path) : -1;
        } catch (IOException e) {
            return -1; // the size is only for the progress line
        }
    }
}
