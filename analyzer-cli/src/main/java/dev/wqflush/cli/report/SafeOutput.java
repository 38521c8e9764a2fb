package dev.wqflush.cli.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * An output file that appears under its name only when it is complete: it is written to a temporary file in the same
 * folder, which is renamed at the end and removed on failure or when the program is interrupted. Devices and pipes are
 * written directly.
 */
public final class SafeOutput implements AutoCloseable {
    private final Path target;
    private final Path written;
    private final OutputStream stream;
    private final Thread remover;
    private volatile boolean done;

    private SafeOutput(Path target, Path written) throws IOException {
        this.target = target;
        this.written = written;
        this.remover = new Thread(this::remove, "remove " + written.getFileName());
        // First the hook, then the file: an interrupt between them must not leave the file behind.
        Runtime.getRuntime().addShutdownHook(remover);
        try {
            this.stream = new BufferedOutputStream(create());
        } catch (IOException e) {
            Runtime.getRuntime().removeShutdownHook(remover);
            throw e;
        }
    }

    private synchronized OutputStream create() throws IOException {
        if (done) {
            throw new IOException("interrupted");
        }
        return Files.newOutputStream(
                written,
                written.equals(target) ? StandardOpenOption.APPEND : StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE);
    }

    /**
     * Begins an output, and fails at once if it cannot be written.
     *
     * @throws IOException if the folder is missing or not writable, or if there is a folder or a protected file of the
     *     name
     */
    public static SafeOutput to(Path target) throws IOException {
        // Through a symbolic link the file is replaced, not the link.
        Path real = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath();
        if (Files.isDirectory(real)) {
            throw new FileSystemException(target.toString(), null, "is a directory");
        }
        if (Files.exists(real) && !Files.isWritable(real)) {
            throw new AccessDeniedException(target.toString());
        }
        if (Files.exists(real) && !Files.isRegularFile(real)) {
            return new SafeOutput(real, real);
        }
        Path folder = real.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new NotDirectoryException(String.valueOf(folder));
        }
        String name = "." + real.getFileName() + "." + ProcessHandle.current().pid() + ".wqflush";
        return new SafeOutput(real, folder.resolve(name));
    }

    /** Why an output cannot be written, in words. */
    public static String reason(IOException e) {
        if (e instanceof NotDirectoryException || e instanceof NoSuchFileException) {
            return "there is no such folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        String reason = e instanceof FileSystemException failure ? failure.getReason() : e.getMessage();
        return reason == null ? "no reason given" : reason.toLowerCase(Locale.ROOT);
    }

    /** Where to write to. */
    public OutputStream stream() {
        return stream;
    }

    /** Puts the complete file in its place. */
    public void commit() throws IOException {
        stream.close();
        if (!written.equals(target)) {
            keepPermissions();
            try {
                Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(written, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        done = true;
    }

    private void keepPermissions() throws IOException {
        if (Files.exists(target)) {
            Files.setPosixFilePermissions(written, Files.getPosixFilePermissions(target));
        }
    }

    /** Removes the file unless it was committed. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(remover);
        } catch (IllegalStateException e) {
            return; // shutting down: the hook is at work
        }
        try {
            stream.close();
        } catch (IOException e) {
            // Either the file is complete and closed, or its content is not wanted.
        }
        remove();
    }

    private synchronized void remove() {
        boolean wanted = done;
        done = true;
        if (!wanted && !written.equals(target)) {
            try {
                Files.deleteIfExists(written);
            } catch (IOException e) {
                // A leftover that cannot be removed harms nobody; its name says whose it is.
            }
        }
    }
}
