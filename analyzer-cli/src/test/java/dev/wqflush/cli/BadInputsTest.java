package dev.wqflush.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                        "trace.dat of the future",
                        ascii("\u0017\bDtracing8\0\0\b"),
                        "a trace.dat file of version 8; expected 6 or 7"),
                Arguments.of(
                        "perf.data cut early",
                        ascii("PERFILE2h\0\0\0\0\0\0\0"),
                        "a perf.data file cut off within its header, after 16 bytes"),
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

    static Stream<Arguments> doubtful() {
        String context = "        wqload/0-277     [003] .....     7.000";
        String perf = "sh 98 [005] 50.312800: sched:sched_waking: comm=a pid=2 prio=120 target_cpu=003\n";
        return Stream.of(
                Arguments.of(
                        "ends without begins",
                        4,
                        ascii("# tracer: nop\n#\n" + context
                                + "180: walk_ret: (__flush_workqueue+0x2ee/0x580 <- flush_workqueue_prep_pwqs) ret=0\n"
                                + context + "190: flush_exit: (thread+0x31f/0x970 <- __flush_workqueue)\n" + context
                                + "200: workqueue_execute_end: work struct 00000000e1bf9a9e: function f\n"),
                        "3 events read, no flush among them (flush_exit, walk_ret, workqueue_execute_end only)"),
                Arguments.of(
                        "an end before its begin",
                        0,
                        ascii(IDLE.replace("7.000190", "7.000090").replace("7.000180", "7.000085")),
                        "time runs backwards 1 time; the order of the file was followed"),
                Arguments.of(
                        "a long line",
                        0,
                        ascii(IDLE + "x".repeat(3 << 20) + "\n"),
                        "a line of more than 1 MiB; its rest was left out."),
                Arguments.of("a hole", 5, ascii(IDLE + "\0".repeat(5000) + "\n"), "NUL bytes within text"),
                Arguments.of(
                        "ftrace and perf script in one file",
                        0,
                        ascii(IDLE + perf),
                        "1 line is no trace lines and left out, the first: sh 98 [005] 50.312800: sched:"),
                Arguments.of(
                        "the same capture twice",
                        0,
                        ascii(IDLE + IDLE),
                        "time runs backwards 1 time; the order of the file was followed"),
                Arguments.of(
                        "trace.dat cut early",
                        5,
                        ascii("\u0017\bDtracing6\0\0\b\0\0\u0010\0\0header_page\0"),
                        "a size is absurd within the description of the ring buffer"),
                Arguments.of(
                        "perf.data without size and descriptions",
                        5,
                        attributes(0),
                        "a record of unknown type 0 of size 0, which cannot be"));
    }

    /** What is read in spite of the damage is analysed, in the file, compressed and in an archive, and it is said. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("doubtful")
    void whatIsReadInSpiteOfDamageIsSaid(String kind, int code, byte[] content, String sentence) throws IOException {
        for (String name : new String[] {"case", "case.gz", "case.zip"}) {
            Path file = folder.resolve(name);
            Files.write(
                    file,
                    name.endsWith(".gz") ? gzip(content) : name.endsWith(".zip") ? zip("case", content) : content);
            Outcome outcome = Outcome.of("analyze", "--verbose", file.toString());
            assertThat(outcome.code()).as(outcome.err()).isEqualTo(code);
            assertThat((outcome.out() + outcome.err()).replaceAll("\\s+", " "))
                    .as("%s as %s", kind, name)
                    .contains(sentence)
                    .doesNotContain("Exception", "\tat ");
            assertThat(outcome.out()).doesNotContainPattern("-\\d+ (us|ms|s)\\b");
        }
    }

    @Test
    void archivesInArchivesEndSomewhere() throws IOException {
        byte[] content = ascii(IDLE);
        for (int depth = 0; depth < 4; depth++) {
            content = zip(depth == 0 ? "trace.txt" : "a.zip", content);
        }
        Path file = Files.write(folder.resolve("nested.zip"), content);
        assertThat(Outcome.of("analyze", file.toString()).code()).isZero();

        Files.write(file, zip("a.zip", zip("a.zip", content)));
        Outcome outcome = Outcome.of("analyze", file.toString());
        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.sentences())
                .isEqualTo("wqflush: " + file + ": the archive cannot be read (archives in archives, more than 4 deep);"
                        + " unpack it and name the folder instead.\n");
    }

    /** 300 MB of nothing behind a capture, in 300 kB of an archive. */
    @Test
    void aBombInAnArchive() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("trace.txt"));
            zip.write(ascii(IDLE));
            byte[] nothing = new byte[1 << 20];
            for (int i = 0; i < 300; i++) {
                zip.write(nothing);
            }
        }
        Path file = Files.write(folder.resolve("bomb.zip"), bytes.toByteArray());

        Outcome outcome = Outcome.of("analyze", file.toString());

        assertThat(outcome.code()).isEqualTo(5);
        assertThat(outcome.out()).contains("a line of more than 1 MiB; its rest was left out.");
    }

    /** {@code /dev/full} takes no byte, as a full disk does. */
    @ParameterizedTest
    @ValueSource(strings = {"--json", "--html", "--walks", "--flushes"})
    void aFullDisk(String option) throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();
        Path capture = Files.writeString(folder.resolve("capture.txt"), IDLE);

        Outcome outcome = Outcome.of("analyze", capture.toString(), option, full.toString());

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.sentences())
                .isEqualTo("wqflush: " + option + " /dev/full: cannot be written (no space left on device); nothing"
                        + " was. Name another file or folder.\n");
        assertThat(capture).hasContent(IDLE);
    }

    private static byte[] zip(String name, byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content);
        }
        return bytes.toByteArray();
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
