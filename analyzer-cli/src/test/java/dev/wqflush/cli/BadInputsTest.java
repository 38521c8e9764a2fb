package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole commands on bad files: the exit code, the one sentence, never a stack trace. What a reader makes of each kind
 * of damage in detail is tested beside it: {@code PerfDataReaderTest}, {@code PerfDataDamageTest},
 * {@code TraceDatReaderTest}, {@code DamageTest}, {@code ArchiveMembersTest} and the parsers' {@code BadInputsTest}.
 */
class BadInputsTest {
    private static final String IDLE = Traces.idleFlush(7);

    @TempDir
    private Path folder;

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(
                        "UTF-16 with mark", IDLE.getBytes(StandardCharsets.UTF_16), "UTF-16 text (byte order mark"),
                Arguments.of("UTF-16 without", IDLE.getBytes(StandardCharsets.UTF_16LE), "UTF-16 text (no byte order"),
                Arguments.of("text of a page's source", ascii(escaped(IDLE)), "Convert it: sed 's/&lt;/</g;"),
                Arguments.of("lone returns", ascii(IDLE.replace('\n', '\r')), "end in carriage returns alone"),
                Arguments.of("NUL bytes only", new byte[5000], "NUL bytes only"),
                Arguments.of("prose and a hole", ascii("A mail.\n" + "\0".repeat(90)), "binary data of a kind unknown"),
                Arguments.of("empty", new byte[0], "empty, 0 bytes"),
                Arguments.of("PNG", ascii("\u0089PNG\r\n\u001a\n"), "a PNG image"),
                Arguments.of(
                        "too many attributes", attributes(1_431_655_765L), "1,431,655,765 attributes, limit 65,536"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void whatCannotBeReadIsOneSentenceInFileAndGzip(String kind, byte[] content, String sentence) throws IOException {
        for (String name : new String[] {"case.txt", "case.txt.gz"}) {
            Path file = folder.resolve(name);
            Files.write(file, name.endsWith(".gz") ? gzip(content) : content);
            Outcome outcome = Outcome.of("analyze", file.toString());
            assertThat(outcome.code()).as(outcome.err()).isEqualTo(3);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.sentences().lines()).singleElement().asString().startsWith("wqflush: " + file);
            if (!kind.equals("empty") || !name.endsWith(".gz")) {
                assertThat(outcome.sentences()).contains(sentence);
            }
            assertThat(outcome.err()).doesNotContain("Exception", "\tat ");
        }
    }

    static Stream<Arguments> dressed() {
        return Stream.of(
                Arguments.of("CRLF", IDLE.replace("\n", "\r\n")),
                Arguments.of("UTF-8 mark", "\ufeff" + IDLE),
                Arguments.of("quoted", IDLE.replaceAll("(?m)^", "> ")),
                Arguments.of("quoted twice", IDLE.replaceAll("(?m)^", "> > ")),
                Arguments.of("indented", IDLE.replaceAll("(?m)^", "    ")),
                Arguments.of(
                        "in a mail", "Hello,\n\nhere it is: <attached>\n\n```\n" + IDLE + "```\n\n-- \nA customer\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dressed")
    void whatAMailDoesToATraceChangesNoEvent(String kind, String text) throws IOException {
        String expected = Outcome.withInput(IDLE, "events", "-").out();
        assertThat(expected.lines()).hasSize(4);
        Path file = folder.resolve("case.txt");
        Files.writeString(file, text);
        assertThat(Outcome.of("events", file.toString()).out()).as(kind).isEqualTo(expected);
        assertThat(Outcome.withInput(text, "events", "-").out()).as(kind).isEqualTo(expected);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The header of a perf.data file with a section of so many attributes. */
    private static byte[] attributes(long count) {
        ByteBuffer header = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
        header.put(ascii("PERFILE2")).putLong(104).putLong(136 + 16);
        header.putLong(104).putLong(count * (136 + 16)).putLong(1000).putLong(1000);
        return header.array();
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write(content);
        }
        return bytes.toByteArray();
    }
}
