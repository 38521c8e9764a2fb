package dev.wqflush.parsers.input;

import dev.wqflush.parsers.diag.UnreadableInput;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;

/**
 * The files in a tar or zip archive, plain or compressed, and in the archives among them, one after the other and never
 * more than allowed.
 */
public final class ArchiveMembers {
    private static final int HEADER = 512;
    private static final int TAR_OFFSET = 257;
    private static final byte[] TAR = Ascii.bytes("ustar");
    private static final byte[] ZIP = Ascii.bytes("PK\u0003\u0004");

    /** Compressed, these hold the header of an archive: the largest block of bzip2. */
    private static final int PEEKED = 1 << 20;

    private static final int BUFFER = 64 << 10;
    private static final int DEEPEST = 4;

    /** Is shown each file of an archive. */
    @FunctionalInterface
    public interface MemberVisitor {
        /**
         * Looks at one file.
         *
         * @param name path in the archive, as it stands there; behind that of the archive within the archive, if so
         * @param content ends where the member or {@link Limits#bytesOfMember} ends; valid only during the call
         * @throws IOException if reading the content does
         */
        void visit(String name, InputStream content) throws IOException;
    }

    /**
     * What to read at most.
     *
     * @param members files that are shown; more are an error
     * @param bytesOfMember bytes of each file that are shown; the rest is passed over
     * @param bytesOfAll bytes of the decompressed archive and those in it; more are an error
     */
    public record Limits(int members, long bytesOfMember, long bytesOfAll) {}

    private ArchiveMembers() {}

    /** Whether a file is such an archive, by its content; false too if it cannot be read. */
    public static boolean isArchive(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Decompression.unwrap(Files.newInputStream(file))) {
            return isArchive(in.readNBytes(HEADER));
        } catch (IOException e) {
            return false; // whoever reads the file next says why
        }
    }

    private static boolean isArchive(byte[] header) {
        return isZip(header) || Ascii.startsWith(header, TAR_OFFSET, header.length, TAR);
    }

    private static boolean isZip(byte[] header) {
        return Ascii.startsWith(header, 0, header.length, ZIP);
    }

    /**
     * Shows every regular file of an archive in its order; links, devices and folders are passed over.
     *
     * @throws UnreadableInput if the archive cannot be read to its end, or is larger than allowed
     */
    public static void forEach(Path archive, Limits limits, MemberVisitor visitor) {
        try (InputStream in = Files.newInputStream(archive)) {
            new Walk(limits, visitor).through(in, "", 1);
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new UnreadableInput(
                    archive + ": the archive cannot be read (" + e.getMessage()
                            + "); unpack it and name the folder instead.",
                    e);
        }
    }

    /** One pass over an archive and those in it, whose limits hold for all together. */
    private static final class Walk {
        private final Limits limits;
        private final MemberVisitor visitor;
        private final Allowance bytes;
        private int members;

        Walk(Limits limits, MemberVisitor visitor) {
            this.limits = limits;
            this.visitor = visitor;
            this.bytes = new Allowance(limits.bytesOfAll());
        }

        void through(InputStream stored, String path, int depth) throws IOException {
            BufferedInputStream all =
                    new BufferedInputStream(new Bounded(Decompression.unwrap(stored), bytes, true), BUFFER);
            all.mark(HEADER);
            boolean zip = isZip(all.readNBytes(HEADER));
            all.reset();
            ArchiveInputStream<?> archive = zip ? new ZipArchiveInputStream(all) : new TarArchiveInputStream(all);
            for (ArchiveEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                if (isFile(entry) && archive.canReadEntryData(entry)) {
                    member(archive, path + entry.getName(), depth);
                }
            }
        }

        private static boolean isFile(ArchiveEntry entry) {
            boolean link =
                    entry instanceof TarArchiveEntry tar && (!tar.isFile() || tar.isLink() || tar.isSymbolicLink());
            boolean zippedLink = entry instanceof ZipArchiveEntry zip && zip.isUnixSymlink();
            return !entry.isDirectory() && !link && !zippedLink;
        }

        private void member(InputStream content, String path, int depth) throws IOException {
            if (++members > limits.members()) {
                throw new IOException("more than " + limits.members() + " files in it");
            }
            byte[] head = content.readNBytes(PEEKED);
            PushbackInputStream whole = new PushbackInputStream(content, Math.max(1, head.length));
            whole.unread(head);
            if (!holdsArchive(head)) {
                visitor.visit(path, new Bounded(whole, new Allowance(limits.bytesOfMember()), false));
            } else if (depth == DEEPEST) {
                throw new IOException("archives in archives, more than " + DEEPEST + " deep");
            } else {
                through(whole, path + "/", depth + 1);
            }
        }

        private static boolean holdsArchive(byte[] head) {
            try {
                return isArchive(
                        Decompression.unwrap(new ByteArrayInputStream(head)).readNBytes(HEADER));
            } catch (IOException e) {
                return false; // damaged, or compressed in larger blocks; shown as it is
            }
        }
    }

    /** Bytes that may still be read. */
    private static final class Allowance {
        private long left;

        Allowance(long bytes) {
            left = bytes;
        }
    }

    /** A stream that ends, or fails, behind a number of bytes, and is not closed with its reader. */
    private static final class Bounded extends BlockStream {
        private final boolean failing;
        private final Allowance allowed;

        Bounded(InputStream in, Allowance allowed, boolean failing) {
            super(in);
            this.allowed = allowed;
            this.failing = failing;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (allowed.left == 0) {
                if (failing) {
                    throw new IOException("larger than allowed");
                }
                return -1;
            }
            int read = in.read(target, offset, (int) Math.min(length, allowed.left));
            allowed.left -= Math.max(read, 0);
            return read;
        }

        @Override
        public long skip(long n) throws IOException {
            long skipped = in.skip(Math.min(n, allowed.left));
            allowed.left -= skipped;
            return skipped;
        }

        @Override
        public boolean markSupported() {
            return false; // going back would not be counted
        }

        @Override
        public void close() throws IOException {
            if (failing) {
                super.close();
            }
        }
    }
}
