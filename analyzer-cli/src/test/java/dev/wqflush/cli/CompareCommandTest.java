package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wqflush.cli.report.ReportSchema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code compare} as a user calls it. */
class CompareCommandTest {
    private static final Path SAMPLES = Path.of("../sample-traces");
    private static final Path CAPTURED = Path.of("../../shared/traces/captured");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"percpu-threads-8-of-16", "unbound-threads-8-of-16"})
    void twoHalvesOfACaptureShowNoDifference(String sample) throws IOException {
        List<String> lines = lines(SAMPLES.resolve(sample).resolve("trace.txt.gz"));
        List<String> head =
                lines.stream().takeWhile(line -> line.startsWith("#")).toList();
        int middle = (head.size() + lines.size()) / 2;
        Path first = write("first.txt", lines.subList(0, middle));
        Path second = write("second.txt", head, lines.subList(middle, lines.size()));
        Outcome outcome = Outcome.of("compare", first.toString(), second.toString(), "--topology", topology(sample));
        assertThat(outcome.out()).startsWith("no-difference ");
        assertThat(outcome.code()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "k73v2-8x16, k73al-8x16, single",
        "k73v2-4x128, k73al-4x128, single",
        "k73v2-8x16, k73al-8x16, mt_unbound"
    })
    void theTwinOnTheActiveListTakesFewerLocks(String legacy, String activeList, String scenario) {
        assumeTrue(Files.isDirectory(CAPTURED), "captures are not at hand");
        String before = CAPTURED.resolve(legacy).resolve(scenario + ".txt.gz").toString();
        String after =
                CAPTURED.resolve(activeList).resolve(scenario + ".txt.gz").toString();
        String topology = CAPTURED.resolve(legacy).resolve("topology.json").toString();
        String said =
                flat(Outcome.of("compare", before, after, "--topology", topology, "--after-model", "active-list"));
        assertThat(said)
                .startsWith("better ")
                .contains("AFTER has fewer pool lock cycles per walk")
                .contains("prediction of BEFORE for active-list:")
                .containsPattern("AFTER: [0-9.]+, it held")
                .contains("emulated guest");
        assertThat(flat(Outcome.of("compare", after, before, "--topology", topology, "--before-model", "active-list")))
                .startsWith("worse ");
    }

    @Test
    void aShorterWalkIsBetterAndTheSavingIsGraded() throws IOException {
        String before = simulated("legacy-v2", 1);
        String after = simulated("active-list", 2);
        Path json = folder.resolve("compared.json");
        Outcome outcome = Outcome.of(
                "compare", before, after, "--cpus", "64", "--after-model", "active-list", "--json", json.toString());
        assertThat(flat(outcome))
                .startsWith("better ")
                .contains("a shorter flush time p50")
                .containsPattern("prediction .*, it held.* mean flush time fell by .*, it held");
        assertThat(Files.readString(json))
                .contains("\"schema\" : \"wqflush-compare/1\"")
                .contains("\"outcome\" : \"better\"")
                .contains("\"fate\" : \"held\"");
    }

    @Test
    void reportsCompareByCountsAlone() throws IOException {
        String before = report(simulated("legacy-v2", 1));
        String after = report(simulated("active-list", 2));
        String said = flat(Outcome.of("compare", before, after, "--after-model", "active-list"));
        assertThat(said)
                .startsWith("better ")
                .contains("fewer pool lock cycles per walk")
                .contains("a report has no single flushes");
    }

    @Test
    void theJsonFitsItsSchema() throws IOException {
        String capture = simulated("legacy-v2", 1);
        String other = simulated("active-list", 2);
        String stranger = write("other.txt", List.of(Traces.idleFlush(7))).toString();

        for (List<String> pair :
                List.of(List.of(capture, other), List.of(report(capture), report(other)), List.of(capture, stranger))) {
            String json = Outcome.of("compare", pair.get(0), pair.get(1), "--json", "-")
                    .out();
            assertThat(ReportSchema.comparisonViolations(json)).isEmpty();
            assertThat(ReportSchema.comparisonViolations(json.replace("\"fate\" : ", "\"invented\" : 1, \"fate\" : ")))
                    .hasSize(2);
        }
    }

    @Test
    void withoutAWorkqueueInCommonNothingIsCompared() throws IOException {
        Path one = write("one.txt", List.of(Traces.idleFlush(7)));
        Path other = write("other.txt", List.of(Traces.idleFlush(7).replace("\"events\"", "\"nvme\"")));
        Outcome outcome = Outcome.of("compare", one.toString(), other.toString());
        assertThat(flat(outcome))
                .startsWith("no-difference the data can show none")
                .contains("BEFORE flushes events, AFTER nvme");
        assertThat(outcome.code()).isZero();
    }

    @Test
    void whatCannotBeComparedIsSaid() throws IOException {
        String flush = write("flush.txt", List.of(Traces.idleFlush(7))).toString();
        String none = write("none.txt", List.of(Traces.withoutFlush())).toString();
        String broken = write("broken.json", List.of("{\"schema\" : \"wqflush/1\",", "\"capture\" : ["))
                .toString();
        String later =
                write("later.json", List.of("{\"schema\" : \"wqflush/2\"}")).toString();

        assertFails(4, "no flush that ended is in it", "compare", flush, none);
        assertFails(4, "that --wq xfs* chooses", "compare", flush, flush, "--wq", "xfs*");
        assertFails(3, "a JSON report that breaks at line 3", "compare", broken, flush);
        assertFails(3, "a report of schema wqflush/2, and this program reads wqflush/1", "compare", flush, later);
        assertFails(3, "missing.txt", "compare", flush, "missing.txt");
        assertFails(2, "--after-model active: no such model", "compare", flush, flush, "--after-model", "active");
        assertFails(2, "--json", "compare", flush, flush, "--json", flush);
        assertFails(2, "AFTER", "compare", flush);
    }

    private static void assertFails(int code, String sentence, String... arguments) {
        Outcome outcome = Outcome.of(arguments);
        assertThat(outcome.sentences()).contains(sentence);
        assertThat(outcome.code()).isEqualTo(code);
        assertThat(outcome.out()).isEmpty();
    }

    private String simulated(String model, int seed) {
        Path file = folder.resolve(model + ".txt");
        Outcome outcome = Outcome.of(
                "simulate",
                "--cpus",
                "64",
                "--caches",
                "4",
                "--workqueue",
                "percpu",
                "--load",
                "idle",
                "--threads",
                "1",
                "--flushes",
                "300",
                "--model",
                model,
                "--seed",
                Integer.toString(seed),
                "--write",
                file.toString());
        assertThat(outcome.code()).isZero();
        return file.toString();
    }

    private static String report(String capture) {
        Outcome outcome =
                Outcome.of("analyze", capture, "--topology", capture + ".topology.json", "--json", capture + ".json");
        assertThat(outcome.code()).isZero();
        return capture + ".json";
    }

    private static String topology(String sample) {
        return SAMPLES.resolve(sample).resolve("topology.json").toString();
    }

    private static String flat(Outcome outcome) {
        return outcome.out().replaceAll("\\s+", " ");
    }

    @SafeVarargs
    private Path write(String name, List<String>... parts) throws IOException {
        StringBuilder text = new StringBuilder();
        for (List<String> part : parts) {
            text.append(String.join("\n", part)).append('\n');
        }
        return Files.writeString(folder.resolve(name), text);
    }

    private static List<String> lines(Path gzip) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(gzip)))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
