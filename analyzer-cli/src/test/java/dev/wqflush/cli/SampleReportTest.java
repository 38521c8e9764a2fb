package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the program says of the shipped captures; {@code scripts/expected-samples} writes it anew. */
class SampleReportTest {
    private static final Path SAMPLES = Path.of("..", "sample-traces");

    static List<Path> samples() throws IOException {
        try (Stream<Path> folders = Files.list(SAMPLES)) {
            return folders.filter(folder -> Files.exists(folder.resolve("trace.txt.gz")))
                    .sorted()
                    .toList();
        }
    }

    /** The lines of a sample. */
    static List<String> capture(Path sample) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(sample.resolve("trace.txt.gz"))),
                StandardCharsets.ISO_8859_1))) {
            return reader.lines().toList();
        }
    }

    @Test
    void thereAreSamples() throws IOException {
        assertThat(samples()).hasSizeGreaterThanOrEqualTo(8);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void theReportIsTheExpectedOne(Path sample) throws IOException {
        Outcome outcome = Outcome.of("analyze", sample.toString());

        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).isEqualTo(Files.readString(sample.resolve("expected.txt")));
    }
}
