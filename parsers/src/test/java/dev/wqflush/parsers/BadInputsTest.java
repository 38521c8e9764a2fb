package dev.wqflush.parsers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.input.TraceSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds of input that broke other readers, in whatever text or wrapping they come. */
class BadInputsTest {
    private static final String EVENT = "sched_waking: comm=a pid=2 prio=120 target_cpu=003\n";
    private static final String LINE = "              sh-98      [005] d..2.    50.312800: " + EVENT;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "              sh-98      [99999] d..2.    50.312800: " + EVENT,
                "              sh-98      [4294967295] d..2.    50.312800: " + EVENT,
                "              sh   98 [4294967295]    50.312800: sched:" + EVENT
            })
    void numbersOfCpusBeyondAll(String line) {
        Reading reading = Reading.of(line);

        assertThat(reading.log().contexts()).singleElement().asString().contains(" cpu -1 'sh'-98 ");
        assertThat(reading.statistics().problems().examples()).singleElement().satisfies(problem -> {
            assertThat(problem.kind()).isEqualTo(ReadProblem.Kind.UNKNOWN_CPU);
            assertThat(problem.sentence()).contains("its CPU counts as unknown");
            assertThat(problem.line()).isOne();
        });
    }

    @Test
    void compressedManyTimesOver() throws IOException {
        byte[] content = LINE.getBytes(StandardCharsets.ISO_8859_1);
        for (int layer = 1; layer <= 4; layer++) {
            content = gzip(content);
            assertThat(Reading.of(content).log().count("waking"))
                    .as("%d layers", layer)
                    .isOne();
        }
        byte[] once = gzip(content);

        assertThatThrownBy(() -> Reading.of(once))
                .isInstanceOf(UnreadableInput.class)
                .hasMessageStartingWith("test.txt: cannot be read (compressed more than 4 times over);");
    }

    /** Ten kilobytes that expand to 300 MB: read to a limit, and said so. */
    @Test
    void dataThatExpandsWithoutBound() throws IOException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (OutputStream zstd = new ZstdOutputStream(bomb)) {
            zstd.write(LINE.getBytes(StandardCharsets.ISO_8859_1));
            byte[] block = new byte[1 << 20];
            for (int i = 0; i < 300; i++) {
                zstd.write(block);
            }
        }
        Reading reading = Reading.of(TraceSource.bytes(bomb.toByteArray(), "bomb.zst"));

        assertThat(reading.log().count("waking")).isOne();
        assertThat(reading.statistics().truncated()).isTrue();
        assertThat(reading.statistics().problems().examples())
                .extracting(ReadProblem::sentence)
                .anyMatch(sentence -> sentence.contains("it expands to more than 10,000 times its size"));
    }

    /** A line longer than 32 bits count, from a stream; the event behind it is at the right line. */
    @Test
    void moreBytesThanAnInteger() {
        byte[] block = "x".repeat(1 << 20).getBytes(StandardCharsets.ISO_8859_1);
        List<InputStream> parts = new ArrayList<>();
        parts.add(new ByteArrayInputStream("# tracer: nop\n#\n".getBytes(StandardCharsets.ISO_8859_1)));
        for (int i = 0; i <= 4096; i++) {
            parts.add(new ByteArrayInputStream(block));
        }
        String end = "\n" + LINE;
        parts.add(new ByteArrayInputStream(end.getBytes(StandardCharsets.ISO_8859_1)));
        Reading reading =
                Reading.of(TraceSource.stream(new SequenceInputStream(Collections.enumeration(parts)), "long"));

        assertThat(reading.statistics().bytes()).isEqualTo(4097L * block.length + 16 + end.length());
        assertThat(reading.log().contexts()).singleElement().asString().endsWith(" line 4");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b c",
                "]",
                "[",
                "a:b",
                "a-1",
                "x=>y",
                "=> f",
                "12 34",
                "1",
                "cpu=3",
                "\u00c3\u00a9t\u00c3\u00a9",
                "a [001] b-12",
                "<script>",
                "\"onload=",
                "=1+1",
                "a]1[b",
                "50.312800: x"
            })
    void namesOfTasks(String name) {
        String events = "contended_release: 0x1\n";
        String ftrace = String.format("%16s-%-7d [005] d..2.    50.312800: %s", name, 98, events);
        String perf = String.format("%16s %7d [005]    50.312800: lock:%s", name, 98, events);
        String trace = String.format("     3.591 %s/98 lock:contended_release(lock_addr: 0x1)\n", name);
        String json = "{\n\"linux-perf-json-version\": 1,\n\"samples\": [{\"timestamp\": 1,\"tid\": 98,\"comm\": \""
                + name.replace("\"", "\\\"") + "\",\"callchain\": [],\"lock_addr\": \"0x1\"}]}\n";

        for (String text : new String[] {ftrace, perf, trace, json}) {
            Reading reading = Reading.of(text);

            assertThat(reading.log().lines()).as(text).endsWith("released 0x1");
            assertThat(reading.log().contexts())
                    .as(text)
                    .singleElement()
                    .asString()
                    .contains(" '" + name + "'-98 ");
        }
    }

    /** Workqueues may be called like fields, in every text. */
    @ParameterizedTest
    @ValueSource(strings = {"cpu=3", "a b", "x req_cpu=7 cpu=7", "work struct=0x9", "w: function f", "\"onload="})
    void namesOfWorkqueues(String name) {
        String event = "workqueue_queue_work: work struct=0x1 function=f workqueue=" + name + " req_cpu=1 cpu=2\n";
        String json =
                "{\n\"linux-perf-json-version\": 1,\n\"samples\": [{\"timestamp\": 1,\"tid\": 98,\"callchain\": [],"
                        + "\"work\": \"0x1\",\"function\": \"f\",\"workqueue\": \"" + name.replace("\"", "\\\"")
                        + "\",\"req_cpu\": 1,\"cpu\": 2}]}\n";
        String trace = "     3.591 sh/98 workqueue:workqueue_queue_work(work: 0x1, function: f, workqueue: \"" + name
                + "\", req_cpu: 1, cpu: 2)\n";

        for (String text : new String[] {
            "              sh-98      [005] d..2.    50.312800: " + event,
            "              sh   98 [005]    50.312800: workqueue:" + event,
            json,
            trace
        }) {
            assertThat(Reading.of(text).log().lines()).as(text).endsWith("queued 0x1 'f' '" + name + "' 1 2");
        }
    }

    @Test
    void theSameCaptureTwiceIsTwoCaptures() {
        String capture = "# tracer: nop\n#\n" + LINE;

        assertThat(Reading.of(capture + "\n" + capture).log().count("capture")).isEqualTo(2);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }
}
