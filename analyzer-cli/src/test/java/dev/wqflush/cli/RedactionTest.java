package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With {@code --redact} no name that a user gave is told, and nothing else changes. */
class RedactionTest {
    private static final Path CAPTURED = Path.of("../../shared/traces/captured");
    private static final Path REPORTS = Path.of("../../shared/traces/public/reports");

    /** Folders of small captures of every form; the others hold more of the same. */
    private static final List<String> MACHINES = List.of(
            "bin-k73v2-8x16",
            "k61-8x16",
            "lost-k73v2-8x16",
            "tri-k61-8x16",
            "tri-k73v2-8x16",
            "var-k61-8x16",
            "var-k73v2-8x16");

    /** Tasks that every kernel has, as far as the captures show them; short names are words of any report. */
    private static final Pattern KERNELS_OWN = Pattern.compile(
            "|.{1,3}|kworker.*|swapper.*|<idle>|kthreadd?|(?:ksoftirqd|migration|cpuhp)/\\d+|rcu\\w+|kcompactd\\d*|kswapd\\d*"
                    + "|khungtaskd|kauditd|kdevtmpfs|pool_workqueue_|xfsaild|jbd2");

    /** Where a report tells names, and what belongs to the files. */
    private static final Pattern NAMES_AND_FILES = Pattern.compile(
            "/capture/(?:files|lines|events)/.*|.*/(?:name|task|line|text|where|source|next_step|wq)|.*/chain/\\d+");

    /** Commands and verbs that a report says of itself. */
    private static final Set<String> WORDS_OF_REPORTS = Set.of("perf", "sleep");

    private static final Pattern LEFT_OUT = Pattern.compile(
            "not in what is written: (\\S+ lines? that [^;.]*)?(?:; )?(?:what reading met \\((.*?)\\))?");

    private static final Pattern FINDING = Pattern.compile("(/findings/\\d+)/(.*)");

    @TempDir
    private Path folder;

    static Stream<Path> captures() throws IOException {
        List<Path> captures = new ArrayList<>();
        for (Path sample : SampleReportTest.samples()) {
            captures.add(sample.resolve("trace.txt.gz"));
        }
        for (String machine : MACHINES) {
            if (Files.isDirectory(CAPTURED.resolve(machine))) {
                try (Stream<Path> files = Files.list(CAPTURED.resolve(machine))) {
                    files.filter(RedactionTest::isCapture).sorted().forEach(captures::add);
                }
            }
        }
        return captures.stream();
    }

    private static boolean isCapture(Path file) {
        String name = file.toString();
        return name.matches(".*\\.(?:txt|dat|data|report\\.txt|script\\.txt)\\.gz");
    }

    @ParameterizedTest
    @MethodSource("captures")
    void theAnalysisOfTheRedactedCaptureIsTheSame(Path capture) throws IOException {
        List<String> original = analysis(capture, capture, "original.json");
        assumeTrue(!original.isEmpty(), "cannot be read at all");
        Path redacted = folder.resolve("redacted.txt");

        Outcome written = Outcome.of("events", capture.toString(), "--redact");
        Files.writeString(redacted, written.out(), StandardCharsets.ISO_8859_1);
        List<String> again = analysis(redacted, capture, "again.json");
        Set<String> leftOut = leftOut(written.err());

        assertThat(without(leftOut, withoutNames(again)))
                .containsExactlyElementsOf(without(leftOut, withoutNames(original)));
        assertThat(without(leftOut, told(analysis(redacted, capture, "toldAgain.json", "--redact"))))
                .containsExactlyElementsOf(without(leftOut, told(analysis(capture, capture, "told.json", "--redact"))));
    }

    /** The findings that the command says not to be in what it wrote. */
    private static Set<String> leftOut(String said) {
        Set<String> ids = new TreeSet<>();
        Matcher sentence = LEFT_OUT.matcher(said.replaceAll("\\s+", " "));
        if (sentence.find()) {
            String findings = sentence.group(2);
            ids.addAll(findings == null ? List.of() : List.of(findings.split(", ", -1)));
            if (sentence.group(1) != null) {
                ids.add("lines-skipped");
            }
        }
        return ids;
    }

    /** A report with its findings as one value each, and some of them gone. */
    private static List<String> without(Set<String> ids, List<String> report) {
        List<String> rest = new ArrayList<>();
        Map<String, StringBuilder> findings = new LinkedHashMap<>();
        for (String value : report) {
            Matcher finding = FINDING.matcher(value);
            if (finding.matches()) {
                findings.computeIfAbsent(finding.group(1), any -> new StringBuilder("finding"))
                        .append(' ')
                        .append(finding.group(2));
            } else {
                rest.add(value);
            }
        }
        findings.values().stream()
                .map(StringBuilder::toString)
                .filter(finding -> ids.stream().noneMatch(id -> finding.contains(" id = " + id)))
                .forEach(rest::add);
        return rest;
    }

