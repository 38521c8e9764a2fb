package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wqflush.cli.report.ReportSchema;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code analyze --what-if} as a user calls it. */
class WhatIfOptionTest {
    @TempDir
    Path folder;

    private String run = "";

    @BeforeEach
    void simulate() {
        run = folder.resolve("run.txt").toString();
        assertThat(Outcome.of(
                                "simulate",
                                "--workqueue",
                                "percpu",
                                "--model",
                                "legacy-v2",
                                "--flushes",
                                "60",
                                "--write",
                                run)
                        .code())
                .isZero();
    }

    private JsonNode report(String change) throws IOException {
        String json = Outcome.of(
                        "analyze", run, "--topology", run + ".topology.json", "--what-if", change, "--json", "-")
                .out();
        assertThat(ReportSchema.violations(json)).isEmpty();
        return new ObjectMapper().readTree(json);
    }

    @Test
    void theMachineThatWasTracedGivesTheCountsOfTheReport() throws IOException {
        JsonNode report = report("kernel=6.13");
        for (JsonNode release : report.at("/what_if/releases")) {
            JsonNode totals = report.at("/models/" + release.at("/model").asText() + "/totals");
            assertThat(release.at("/visits")).isEqualTo(totals.at("/visits"));
            assertThat(release.at("/pool_locks")).isEqualTo(totals.at("/pool_locks"));
            assertThat(release.at("/node_locks")).isEqualTo(totals.at("/node_locks"));
            assertThat(release.at("/time_ns")).isEqualTo(totals.at("/time_ns"));
        }
    }

    @Test
    void aPerCpuWalkPassesEveryCpuOfTheOtherMachine() throws IOException {
        JsonNode whatIf = report("kernel=6.13,cpus=64,nodes=2").at("/what_if");
        long walks = whatIf.at("/walks").asLong();
        assertThat(walks).isPositive();
        assertThat(whatIf.at("/releases/2/visits/value").asLong()).isEqualTo(64 * walks);
        assertThat(whatIf.at("/releases/3/visits/value").asLong()).isLessThan(64 * walks);
        assertThat(whatIf.at("/sensitivity")).isNotEmpty();
    }

    @Test
    void nothingSavesMoreThanThereWasAndTheGreatestSpreadIsFirst() throws IOException {
        JsonNode whatIf =
                report("kernel=6.6,cpus=384,nodes=4,scope=cache_shard").at("/what_if");
        JsonNode there = whatIf.at("/releases/1/time_ns");
        for (JsonNode release : whatIf.at("/releases")) {
            for (String bound : new String[] {"low", "base", "high"}) {
                assertThat(release.at("/saved_ns/" + bound).asLong())
                        .isLessThanOrEqualTo(there.at("/" + bound).asLong());
            }
        }
        long before = Long.MAX_VALUE;
        for (JsonNode each : whatIf.at("/sensitivity")) {
            long spread = each.at("/saved_high_ns").asLong()
                    - each.at("/saved_low_ns").asLong();
            assertThat(spread).isPositive().isLessThanOrEqualTo(before);
            before = spread;
        }
    }

    @Test
    void theTableHasARowPerRelease() {
        String text = Outcome.of("analyze", run, "--topology", run + ".topology.json", "--what-if", "kernel=6.6")
                .out();
        assertThat(text)
                .contains("what if", "to 6.5, v0", "6.6 to 6.12, v1", "from 6.13, v2", "active-list", "moves the");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "kernel=", "cpu=3", "cpus=0", "cpus=x", "nodes=2,nodes=2", "scope=rack", "cpus=6,nodes=4"})
    void whatMeansNothingIsSaid(String change) {
        Outcome outcome = Outcome.of("analyze", run, "--what-if", change);
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("--what-if").doesNotContain("Exception");
    }
}
