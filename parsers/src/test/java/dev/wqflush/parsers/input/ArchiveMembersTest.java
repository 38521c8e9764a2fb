package dev.wqflush.parsers.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.parsers.Reading;
import dev.wqflush.parsers.diag.UnreadableInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members come one by one and never more than allowed. */
class ArchiveMembersTest {
    private static final ArchiveMembers.Limits LIMITS = new ArchiveMembers.Limits(10, 100, 100_000);

    @TempDir
    Path folder;

    @Test
    void showsRegularFilesInOrder() throws IOException {
        Path archive = archive("cpu/possible", "0-15\n", "node/online", "0");

        assertThat(ArchiveMembers.isArchive(archive)).isTrue();
        assertThat(members(archive, LIMITS)).containsExactly("cpu/possible=0-15\n", "node/online=0");
    }

    @Test
    void archivesWithinArchives() throws IOException {
        Path inner = archive("possible", "0-15\n", "trace", "x");
        byte[] zipped = zip("inner/" + inner.getFileName(), Files.readAllBytes(inner), "note", latin1("hello"));
        Path outer = Files.write(folder.resolve("bundle"), zipped);

        assertThat(ArchiveMembers.isArchive(outer)).isTrue();
        assertThat(members(outer, LIMITS))
                .containsExactly("inner/archive.tar.gz/possible=0-15\n", "inner/archive.tar.gz/trace=x", "note=hello");
        assertThatThrownBy(() -> members(outer, new ArchiveMembers.Limits(2, 100, 100_000)))
                .hasMessageContaining("more than 2 files");
    }

    /** What an archive of archives of archives unpacks to is bounded, whatever their sizes. */
    @Test
    void archivesThatNeverEnd() throws IOException {
        byte[] content = new byte[1 << 20];
        for (int depth = 0; depth < 5; depth++) {
            content = zip("a.zip", content, "b.zip", content);
        }
        Path bomb = Files.write(folder.resolve("bomb"), content);

        assertThatThrownBy(() -> members(bomb, new ArchiveMembers.Limits(100_000, 100, 1L << 30)))
                .isInstanceOf(UnreadableInput.class)
                .hasMessage(
                        bomb + ": the archive cannot be read (archives in archives, more than 4 deep); unpack it and"
                                + " name the folder instead.");
    }

    @Test
    void longMembersAreCut() throws IOException {
        Path archive = archive("a", "x".repeat(5_000), "b", "y");

        assertThat(members(archive, LIMITS)).containsExactly("a=" + "x".repeat(100), "b=y");
    }

    @Test
    void tooManyMembersAndTooManyBytesAreRefused() throws IOException {
        Path archive = archive("a", "1", "b", "2", "c", "3");

        assertThatThrownBy(() -> members(archive, new ArchiveMembers.Limits(2, 100, 100_000)))
                .isInstanceOf(UnreadableInput.class)
                .hasMessageContaining("more than 2 files");
        assertThatThrownBy(() -> members(archive, new ArchiveMembers.Limits(10, 100, 1_000)))
                .isInstanceOf(UnreadableInput.class)
                .hasMessageContaining("larger than allowed");
    }

    @Test
    void damageIsOneSentenceAtWorst() throws IOException {
        byte[] whole = Files.readAllBytes(archive("a", "1", "b", "2"));
        Path cut = folder.resolve("cut.tar.gz");
        for (int length = 0; length < whole.length; length++) {
            Files.write(cut, Arrays.copyOf(whole, length));
            try {
                members(cut, LIMITS);
            } catch (UnreadableInput e) {
                assertThat(e).hasMessageStartingWith(cut.toString()).hasMessageEndingWith(".");
            }
        }
    }

    @Test
    void noArchive() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "x".repeat(600));

        assertThat(ArchiveMembers.isArchive(text)).isFalse();
        assertThat(ArchiveMembers.isArchive(folder)).isFalse();
        assertThat(ArchiveMembers.isArchive(folder.resolve("missing"))).isFalse();
        assertThatThrownBy(() -> members(folder.resolve("missing"), LIMITS)).isInstanceOf(UnreadableInput.class);
    }

    @Test
    void copiedSysfsTree() {
        Path sysfs = Reading.shared("captured/k61-8x16/sysfs.tar.gz");
        List<String> members = members(sysfs, new ArchiveMembers.Limits(10_000, 1 << 20, 1 << 26));

        assertThat(members).anyMatch(member -> member.endsWith("cpu/possible=0-15\n"));
    }

    private static List<String> members(Path archive, ArchiveMembers.Limits limits) {
        List<String> members = new ArrayList<>();
        ArchiveMembers.forEach(
                archive,
                limits,
                (name, content) ->
                        members.add(name + "=" + new String(content.readAllBytes(), StandardCharsets.ISO_8859_1)));
        return members;
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] zip(String name, byte[] content, String otherName, byte[] otherContent) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("folder/"));
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content);
            zip.putNextEntry(new ZipEntry(otherName));
            zip.write(otherContent);
        }
        return bytes.toByteArray();
    }

    private Path archive(String... namesAndContents) throws IOException {
        Path archive = folder.resolve("archive.tar.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(archive));
                TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
            put(tar, new TarArchiveEntry("folder/"), "");
            put(tar, new TarArchiveEntry("link", TarConstants.LF_SYMLINK), "");
            for (int i = 0; i < namesAndContents.length; i += 2) {
                put(tar, new TarArchiveEntry(namesAndContents[i]), namesAndContents[i + 1]);
            }
        }
        return archive;
    }

    private static void put(TarArchiveOutputStream tar, TarArchiveEntry entry, String content) throws IOException {
        byte[] bytes = latin1(content);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }
}
