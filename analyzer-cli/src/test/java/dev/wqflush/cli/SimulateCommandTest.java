package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code simulate} as a user calls it. */
class SimulateCommandTest {
    @TempDir
    Path folder;

    @Test
    void aDeclaredLoadIsPrintedUnderEveryModel() {
        Outcome outcome = Outcome.of("simulate", "--cpus", "64", "--caches", "4", "--flushes", "200");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out().lines().map(line -> line.substring(0, line.indexOf(" "))))
                .containsExactly("model", "legacy-v0", "legacy-v1", "legacy-v2", "active-list");
    }

    @Test
    void rowsAreWrittenAsJson() {
        Outcome outcome = Outcome.of(
                "simulate",
                "--load",
                "idle",
                "--threads",
                "1",
                "--flushes",
                "100",
                "--model",
                "legacy-v2",
                "--json",
                "-");
        assertThat(outcome.out())
                .contains("\"name\" : \"legacy-v2\"")
                .contains("\"published\" : null")
                .contains("\"ratio\" : null")
                .contains("\"unit\" : \"flushes/s\"");
    }

    @Test
    void aRunIsWrittenWithItsTruthAndAnalysedAgain() throws IOException {
        String file = folder.resolve("run.txt").toString();
        Outcome written = Outcome.of(
                "simulate", "--workqueue", "percpu", "--model", "legacy-v2", "--flushes", "200", "--write", file);
        assertThat(written.code()).isZero();
        Outcome read = Outcome.of("analyze", file, "--topology", file + ".topology.json");
        assertThat(read.code()).isZero();
        assertThat(read.out()).contains("wqsim_percpu").contains("Grade A");
        try (var files = Files.list(folder)) {
            assertThat(files.map(path -> path.getFileName().toString()).sorted())
                    .isEqualTo(List.of("run.txt", "run.txt.topology.json", "run.txt.truth.tsv"));
        }
    }

    @Test
    void whatDoesNotFitTogetherIsSaid() {
        assertThat(Outcome.of("simulate", "--cpus", "10").err())
                .contains("10 CPUs cannot be divided among 2 nodes with 12 caches each");
        assertThat(Outcome.of("simulate", "--model", "legacy").err()).contains("no such model; there are legacy-v0,");
        assertThat(Outcome.of("simulate", "--write", "x").err())
                .contains("--write x: which model? Name it with --model.");
        assertThat(Outcome.of("simulate", "--published", "--write", "x").err()).contains("leave one out");
        assertThat(Outcome.of("simulate", "--load", "dense", "--model", "legacy-v2", "--write", "x")
                        .err())
                .contains("cannot be written");
        assertThat(Outcome.of("simulate", "--model", "legacy-v2", "--write", "/no/such/x")
                        .err())
                .contains("there is no such folder");
        assertThat(Outcome.of("simulate", "--cpus", "10").code()).isEqualTo(2);
    }
}
