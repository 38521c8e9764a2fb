package dev.wqflush.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafeOutputTest {
    private static final byte[] CONTENT = "new".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path folder;

    @Test
    void theNameAppearsWithTheCompleteFile() throws IOException {
        Path target = folder.resolve("out.json");
        try (SafeOutput output = SafeOutput.to(target)) {
            output.stream().write(CONTENT);
            assertThat(target).doesNotExist();
            output.commit();
        }

        assertThat(target).hasContent("new");
        assertThat(files()).containsExactly("out.json");
    }

    @Test
    void whatIsNotCommittedIsRemoved() throws IOException {
        Path target = Files.writeString(folder.resolve("out.json"), "old");
        try (SafeOutput output = SafeOutput.to(target)) {
            output.stream().write(CONTENT);
        }

        assertThat(target).hasContent("old");
        assertThat(files()).containsExactly("out.json");
    }

    @Test
    void theFileBehindALinkIsReplaced() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));

        write(link);

        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
    }

    @Test
    void permissionsStay() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        write(file);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void aDeviceIsWrittenDirectly() throws IOException {
        Path device = Path.of("/dev/null");

        write(device);

        assertThat(Files.isRegularFile(device)).isFalse();
    }

    @Test
    void aFolderAndAMissingFolderAreRefused() {
        assertThatThrownBy(() -> SafeOutput.to(folder)).hasMessageContaining("is a directory");
        assertThatThrownBy(() -> SafeOutput.to(folder.resolve("none/out"))).isInstanceOf(NotDirectoryException.class);
    }

    private static void write(Path target) throws IOException {
        try (SafeOutput output = SafeOutput.to(target)) {
            output.stream().write(CONTENT);
            output.commit();
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }
}
