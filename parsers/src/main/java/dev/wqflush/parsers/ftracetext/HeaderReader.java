package dev.wqflush.parsers.ftracetext;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.input.Ascii;
import java.nio.charset.StandardCharsets;

/** Reads the comment lines of a {@code trace} file and the preamble of {@code trace-cmd report}. */
final class HeaderReader {
    private static final byte[] TRACER = Ascii.bytes("# tracer:");
    private static final byte[] ONLINE_CPUS = Ascii.bytes("#P:");
    private static final byte[] LATENCY_TRACE = Ascii.bytes(" latency trace v");
    private static final byte[] ON = Ascii.bytes(" on ");
    private static final byte[] VERSION = Ascii.bytes("version = ");
    private static final byte[] CPUS = Ascii.bytes("cpus=");
    private static final byte[] CPU = Ascii.bytes("CPU ");
    private static final byte[] EMPTY_CPU = Ascii.bytes(" is empty");

    private int onlineCpus;
    private boolean headed;
    private boolean columns;
    private int prefixWidth;

    /** Whether a line is the first of a {@code trace} file. */
    static boolean isTracer(byte[] b, int from, int to) {
        return Ascii.startsWith(b, from, to, TRACER);
    }

    /** Begins the header of another capture. */
    void begin() {
        headed = true;
        columns = false;
        onlineCpus = 0;
    }

    /** Reads a line that begins with {@code #}. */
    void comment(byte[] b, int from, int to, EventSink sink) {
        int cpus = Ascii.indexOf(b, from, to, ONLINE_CPUS);
        if (cpus >= 0) {
            onlineCpus = (int) Ascii.decimal(b, cpus + ONLINE_CPUS.length, Math.min(to, cpus + ONLINE_CPUS.length + 5));
            sink.onlineCpus(onlineCpus);
            return;
        }
        int latency = Ascii.indexOf(b, from, to, LATENCY_TRACE);
        int on = latency < 0 ? -1 : Ascii.indexOf(b, latency, to, ON);
        if (on >= 0) {
            int release = on + ON.length;
            sink.kernelRelease(
                    new String(b, release, Fields.wordEnd(b, release, to) - release, StandardCharsets.ISO_8859_1));
        }
        columns |= Ascii.indexOf(b, from, to, (byte) '|') >= 0;
    }

    /** Whether a line belongs to the preamble of trace-cmd; several inputs put their name before its lines. */
    boolean preamble(byte[] b, int from, int to, EventSink sink) {
        int cpus = Ascii.lastIndexOf(b, from, to, CPUS);
        if (cpus >= 0 && (cpus == from || b[cpus - 1] == ' ') && isWholeNumber(b, cpus + CPUS.length, to)) {
            prefixWidth = cpus - from;
            sink.configuredCpus((int) Ascii.decimal(b, cpus + CPUS.length, to));
            return true;
        }
        return Ascii.startsWith(b, from, to, VERSION)
                || (Ascii.startsWith(b, from, to, CPU) && Ascii.indexOf(b, from, to, EMPTY_CPU) > 0);
    }

    /** CPUs online by the header, 0 if it does not tell. */
    int onlineCpus() {
        return onlineCpus;
    }

    /** Whether the header of a {@code trace} file names no columns, as with option context-info off. */
    boolean withoutColumns() {
        return headed && !columns;
    }

    /** Width of the file or instance name before every line, 0 without. */
    int prefixWidth() {
        return prefixWidth;
    }

    private static boolean isWholeNumber(byte[] b, int from, int to) {
        return from < to && to - from < 6 && Ascii.skipDigits(b, from, to) == to;
    }
}