    @ParameterizedTest
    @MethodSource("captures")
    void noNameOfAUserIsTold(Path capture) throws IOException {
        Set<String> names = namesOf(capture);

        String events = Outcome.of("events", capture.toString(), "--redact").out();
        String report = everythingTold(capture, List.of());

        assertThat(names).noneMatch(name -> isIn(name, events));
        names.removeAll(WORDS_OF_REPORTS);
        assertThat(names).noneMatch(name -> isIn(name, report));
        assertThat(events + report)
                .doesNotContain(String.valueOf(capture.toAbsolutePath().getParent()));
    }

    private static boolean isIn(String name, String text) {
        return Pattern.compile("(?<![\\w-])" + Pattern.quote(name) + "(?![\\w-])")
                .matcher(text)
                .find();
    }

    static Stream<Path> texts() throws IOException {
        List<Path> texts = new ArrayList<>();
        for (Path folder : List.of(CAPTURED.resolve("tri-k61-8x16"), REPORTS)) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    files.filter(file -> file.toString().matches(".*(?:/\\d\\d-.*\\.txt|\\.dmesg\\.gz)"))
                            .sorted()
                            .forEach(texts::add);
                }
            }
        }
        texts.add(Path.of("")); // so that a checkout without them shows a skipped test
        return texts.stream();
    }

    @ParameterizedTest
    @MethodSource("texts")
    void aLogSaysTheSameWithOtherNames(Path text) throws IOException {
        assumeTrue(Files.isRegularFile(text), "no logs at hand");
        List<String> original = analysis(text, text, "original.json");

        assertThat(withoutNames(analysis(text, text, "told.json", "--redact")))
                .containsExactlyElementsOf(withoutNames(original));
    }

    @Test
    void namesInALogAreToldAsTokens() throws IOException {
        Path log = folder.resolve("acme-server.log");
        Files.writeString(log, """
                [  605.1] INFO: task acmedb:4711 blocked for more than 120 seconds.
                [  605.2]       Not tainted 6.1.0 #1
                [  605.3] task:acmedb          state:D stack:0     pid:4711  ppid:1      flags:0x00004000
                [  605.4] Call Trace:
                [  605.5]  <TASK>
                [  605.6]  __schedule+0x351/0xa20
                [  605.7]  schedule+0x5d/0xe0
                [  605.8]  schedule_timeout+0x118/0x150
                [  605.9]  __wait_for_common+0x8c/0x180
                [  606.0]  __flush_workqueue+0x13c/0x3f0
                [  606.1]  xlog_cil_push_now.isra.0+0x7e/0xb0
                [  606.2]  </TASK>
                [  607.0] Showing busy workqueues and worker pools:
                [  607.1] workqueue xfs-cil/acmevol: flags=0xe
                [  607.2]   pwq 16: cpus=0-7 flags=0x4 nice=0 active=1/4 refcnt=2
                [  607.3]     in-flight: 77:xlog_cil_push_work [xfs]
                """);

        String told = everythingTold(log, List.of());

        assertThat(told).contains("task-1-4711", "xlog_cil_push_now");
        assertThat(told.toLowerCase(Locale.ROOT)).doesNotContain("acme");
    }

    @Test
    void aNameIsTheSameInAllOutputsOfARun() throws IOException {
        Path sample = SampleReportTest.samples().get(0);
        String told = Outcome.of(
                        "analyze",
                        sample.resolve("trace.txt.gz").toString(),
                        "--redact",
                        "--json",
                        folder.resolve("a.json").toString(),
                        "--walks",
                        folder.resolve("a.csv").toString(),
                        "--html",
                        folder.resolve("a.html").toString())
                .out();
        Set<String> tokens = tokens(Files.readString(folder.resolve("a.json")));

        assertThat(tokens).isNotEmpty();
        assertThat(tokens(told)).isEqualTo(tokens);
        assertThat(tokens(Files.readString(folder.resolve("a.csv")))).isEqualTo(tokens);
        assertThat(tokens(Files.readString(folder.resolve("a.html")))).isEqualTo(tokens);
    }

    /** Of workqueues, which every output tells. */
    private static Set<String> tokens(String text) {
        return Pattern.compile("\\b(?:xfs-\\w+/dev|wq)-\\d+[\\w.-]*")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void whatIsNotWrittenIsSaid() throws IOException {
        Path sample = SampleReportTest.samples().get(0);
        Path copy = Files.createDirectories(folder.resolve("case"));
        Files.copy(sample.resolve("topology.json"), copy.resolve("topology.json"));
        Files.writeString(
                copy.resolve("trace.txt"),
                String.join("\n", SampleReportTest.capture(sample)) + "\nno event\n",
                StandardCharsets.ISO_8859_1);

        assertThat(Outcome.of("events", copy.toString(), "--redact").err().replaceAll("\\s+", " "))
                .isEqualTo("wqflush: --redact: not in what is written: 1 line that is no event; the machine in "
                        + copy.resolve("topology.json") + ", which analyze takes with --topology. ");
    }

    @Test
    void whatCannotBeRedactedIsRefused() {
        String capture = "../sample-traces/xfs-log-force-4-of-192/trace.txt.gz";

        assertThat(Outcome.of("events", capture, "--redact", "--cpu", "1").err())
                .startsWith("wqflush: --redact: a capture without some of its events");
        assertThat(Outcome.of("analyze", capture, "--redact", "--extract", "-").err())
                .startsWith("wqflush: --extract --redact: an extract holds lines as they are");
    }

    /** Everything that can be told of a capture whose names all say whose it is. */
    @Test
    void plantedNamesOccurNowhere() throws IOException {
        for (Path sample : SampleReportTest.samples()) {
            Path planted = Files.createDirectories(folder.resolve("Acme-case"))
                    .resolve("acmehost-" + sample.getFileName() + ".txt");
            String text = String.join("\n", SampleReportTest.capture(sample))
                    .replace("fsyncer", "acmesrv")
                    .replace("wqload/", "acme/ ")
                    .replaceAll("\\bsh-", "Acmed-")
                    .replaceAll("comm=sh\\b", "comm=Acmed")
                    .replace("/ram0", "/acmevol")
                    .replace("wql_", "acme_");
            Files.writeString(planted, text + "\nacme: a line that means nothing\n", StandardCharsets.ISO_8859_1);
            Path topology = folder.resolve("acme-topology.json");
            Files.writeString(topology, Files.readString(sample.resolve("topology.json")));
            assertThat(Files.readString(planted).toLowerCase(Locale.ROOT)).contains("acme");

            String told = everythingTold(planted, List.of("--topology", topology.toString()))
                    + Outcome.of("events", planted.toString(), "--redact").out()
                    + Outcome.of("events", planted.toString(), "--redact", "--csv")
                            .out()
                    + Outcome.of("events", planted.toString(), "--redact", "--count")
                            .out();

            assertThat(told.toLowerCase(Locale.ROOT).lines().filter(line -> line.contains("acme")))
                    .as(sample.toString())
                    .isEmpty();
        }
    }

    private String everythingTold(Path capture, List<String> more) throws IOException {
        List<String> command = new ArrayList<>(List.of("analyze", capture.toString(), "--redact", "--verbose"));
        command.addAll(more);
        for (String option : List.of("json", "walks", "flushes", "html")) {
            command.addAll(
                    List.of("--" + option, folder.resolve("told." + option).toString()));
        }
        StringBuilder told =
                new StringBuilder(Outcome.of(command.toArray(String[]::new)).out());
        for (String option : List.of("json", "walks", "flushes", "html")) {
            Path file = folder.resolve("told." + option);
            told.append(Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "");
        }
        for (String explained : List.of("walk", "flush")) {
            told.append(
                    Outcome.of("analyze", capture.toString(), "--redact", "--explain-" + explained, "2", "--verbose")
                            .out());
        }
        return told.toString();
    }

    /** Tasks, devices behind a workqueue's name, workqueues of the load, and files. */
    private static Set<String> namesOf(Path capture) {
        List<String> rows =
                Outcome.of("events", capture.toString(), "--csv").out().lines().toList();
        List<String> header = rows.isEmpty() ? List.of() : List.of(rows.get(0).split(",", -1));
        Set<String> names = new TreeSet<>();
        names.add(String.valueOf(capture.getFileName()));
        for (String row : rows) {
            String[] cells = row.split(",", -1);
            if (cells.length != header.size() || row.contains("\"")) {
                continue;
            }
            for (int i = 0; i < cells.length; i++) {
                String column = header.get(i);
                if (column.endsWith("comm") && !KERNELS_OWN.matcher(cells[i]).matches()) {
                    names.add(cells[i]);
                } else if (column.equals("wq") && cells[i].contains("/")) {
                    names.add(cells[i].substring(cells[i].indexOf('/') + 1));
                } else if (column.equals("wq") && cells[i].startsWith("wql_")) {
                    names.add(cells[i]);
                }
            }
        }
        header.forEach(names::remove);
        return names;
    }

    /** The report's values, each with its place. */
    private List<String> analysis(Path capture, Path machine, String file, String... more) throws IOException {
        Path json = folder.resolve(file);
        List<String> command =
                new ArrayList<>(List.of("analyze", capture.toString(), "--json", json.toString(), "--quiet"));
        Path topology = machine.resolveSibling("topology.json");
        if (Files.exists(topology)) {
            command.addAll(List.of("--topology", topology.toString()));
        }
        command.addAll(List.of(more));
        Outcome.of(command.toArray(String[]::new));
        List<String> values = new ArrayList<>();
        if (Files.exists(json)) {
            try (JsonParser parser = new JsonFactory().createParser(Files.readString(json))) {
                while (parser.nextToken() != null) {
                    if (parser.currentToken().isScalarValue()) {
                        values.add(parser.getParsingContext().pathAsPointer() + " = " + parser.getText());
                    }
                }
            }
        }
        return values;
    }

    /** With names and sentences, and without what belongs to the files. */
    private static List<String> told(List<String> report) {
        return report.stream()
                .filter(value -> !value.matches("/(?:capture|costs)/.*|/findings/\\d+/where = .*"))
                .toList();
    }

    private static List<String> withoutNames(List<String> report) {
        return report.stream()
                .filter(value -> !NAMES_AND_FILES
                        .matcher(value.substring(0, value.indexOf(" = ")))
                        .matches())
                .toList();
    }
}
