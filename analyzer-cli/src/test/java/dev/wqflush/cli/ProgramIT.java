package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The jar as a user runs it. */
@Timeout(60)
class ProgramIT {
    private static final int SIGINT_CODE = 130;

    @TempDir
    private Path folder;

    @Test
    void itSaysItsVersion() throws Exception {
        Process process = start("--version");

        assertThat(process.waitFor()).isZero();
        assertThat(text(process))
                .startsWith("wqflush ")
                .doesNotContain("development")
                .contains("(commit ");
    }

    @Test
    void aClosedPipeEndsQuietly() throws Exception {
        Path capture = folder.resolve("long.txt");
        StringBuilder text = new StringBuilder();
        for (int second = 1; second < 3000; second++) {
            text.append(Traces.idleFlush(second));
        }
        Files.writeString(capture, text);
        Process process = start("analyze", capture.toString(), "--flushes", "-");
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).startsWith("flush,wq,");
        }

        assertThat(process.waitFor()).isZero();
        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
    }

    @Test
    void anInterruptLeavesNoFileBehind() throws Exception {
        Path target = folder.resolve("out.json");
        Process process = start("analyze", "-", "--json", target.toString());
        try (OutputStream in = process.getOutputStream()) {
            in.write(Traces.idleFlush(1).getBytes(StandardCharsets.US_ASCII));
            in.flush();
            while (files().isEmpty()) {
                Thread.sleep(20);
            }
            long begun = System.nanoTime();
            new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                    .start()
                    .waitFor();

            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)).isLessThan(5_000);
        }

        assertThat(process.exitValue()).isEqualTo(SIGINT_CODE);
        assertThat(files()).isEmpty();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static Process start(String... arguments) throws IOException {
        // A shell that starts the build in the background would have it ignore interrupts.
        List<String> command = new ArrayList<>(List.of(
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-jar",
                System.getProperty("wqflush.jar", "")));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).start();
    }

    private static String text(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
