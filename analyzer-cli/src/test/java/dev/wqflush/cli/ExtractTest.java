package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code --extract}. */
class ExtractTest {
    private static final Pattern COMMAND = Pattern.compile("To repeat it: wqflush (.*)\n");

    private static final String TWO = Traces.idleFlush(7) + Traces.idleFlush(8);

    /** A healthy capture's excerpt keeps its last event, so that the span stays. */
    private static final String FIRST_OF_TWO =
            Traces.idleFlush(7) + TWO.substring(TWO.lastIndexOf('\n', TWO.length() - 2) + 1);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("dev.wqflush.cli.SampleReportTest#samples")
    void anExcerptOfASampleGetsTheSameVerdict(Path sample) throws IOException {
        Path excerpt = folder.resolve("excerpt.txt");
        Path again = folder.resolve("again.txt");

        Outcome outcome = extract(sample, excerpt);

        assertThat(outcome.code()).isZero();
        Matcher command = COMMAND.matcher(outcome.sentences());
        assertThat(command.find()).as(outcome.err()).isTrue();
        assertThat(verdict(command.group(1).split(" ", -1))).isEqualTo(verdict("analyze", sample.toString()));
        assertIsPartOf(SampleReportTest.capture(sample), Files.readAllLines(excerpt, StandardCharsets.ISO_8859_1));
        extract(sample, again);
        assertThat(again).hasSameBinaryContentAs(excerpt);
    }

    private static Outcome extract(Path sample, Path excerpt) {
        return Outcome.of("analyze", sample.toString(), "--extract", excerpt.toString());
    }

    /** Class, grade, and the first workqueue of the table that has the class: the others decide less. */
    private static List<String> verdict(String... command) {
        String report = Outcome.of(command).out();
        String verdictClass = report.substring(0, report.indexOf(' '));
        Matcher grade = Pattern.compile("Grade (.)").matcher(report);
        assertThat(grade.find()).isTrue();
        List<String> rows = report.lines()
                .dropWhile(line -> !line.startsWith("workqueue "))
                .skip(1)
                .takeWhile(line -> !line.isEmpty())
                .toList();
        String deciding = rows.stream()
                .filter(row -> row.endsWith(" " + verdictClass))
                .findFirst()
                .orElse(rows.get(0));
        return List.of(verdictClass, grade.group(1), deciding.substring(0, deciding.indexOf(' ')));
    }

    private static void assertIsPartOf(List<String> whole, List<String> part) {
        assertThat(part.size()).isLessThan(whole.size());
        Iterator<String> rest = whole.iterator();
        for (String line : part) {
            boolean found = false;
            while (!found && rest.hasNext()) {
                found = rest.next().equals(line);
            }
            assertThat(found)
                    .as("in the capture, after the line before: " + line)
                    .isTrue();
        }
    }

    @Test
    void theCommandNamesEveryOptionThatMatters() throws IOException {
        Path capture = Files.writeString(folder.resolve("a b.txt"), TWO);
        Path excerpt = folder.resolve("small part.txt");

        Outcome outcome = Outcome.of(
                "analyze",
                capture.toString(),
                "--cpus",
                "64",
                "--kernel",
                "6.12.0",
                "--wq",
                "ev*",
                "--extract",
                excerpt.toString());

        assertThat(outcome.sentences())
                .isEqualTo("wqflush: --extract " + excerpt + ": 11 of 20 lines, 1 of 2 flush episodes of events, get"
                        + " the same verdict (healthy, grade C). To repeat it: wqflush analyze '" + excerpt
                        + "' --cpus 64 --kernel 6.12.0 --wq 'ev*'\n");
        assertThat(excerpt).hasContent(FIRST_OF_TWO);
    }

    @Test
    void carriageReturnsStay() throws IOException {
        String dos = TWO.replace("\n", "\r\n");
        Path capture = Files.writeString(folder.resolve("dos.txt"), dos);
        Path excerpt = folder.resolve("excerpt.txt");

        Outcome.of("analyze", capture.toString(), "--extract", excerpt.toString());

        assertThat(Files.readString(excerpt)).isEqualTo(FIRST_OF_TWO.replace("\n", "\r\n"));
    }

    @Test
    void severalFilesOfOneBootGiveOneExcerpt() throws IOException {
        Path one = Files.writeString(folder.resolve("a.txt"), Traces.idleFlush(7));
        Path two = Files.writeString(folder.resolve("b.txt"), Traces.idleFlush(30));
        Path excerpt = folder.resolve("excerpt.txt");

        Outcome outcome = Outcome.of("analyze", one.toString(), two.toString(), "--extract", excerpt.toString());

        assertThat(outcome.err()).contains(": 10 of 20 lines, 1 of 2 flush");
        assertThat(Outcome.of("analyze", excerpt.toString()).out())
                .contains("undecided")
                .contains("1 flush");
    }

    @Test
    void aCaptureWithoutFlushHasAnExcerptToo() throws IOException {
        Path capture = Files.writeString(folder.resolve("sched.txt"), Traces.withoutFlush());
        Path excerpt = folder.resolve("excerpt.txt");

        Outcome outcome = Outcome.of("analyze", capture.toString(), "--extract", excerpt.toString());

        assertThat(outcome.code()).isEqualTo(4);
        assertThat(outcome.sentences()).contains(excerpt + ": 7 of 8 lines get the same verdict (no-flush, grade D).");
        assertThat(Outcome.of("analyze", excerpt.toString()).out()).startsWith("no-flush");
    }

    @Test
    void standardOutputTakesAnExcerpt() throws IOException {
        Path capture = Files.writeString(folder.resolve("a.txt"), TWO);

        assertThat(Outcome.of("analyze", capture.toString(), "--extract", "-", "--quiet"))
                .isEqualTo(new Outcome(0, FIRST_OF_TWO, ""));
    }

    @Test
    void standardInputCannotBeReadAgain() {
        Path excerpt = folder.resolve("excerpt.txt");

        Outcome outcome = Outcome.withInput(Traces.idleFlush(7), "analyze", "-", "--extract", excerpt.toString());

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.sentences())
                .isEqualTo("wqflush: --extract: reads the capture more than once, and standard input can be read once;"
                        + " save it to a file first.\n");
        assertThat(folder).isEmptyDirectory();
    }
}
