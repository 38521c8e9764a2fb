package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Reports from public lists against what a good tool should answer. {@code public-reports.tsv} puts the answer of the
 * folder's INDEX.tsv into a class, words that must be said, and words that would contradict the known cause. Writes the
 * table to {@code target/public-reports.md}.
 */
class PublicReportsTest {
    private static final Path REPORTS = Path.of("../../shared/traces/public/reports");
    private static final double AGREEING = 0.8;

    private record Expected(String report, Pattern classes, Pattern says, Pattern never) {}

    private record Answer(Expected expected, String file, String verdictClass, boolean agrees, boolean contradicts) {}

    @Test
    void agreesWithWhatAGoodToolShouldAnswer() throws IOException {
        assumeTrue(Files.isDirectory(REPORTS), "public reports are not at hand");
        List<Answer> answers = new ArrayList<>();
        for (Expected expected : expected()) {
            answers.add(answer(expected));
        }
        long agreeing = answers.stream().filter(Answer::agrees).count();
        Files.writeString(Path.of("target/public-reports.md"), table(answers, agreeing));
        assertThat(answers).filteredOn(Answer::contradicts).isEmpty();
        assertThat((double) agreeing / answers.size()).isGreaterThanOrEqualTo(AGREEING);
    }

    private static Answer answer(Expected expected) throws IOException {
        Path file;
        try (Stream<Path> files = Files.list(REPORTS)) {
            file = files.filter(f -> f.getFileName().toString().startsWith(expected.report() + "-"))
                    .findFirst()
                    .orElseThrow();
        }
        Outcome outcome = Outcome.of("analyze", file.toString(), "--verbose");
        String text = (outcome.out() + outcome.err()).replaceAll("\\s+", " ").replace(file.toString(), "FILE");
        int blank = outcome.out().indexOf(' ');
        String verdictClass = blank > 0 ? outcome.out().substring(0, blank) : "-";
        return new Answer(
                expected,
                file.getFileName().toString(),
                verdictClass,
                expected.classes().matcher(verdictClass).matches()
                        && expected.says().matcher(text).find(),
                expected.never().matcher(text).find());
    }

    private static String table(List<Answer> answers, long agreeing) {
        StringBuilder table = new StringBuilder("| report | class | agrees | contradicts |\n|---|---|---|---|\n");
        for (Answer answer : answers) {
            table.append("| ")
                    .append(answer.file())
                    .append(" | ")
                    .append(answer.verdictClass())
                    .append(" | ")
                    .append(answer.agrees() ? "yes" : "no")
                    .append(" | ")
                    .append(answer.contradicts() ? "yes" : "no")
                    .append(" |\n");
        }
        return table.append("\n")
                .append(agreeing)
                .append(" of ")
                .append(answers.size())
                .append(" agree\n")
                .toString();
    }

    private static List<Expected> expected() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                PublicReportsTest.class.getResourceAsStream("/dev/wqflush/cli/public-reports.tsv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> line.split("\t", -1))
                    .map(cells -> new Expected(
                            cells[0], Pattern.compile(cells[1]), Pattern.compile(cells[2]), Pattern.compile(cells[3])))
                    .toList();
        }
    }
}
