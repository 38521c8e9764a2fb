package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code docs/bad-inputs.md} names a test for each kind, and the sentence that this test's class asserts. */
class BadInputsPageTest {
    private static final int KINDS = 22;

    /** A literal that goes on in the next line. */
    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

    /** A row of the table; the sentence is {@code -} where there is nothing to say. */
    private record Row(int number, String kind, String sentence, String test) {
        static Row of(String line) {
            String[] cells = line.split(" \\| |^\\| | \\|$", -1);
            assertThat(cells).as(line).hasSize(7);
            return new Row(Integer.parseInt(cells[1]), cells[2], code(cells[3]), code(cells[5]));
        }

        private static String code(String cell) {
            assertThat(cell).startsWith("`").endsWith("`");
            return cell.substring(1, cell.length() - 1);
        }
    }

    static List<Row> rows() throws IOException {
        return Files.readString(Path.of("..", "docs", "bad-inputs.md"))
                .lines()
                .filter(line -> line.matches("\\| \\d.*"))
                .map(Row::of)
                .toList();
    }

    @Test
    void everyKindHasARow() throws IOException {
        assertThat(rows().stream().map(Row::number).distinct())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, KINDS).boxed().toList());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theTestExistsAndItsClassAssertsTheSentence(Row row) throws IOException {
        int dot = row.test().lastIndexOf('.');
        String source = source(row.test().substring(0, dot));

        assertThat(source)
                .containsPattern(
                        "@(Test|MethodSource\\(.*\\)|ValueSource\\((?s:[^;]*)\\)|CsvSource\\((?s:[^;]*)\\))\\s+void "
                                + row.test().substring(dot + 1) + "\\(");
        if (!row.sentence().equals("-")) {
            assertThat(JOINT.matcher(source).replaceAll("")).contains(row.sentence());
        }
    }

    /** The only test class whose name, with as much of its package as is given, is this. */
    private static String source(String name) throws IOException {
        String end = "/" + name.replace('.', '/') + ".java";
        try (Stream<Path> parsers = Files.walk(Path.of("..", "parsers", "src", "test"));
                Stream<Path> cli = Files.walk(Path.of("src", "test"))) {
            List<Path> files = Stream.concat(parsers, cli)
                    .filter(file -> file.toString().endsWith(end))
                    .toList();
            assertThat(files).as(name).hasSize(1);
            return Files.readString(files.get(0));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
