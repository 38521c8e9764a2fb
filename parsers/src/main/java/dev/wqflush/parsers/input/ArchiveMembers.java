package dev.wqflush.parsers.input;

import dev.wqflush.parsers.diag.UnreadableInput;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** The files in a tar archive, plain or compressed, one after the other and never more than allowed. */
public final class ArchiveMembers {
    private static final int HEADER = 512;
    private static final int MAGIC_OFFSET = 257;
    private static final byte[] MAGIC = Ascii.bytes("ustar");

    /** Is shown each file of an archive. */
    @FunctionalInterface
    public interface MemberVisitor {
        /**
         * Looks at one file.
         *
         * @param name path in the archive, as it stands there
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
     * @param bytesOfAll bytes of the decompressed archive; more are an error
     */
    public record Limits(int members, long bytesOfMember, long bytesOfAll) {}

    private ArchiveMembers() {}

    /** Whether a file is a tar archive, plain or compressed, by its content; false too if it cannot be read. */
    public static boolean isArchive(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Decompression.unwrap(Files.newInputStream(file))) {
            byte[] header = in.readNBytes(HEADER);
            return Ascii.startsWith(header, MAGIC_OFFSET, header.length, MAGIC);
        } catch (IOException e) {
            return false; // whoever reads the file next says why
        }
    }

    /**
     * Shows every regular file of an archive in its order; links, devices and folders are passed over.
     *
     * @throws UnreadableInput if the archive cannot be read to its end, or is larger than allowed
     */
    public static void forEach(Path archive, Limits limits, MemberVisitor visitor) {
        try (InputStream all =
                        new Bounded(Decompression.unwrap(Files.newInputStream(archive)), limits.bytesOfAll(), true);
                TarArchiveInputStream tar = new TarArchiveInputStream(all)) {
            int members = 0;
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (!entry.isFile() || entry.isLink() || entry.isSymbolicLink()) {
                    continue;
                }
                if (++members > limits.members()) {
                    throw new IOException("more than " + limits.members() + " files in it");
                }
                visitor.visit(entry.getName(), new Bounded(tar, limits.bytesOfMember(), false));
            }
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new UnreadableInput(
                    archive + ": the archive cannot be read (" + e.getMessage()
                            + "); unpack it and name the folder instead.",
                    e);
        }
    }

    /** A stream that ends, or fails, behind a number of bytes, and is not closed with its reader. */
    private static final class Bounded extends FilterInputStream {
        private final boolean failing;
        private long left;

        Bounded(InputStream in, long most, boolean failing) {
            super(in);
            this.left = most;
            this.failing = failing;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (left == 0) {
                if (failing) {
                    throw new IOException("larger than allowed");
                }
                return -1;
            }
            int read = in.read(target, offset, (int) Math.min(length, left));
            left -= Math.max(read, 0);
            return read;
        }

        @Override
        public long skip(long n) throws IOException {
            long skipped = in.skip(Math.min(n, left));
            left -= skipped;
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
