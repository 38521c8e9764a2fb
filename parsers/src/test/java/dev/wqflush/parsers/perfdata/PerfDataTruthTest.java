package dev.wqflush.parsers.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.EventLog;
import dev.wqflush.parsers.Reading;
import dev.wqflush.parsers.diag.WqflushException;
import dev.wqflush.parsers.input.TraceSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Recordings of other people and of this project, against what perf itself counts and prints. */
class PerfDataTruthTest {
    /**
     * What perf 6.1 could not count: it refuses newer attributes, features and records, and stops at the first damage.
     * The counts are those of the records in the file; two pairs are one recording in two forms.
     */
    private static final Map<String, Map<String, Long>> NOT_READ_BY_PERF = Map.of(
            "hotspot.PerfFormatLost.perf.data", Map.of("cycles", 34L),
            "mstange.fibo.compressed2.pipe.perf.data", Map.of("cycles:P", 547L),
            "mstange.sleep.compressed.perf.data", Map.of("cycles:P", 8L),
            "mstange.sleep.compressed2.perf.data", Map.of("cycles:Pu", 7L),
            "mstange.sleep.perf.data", Map.of("cycles:Pu", 7L),
            "perfparser.cpp-inlining.perf.data", Map.of("cpu_core/cycles:Pu/", 539L),
            "quipper.piped.corrupted.zero_size_sample-3.2.perf.data", Map.of("cycles", 227L),
            "quipper.piped.intel_pt-4.14.perf.data", Map.of("cycles", 11L));

    /** perf decodes the processor's own trace in it and adds what that says. */
    private static final String PROCESSOR_TRACE = "quipper.intel_pt-4.14.perf.data";

    /** The same programs as in the pipe's recording, but another run of them. */
    private static final String LIBRARY = "linuxtracepoints.perf.data";

    /** perf's first format, and an archive that is called a recording. */
    private static final List<String> OTHERS = List.of("hotspot.true-v1.perf.data", "hotspot.broken.perf.data.gz");

    @TestFactory
    List<DynamicTest> publicRecordings() throws IOException {
        Path truths = Reading.shared("public/truth");
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(truths.resolveSibling("files"))) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.matches(".*perf\\.data(\\.gz)?") && !OTHERS.contains(name)) {
                    tests.add(DynamicTest.dynamicTest(name, () -> check(file, truths.resolve(name + ".tsv"))));
                }
            }
        }
        return tests;
    }

    private static void check(Path file, Path truth) throws IOException {
        String name = file.getFileName().toString();
        Map<String, Long> expected = new TreeMap<>(NOT_READ_BY_PERF.getOrDefault(name, Map.of()));
        for (String[] cells : rows(truth)) {
            if (cells[0].equals("event")) {
                expected.put(cells[1], Long.valueOf(cells[2]));
            }
        }
        if (name.equals(PROCESSOR_TRACE)) {
            expected.keySet().retainAll(List.of("cycles"));
        }
        Map<String, Long> found = new TreeMap<>();
        try {
            found.putAll(eventsOf(file));
        } catch (WqflushException e) {
            assertThat(name).startsWith("quipper-fuzz.");
            assertThat(e).hasMessageMatching(".*: a perf\\.data file .*; expected .*");
        }
        if (name.equals(LIBRARY)) {
            assertThat(found)
                    .containsEntry("user_events:TestProviderC_L5K0", 109L)
                    .hasSize(10);
        } else {
            assertThat(found).isEqualTo(expected);
        }
    }

    @TestFactory
    List<DynamicTest> ownRecordings() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String folder : List.of("bin2-k61-8x16", "bin-k73v2-8x16")) {
            Path counts = Reading.shared("captured/" + folder + "/COUNTS.tsv");
            Map<String, Map<String, Long>> expected = new TreeMap<>();
            for (String[] cells : rows(counts)) {
                if (cells[1].startsWith("perf script")) {
                    Map<String, Long> events = expected.computeIfAbsent(cells[0], file -> new TreeMap<>());
                    if (!cells[2].equals("(none)")) {
                        events.put(cells[2], Long.valueOf(cells[3]));
                    }
                }
            }
            expected.forEach((file, events) -> tests.add(DynamicTest.dynamicTest(
                    folder + "/" + file,
                    () -> assertThat(new TreeMap<>(eventsOf(counts.resolveSibling(file))))
                            .isEqualTo(events))));
        }
        assertThat(tests).hasSize(9);
        return tests;
    }

    /**
     * What perf prints of a recording is what the recording says, but for times, which it cuts to microseconds, and
     * names of functions, which it takes from the kernel of the machine that prints.
     */
    @TestFactory
    Stream<DynamicTest> recordingAndItsTextSayTheSame() {
        return Stream.of(
                        "bin2-k61-8x16/pf_few",
                        "bin2-k61-8x16/pf_file",
                        "bin2-k61-8x16/pf_g",
                        "bin2-k61-8x16/pf_pipe",
                        "bin2-k61-8x16/pf_xfs",
                        "bin2-k61-8x16/pf_z",
                        "bin-k73v2-8x16/pf_z")
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    List<String> recorded = events("captured/" + name + ".perf.data.gz");
                    assertThat(recorded).isEqualTo(events("captured/" + name + ".perf-script.txt.gz"));
                    assertThat(recorded).hasSizeGreaterThan(100);
                }));
    }

    private static List<String> events(String file) {
        EventLog log = Reading.of(TraceSource.file(Reading.shared(file))).log();
        List<String> events = new ArrayList<>();
        for (String line : log.lines()) {
            if (!line.matches("(capture|kernel|online|configured|clock)\\b.*")) {
                String[] context = log.contexts().get(events.size()).split(" ", 2);
                events.add(Long.parseLong(context[0]) / 1000
                        + context[1].replaceAll(" [A-Z]+ -?\\d+ line \\d+", "")
                        + line.replaceAll("((?:queued|started|ended) \\S+) '[^']*'", "$1 function"));
            }
        }
        return events;
    }

    private static Map<String, Long> eventsOf(Path file) {
        return Reading.of(TraceSource.file(file)).statistics().eventsByName();
    }

    private static List<String[]> rows(Path table) throws IOException {
        return Files.readAllLines(table, StandardCharsets.ISO_8859_1).stream()
                .map(row -> row.split("\t", -1))
                .toList();
    }
}
