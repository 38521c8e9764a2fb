package dev.wqflush.parsers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.input.TraceSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** A file that is no trace gets a sentence: what it is, what was expected, what to do. */
class ForeignContentTest {
    private static final String TRACE =
            "              sh-98      [005] d..2.    50.312800: sched_waking: comm=a pid=2 prio=120 target_cpu=003\n";

    @Test
    void binaryFiles() {
        says(
                "\u0089PNG\r\n",
                "a PNG image, not a trace; expected a trace: text of ftrace or perf, trace.dat, perf.data. A screenshot of a"
                        + " stack cannot be read;");
        says("\u00ff\u00d8\u00ff\u00e0", "a JPEG image");
        says("%PDF-1.7", "a PDF document");
        says("\u007fELF\u0002", "an ELF file");
        says(
                "PK\u0003\u0004",
                "a zip archive; expected a trace: text of ftrace or perf, trace.dat, perf.data. Unpack it: unzip f.dat");
        says("7z\u00bc\u00af", "a 7z archive");
        says("PERFFILE", "a perf.data file of the first version (before Linux 2.6.37)");
        says("\u0000\u0000\u0000", "NUL bytes only");
        says("\u0001\u0002\u0000\u0003", "binary data");
    }

    @Test
    void textFiles() {
        says(
                "\u00ff\u00fe#\u0000",
                "UTF-16 text (byte order mark at offset 0); expected UTF-8 or ASCII."
                        + " Convert it: iconv -f UTF-16 -t UTF-8 f.dat > f.dat.txt");
        says("#\u0000 \u0000t\u0000r\u0000", "UTF-16 text (no byte order mark)");
        says("<!DOCTYPE html><html>", "HTML");
        says("{\"traceEvents\":[]}", "JSON");
        says("[   12.345678] Linux version 6.1", "a kernel log");
        says("0x1b8 [0x38]: PERF_RECORD_SAMPLE(IP, 0x1): 1/1: 0xff period: 1", "the raw dump of perf script -D");
        says("# ========\n# captured on    : Mon\n# Overhead  Command", "text of perf without the time of each sample");
        says("sh 98 cpu-clock: \n\t    13a80b608e0a f (/x)\n", "text of perf without the time of each sample");
        says("sh 98 [005]    sched:sched_waking: comm=a\n", "text of perf without the time of each sample");
        says("# event histogram\n#\n", "a table of a hist trigger");
        says(
                "# tracer: nop\r#\rsh-98 [005] d..2. 50.312800: sched_waking: x\r",
                "text whose lines end in carriage returns alone; expected line feeds. Convert it: tr '\\r' '\\n'"
                        + " < f.dat > f.dat.txt");
        says("Dear Ann", "text, but not of a trace");
    }

    @Test
    void emptyAndMissing() {
        assertThatThrownBy(() -> Reading.of(""))
                .hasMessage("test.txt: empty, 0 bytes; the transfer may have failed. Ask for the file again.");
        assertThatThrownBy(() -> Reading.of(TraceSource.file(Path.of("no-such-file"), "typed")))
                .isInstanceOf(UnreadableInput.class)
                .hasMessage("typed: no such file; check the name and the folder.");
        assertThatThrownBy(() -> Reading.of(TraceSource.file(Path.of(".")))).isInstanceOf(UnreadableInput.class);
    }

    @Test
    void otherCompressionsAreUnwrapped() throws IOException {
        ByteArrayOutputStream xz = new ByteArrayOutputStream();
        ByteArrayOutputStream bzip2 = new ByteArrayOutputStream();
        ByteArrayOutputStream zstd = new ByteArrayOutputStream();
        write(new XZOutputStream(xz, new LZMA2Options(0)));
        write(new BZip2CompressorOutputStream(bzip2));
        write(new com.github.luben.zstd.ZstdOutputStream(zstd));

        assertThat(Reading.of(xz.toByteArray()).log().count("waking")).isOne();
        assertThat(Reading.of(bzip2.toByteArray()).log().count("waking")).isOne();
        assertThat(Reading.of(zstd.toByteArray()).log().count("waking")).isOne();
    }

    private static void says(String content, String expected) {
        byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> Reading.of(TraceSource.bytes(bytes, "f.dat")))
                .isInstanceOf(UnreadableInput.class)
                .hasMessageStartingWith("f.dat: " + expected);
    }

    private static void write(OutputStream compressed) throws IOException {
        try (compressed) {
            compressed.write(TRACE.getBytes(StandardCharsets.ISO_8859_1));
        }
    }
}
