package dev.wqflush.parsers.input;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;

/** The small members of a tar (plain or gzip) or zip archive, such as a copied sysfs tree, in memory. */
public final class ArchiveMembers {
    /** A member of a copied sysfs tree is a page at most; a kernel log may lie beside it. */
    private static final int LONGEST_MEMBER = 1 << 20;

    /** Stops an archive that expands without bound; a sysfs tree of 8192 CPUs has fewer files than this. */
    private static final int MOST_MEMBERS = 1 << 18;

    private static final long MOST_BYTES = 64L << 20;
    private static final int TAR_MAGIC_AT = 257;
    private static final byte[] TAR_MAGIC = {'u', 's', 't', 'a', 'r'};

    private ArchiveMembers() {}

    /** Whether the file is an archive, by its content. */
    public static boolean isArchive(Path file) throws IOException {
        try (InputStream in = unwrapped(file)) {
            return isZip(in) || isTar(in);
        } catch (EOFException e) {
            return false;
        }
    }

    /**
     * Members of up to a megabyte by their path; longer ones are left out.
     *
     * @throws IOException if the archive is damaged or expands beyond 64 MB
     */
    public static SortedMap<String, byte[]> smallMembers(Path file) throws IOException {
        SortedMap<String, byte[]> members = new TreeMap<>();
        long total = 0;
        try (InputStream in = unwrapped(file);
                ArchiveInputStream<? extends ArchiveEntry> archive =
                        isZip(in) ? new ZipArchiveInputStream(in) : new TarArchiveInputStream(in)) {
            for (ArchiveEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                if (entry.isDirectory()) {
                    continue;
                }
                byte[] content = archive.readNBytes(LONGEST_MEMBER + 1);
                total += content.length;
                if (total > MOST_BYTES || members.size() >= MOST_MEMBERS) {
                    throw new IOException("the archive holds more than " + MOST_BYTES + " bytes or " + MOST_MEMBERS
                            + " files, no copied sysfs tree");
                }
                if (content.length <= LONGEST_MEMBER) {
                    members.put(entry.getName(), content);
                }
            }
        }
        return members;
    }

    private static InputStream unwrapped(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        byte[] magic = peek(in, 2);
        boolean gzip = magic.length == 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
        return gzip ? new BufferedInputStream(new GZIPInputStream(in)) : in;
    }

    private static boolean isZip(InputStream in) throws IOException {
        byte[] magic = peek(in, 4);
        return magic.length == 4 && magic[0] == 'P' && magic[1] == 'K' && magic[2] == 3 && magic[3] == 4;
    }

    private static boolean isTar(InputStream in) throws IOException {
        byte[] head = peek(in, TAR_MAGIC_AT + TAR_MAGIC.length);
        return head.length == TAR_MAGIC_AT + TAR_MAGIC.length
                && Arrays.equals(head, TAR_MAGIC_AT, head.length, TAR_MAGIC, 0, TAR_MAGIC.length);
    }

    private static byte[] peek(InputStream in, int length) throws IOException {
        in.mark(length);
        byte[] bytes = in.readNBytes(length);
        in.reset();
        return bytes;
    }
}
