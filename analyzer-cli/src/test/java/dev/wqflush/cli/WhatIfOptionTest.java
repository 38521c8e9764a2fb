package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.report.ReportSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --what-if} as a user calls it, on a simulated per-cpu capture. */
class WhatIfOptionTest {
    @TempDir
    Path folder;

    private String run = "";

    @BeforeEach
    void simulate() {
        run = folder.resolve("run.txt").toString();
        Outcome.of("simulate", "--workqueue", "percpu", "--model", "legacy-v2", "--flushes", "60", "--write", run);
    }

    private Outcome whatIf(String change, String... more) {
        String[] arguments = {"analyze", run, "--topology", run + ".topology.json", "--what-if", change};
        String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return Outcome.of(all);
    }

    private static long number(String text, String before) {
        Matcher found = Pattern.compile(before + " *([0-9,]+)").matcher(text);
        assertThat(found.find()).as(before + " in " + text).isTrue();
        return Long.parseLong(found.group(1).replace(",", ""));
    }

    @Test
    void aPerCpuWalkPassesEveryCpuOfTheOtherMachine() {
        String text = whatIf("kernel=6.13,cpus=64,nodes=2").out();
        long walks = number(text, "the same");
        assertThat(walks).isPositive();
        assertThat(number(text, "from 6.13, v2")).isEqualTo(64 * walks);
        assertThat(number(text, "to 6.5, v0")).isEqualTo(64 * walks);
        assertThat(text).contains("active-list", "what moves the active list's saving most");
    }

    @Test
    void theMachineThatWasTracedGivesTheCountsOfTheReport() {
        String text = whatIf("kernel=6.13").out();
        assertThat(number(text, "from 6.13, v2")).isEqualTo(192 * number(text, "the same"));
    }

    @Test
    void theJsonKeepsToTheSchema() throws IOException {
        String json = whatIf("kernel=6.6,cpus=384,nodes=4,scope=cache_shard", "--json", "-")
                .out();
        assertThat(ReportSchema.violations(json)).isEmpty();
        assertThat(json).contains("\"what_if\"", "\"sensitivity\"");
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
