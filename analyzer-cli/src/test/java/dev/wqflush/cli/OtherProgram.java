package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A program of the machine, such as a shell. */
final class OtherProgram {
    private static final int MOST_SECONDS = 300;

    private OtherProgram() {}

    /** Whether the PATH has it. */
    static boolean isFound(String program) {
        return Pattern.compile(":")
                .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    /** What it printed, messages included; it must end well. */
    static String run(String... command) throws Exception {
        return run(Map.of(), command);
    }

    /** The same with more in its environment. */
    static String run(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }
}
