package dev.wqflush.parsers.ftracetext;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.payload.Fields;
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
            if (onlineCpus > 0) {
                sink.onlineCpus(onlineCpus);
            }
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

    /** Whether a line belongs to the preamble of trace-cmd. */
    static boolean isPreamble(byte[] b, int from, int to) {
        return Ascii.startsWith(b, from, to, VERSION)
                || cpuCount(b, from, to) >= 0
                || (Ascii.startsWith(b, from, to, CPU) && Ascii.indexOf(b, from, to, EMPTY_CPU) > 0);
    }

    /** Reads a line of the preamble. */
    static void preamble(byte[] b, int from, int to, EventSink sink) {
        int cpus = cpuCount(b, from, to);
        if (cpus >= 0) {
            sink.configuredCpus((int) Ascii.decimal(b, cpus, to));
        }
    }

    /** Where the number stands in {@code cpus=16} or {@code input: cpus=16}; -1 in another line. */
    private static int cpuCount(byte[] b, int from, int to) {
        int number = Ascii.digitsBefore(b, from, to);
        int key = number - CPUS.length;
        boolean found = number < to
                && to - number < 6
                && Ascii.startsWith(b, key, to, CPUS)
                && (key == from || (key > from + 1 && b[key - 2] == ':' && b[key - 1] == ' '));
        return found ? number : -1;
    }

    /** CPUs online by the header, 0 if it does not tell. */
    int onlineCpus() {
        return onlineCpus;
    }

    /** Whether the header of a {@code trace} file names no columns, as with option context-info off. */
    boolean withoutColumns() {
        return headed && !columns;
    }
}
