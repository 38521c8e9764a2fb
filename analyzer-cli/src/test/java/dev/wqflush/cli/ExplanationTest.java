package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.cli.command.ExplainedTerms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code --explain-walk} and {@code --explain-flush}: what they print can be found in the capture. */
class ExplanationTest {
    private static final Pattern RULE = Pattern.compile("[( ,](R\\d+|A\\d)(?=[),])");
    private static final Pattern LINE = Pattern.compile("line ([\\d,]+)");
    private static final Pattern CITED = Pattern.compile(" {2,}([\\d,]+)  (\\S.*)");

    /** What the line after these words must be. */
    private static final Map<String, String> CLAIMS = Map.of(
            "entered at ", "flush_enter|__flush_workqueue|flush_workqueue",
            "queued at ", "workqueue_queue_work",
            "listed at ", "workqueue_queue_work",
            "runs from ", "workqueue_execute_start",
            "ends at ", "workqueue_execute_end",
            "asleep      from ", "sched_switch",
            "woken       at ", "sched_waking",
            "ran again at ", "sched_switch",
            "waited for from ", "contention_begin|sched_switch");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("dev.wqflush.cli.SampleReportTest#samples")
    void everyLineSaysWhatTheCaptureSays(Path sample) throws IOException {
        List<String> capture = SampleReportTest.capture(sample);
        long flushes =
                capture.stream().filter(line -> line.contains(" flush_enter: ")).count();
        List<String> claimed = new ArrayList<>();
        for (String option : List.of("--explain-walk", "--explain-flush")) {
            for (long number : LongStream.of(1, 2, Math.min(5, flushes)).toArray()) {
                Outcome outcome = Outcome.of("analyze", sample.toString(), option, String.valueOf(number));

                assertThat(outcome.err()).isEmpty();
                assertThat(outcome.code()).isZero();
                assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 100);
                claimed.addAll(check(outcome.out(), capture));
            }
        }
        assertThat(claimed).contains("entered at ");
    }

    /** Checks the text against the capture and returns the claims that were met. */
    private static List<String> check(String text, List<String> capture) throws IOException {
        String[] parts = text.split("\nlines\n", -1);
        Map<Long, String> cited = cited(parts[1].split("\n\n", -1)[0]);
        cited.forEach((number, line) -> assertThat(line)
                .as("line " + number)
                .isEqualTo(capture.get((int) (number - 1)).strip().replaceAll(" +", " ")));

        String told = parts[0].replaceAll("\n {12}", " ");
        Matcher line = LINE.matcher(told);
        while (line.find()) {
            assertThat(cited).as(told).containsKey(number(line.group(1)));
        }
        Matcher rule = RULE.matcher(told);
        while (rule.find()) {
            assertThat(ExplainedTerms.all()).contains(rule.group(1));
        }
        List<String> met = new ArrayList<>();
        for (Map.Entry<String, String> claim : CLAIMS.entrySet()) {
            Matcher at = Pattern.compile(claim.getKey() + "line ([\\d,]+)").matcher(told);
            while (at.find()) {
                assertThat(cited.get(number(at.group(1))))
                        .as(told)
                        .containsPattern("[ :](" + claim.getValue() + ")\\b");
                met.add(claim.getKey());
            }
        }
        return met;
    }

    private static Map<Long, String> cited(String block) {
        Map<Long, String> cited = new TreeMap<>();
        long last = 0;
        for (String printed : block.split("\n", -1)) {
            Matcher line = CITED.matcher(printed);
            if (line.matches()) {
                last = number(line.group(1));
                cited.put(last, line.group(2));
            } else {
                cited.merge(last, printed.strip(), (first, second) -> first + " " + second);
            }
        }
        return cited;
    }

    private static long number(String printed) {
        return Long.parseLong(printed.replace(",", ""));
    }

    @Test
    void manyPwqsAreCounted() throws IOException {
        StringBuilder trace = new StringBuilder("# tracer: nop\n#\n#           TASK-PID     CPU#  |||||  TIMESTAMP\n");
        for (int cpu = 0; cpu < 200; cpu++) {
            trace.append(String.format(
                    Locale.ROOT,
                    "   sh-7 [%03d] d..2. 1.%06d: workqueue_queue_work: work struct=%016x function=f workqueue=many"
                            + " req_cpu=%d cpu=%d%n",
                    cpu,
                    cpu,
                    cpu + 1,
                    cpu,
                    cpu));
        }
        trace.append(
                "   sh-7 [000] ..... 2.000000: flush_enter: (__flush_workqueue+0x4/0x580) wq=0xff1 name=\"many\"\n");
        trace.append("   sh-7 [000] ..... 2.000010: walk: (flush_workqueue_prep_pwqs+0x0/0x710) wq=0xff1 name=\"many\""
                + " flush_color=0 work_color=1\n");
        Path file = folder.resolve("many.txt");
        Files.writeString(file, trace);

        Outcome outcome = Outcome.of("analyze", file.toString(), "--cpus", "200", "--explain-walk", "1");

        assertThat(outcome.out().lines().count()).isLessThan(120);
        assertThat(outcome.out())
                .contains("listed are 200 of 200 pwqs")
                .contains("192 more pwqs: 192 armed (--verbose tells each)");
        assertThat(Outcome.of("analyze", file.toString(), "--cpus", "200", "--explain-walk", "1", "--verbose")
                        .out())
                .contains("\n  CPU 199   armed");
    }

    @Test
    void aNumberThatIsNoneIsRefused() throws IOException {
        String capture = file(Traces.idleFlush(7));

        assertThat(Outcome.of("analyze", capture, "--explain-walk", "2"))
                .isEqualTo(new Outcome(
                        2,
                        "",
                        "wqflush: --explain-walk 2: no such walk; the capture holds 1 walk, numbered from 1.\n"));
        assertThat(Outcome.of("analyze", capture, "--explain-flush", "0").err())
                .isEqualTo("wqflush: --explain-flush 0: no such flush; the capture holds 1 flush, numbered from 1.\n");
        assertThat(Outcome.of("analyze", file(Traces.withoutFlush()), "--explain-flush", "1")
                        .err())
                .isEqualTo("wqflush: --explain-flush 1: no such flush; the capture holds none.\n");
    }

    @Test
    void whatCanBeReadOnceIsRefused() {
        assertThat(Outcome.withInput(Traces.idleFlush(7), "analyze", "-", "--explain-walk", "1")
                        .sentences())
                .isEqualTo(
                        "wqflush: --explain-walk: reads the capture more than once, and standard input can be read once;"
                                + " save it to a file first.\n");
    }

    @Test
    void severalCapturesAreRefused() throws IOException {
        String one = file(Traces.idleFlush(7));
        Path two = folder.resolve("two.txt");
        Files.writeString(two, Traces.idleFlush(7));

        assertThat(Outcome.of("analyze", one, two.toString(), "--explain-walk", "1")
                        .sentences())
                .isEqualTo("wqflush: --explain-walk: the files are 2 captures (of different boots, or overlapping in"
                        + " time), and a number counts within one; analyse them one by one.\n");
    }

    @Test
    void standardOutputIsForOneThing() throws IOException {
        assertThat(Outcome.of("analyze", file(Traces.idleFlush(7)), "--explain-walk", "1", "--json", "-")
                        .sentences())
                .isEqualTo("wqflush: --explain-walk: standard output is taken by another output; name a file for"
                        + " that.\n");
    }

    @Test
    void linesOfSeveralFilesNameTheirFile() throws IOException {
        Path one = folder.resolve("one.txt");
        Path two = folder.resolve("two.txt");
        Files.writeString(one, Traces.idleFlush(7));
        Files.writeString(two, Traces.idleFlush(30));

        Outcome outcome = Outcome.of("analyze", one.toString(), two.toString(), "--explain-walk", "2");

        assertThat(outcome.out().replaceAll("\\s+", " "))
                .contains("entered at two.txt line 7")
                .contains("two.txt 7 wqload/0-277 [003] ..... 30.000100: flush_enter:");
    }

    private String file(String content) throws IOException {
        Path file = folder.resolve("capture.txt");
        Files.writeString(file, content);
        return file.toString();
    }
}
