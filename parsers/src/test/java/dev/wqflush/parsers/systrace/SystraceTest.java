package dev.wqflush.parsers.systrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.parsers.Reading;
import dev.wqflush.parsers.diag.UnreadableInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace says the same wherever it is kept. */
class SystraceTest {
    private static final String LINE =
            "      kworker/0:1-9     (    9) [000] d..2   100.123456: workqueue_execute_start: work struct 10: function f\n";
    private static final String TRACE = "# tracer: nop\n#\n" + LINE + LINE;
    private static final String STARTED = "started 0x10 'f'";

    @Test
    void blocksOfPages() {
        Reading reading = Reading.of("""
                <!DOCTYPE html>
                <script>/* viewer */</script>
                  <script class="trace-data" type="application/text">
                PROCESS DUMP
                root  1  0  10  10 x 0 S init  init
                  </script>
                  <script class="trace-data" type="application/text">
                """ + TRACE + """
                  </script>
                  <script class="trace-data" type="application/text">
                {"traceEvents": [{"category": "process_argv"}]}
                  </script>
                </html>
                """);

        twoStarts(reading, 10);
    }

    @Test
    void stringsOfScripts() {
        String page = "<!DOCTYPE html>\n<script>\n  var linuxPerfData = \"\\\n" + TRACE.replace("\n", "\\n\\\n")
                + "\";\n</script>\n<p>sh-98 [005] d..2. 50.312800: sched_waking: x\n";

        twoStarts(Reading.of(page), 6);
    }

    @Test
    void stringsWithoutTheirPage() {
        twoStarts(Reading.of(TRACE.replace("\n", "\\n\\\n")), 3);
    }

    @Test
    void stringsOfJson() {
        String json = "{\"traceEvents\":[],\n \"systemTraceEvents\" : \""
                + TRACE.replace("\n", "\\n").replace("work struct", "work\\u0020struct") + "\",\"x\":\"" + LINE.strip()
                + "\"}";

        twoStarts(Reading.of(json), 4);
    }

    @Test
    void zippedJsonOfPages() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(latin1("{\"systemTraceEvents\":\"" + TRACE.replace("\n", "\\n") + "\"}"));
        }
        String page = "<html>\n<script id=\"viewer-data\" type=\"application/json\">\n"
                + Base64.getEncoder().encodeToString(zipped.toByteArray()) + "\n</script>\n</html>\n";

        assertThat(Reading.of(page).log().lines()).endsWith(STARTED, STARTED);
    }

    @Test
    void compressedOutputOfAtrace() throws IOException {
        byte[] compressed = compressed();

        assertThat(Reading.of(compressed).log().lines()).endsWith(STARTED, STARTED);
        Reading cut = Reading.of(Arrays.copyOf(compressed, compressed.length - 12));
        assertThat(cut.statistics().truncated()).isTrue();
    }

    /** Marks, escapes and ends may come in pieces. */
    @Test
    void byteByByte() throws IOException {
        String page =
                "<html>\n<script>\n  var linuxPerfData = \"\\\n" + TRACE.replace("\n", "\\n\\\n") + "\";\n</script>\n"
                        + "<script class=\"trace-data\">\n" + LINE + "</script>\n{\"systemTraceEvents\":\""
                        + LINE.replace("\n", "\\n") + "\"}";

        assertThat(slowly(latin1(page)).log().count("started")).isEqualTo(4);
        assertThat(slowly(compressed()).log().count("started")).isEqualTo(2);
    }

    @Test
    void viewersWithLongLinesDoNotHideTheTrace() {
        String viewer = "x".repeat(300_000) + "class=\"trace-";
        String page = "<html>\n" + viewer + "\n<script class=\"trace-data\">\n" + TRACE + "</script>\n";

        assertThat(Reading.of(page).log().lines()).endsWith(STARTED, STARTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "class=\"trace-data\"",
                "linuxPerfData = \"\\",
                "\"systemTraceEvents\":\"\\u",
                "id=\"viewer-data\">QQ==",
                "id=\"viewer-data\">H4sI"
            })
    void cutBehindItsMark(String mark) {
        Reading reading = Reading.of("<html>\n" + mark);

        assertThat(reading.statistics().events()).isZero();
    }

    @Test
    void pagesWithoutATraceAreNone() {
        assertThatThrownBy(() -> Reading.of("<html><p># tracer</p></html>\n"))
                .isInstanceOf(UnreadableInput.class)
                .hasMessageContaining("HTML or XML without the text of a trace");
    }

    private static void twoStarts(Reading reading, long firstLine) {
        assertThat(reading.log().lines()).endsWith(STARTED, STARTED);
        assertThat(reading.log().count("started")).isEqualTo(2);
        assertThat(reading.log().contexts().get(0)).endsWith(" line " + firstLine);
        assertThat(reading.statistics().linesSkipped()).isZero();
    }

    private static Reading slowly(byte[] content) {
        return Reading.of(Reading.trickle(content));
    }

    private static byte[] compressed() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(latin1("capturing trace... done\nTRACE:\n"));
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(bytes)) {
            deflater.write(latin1(TRACE));
        }
        return bytes.toByteArray();
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
