package dev.wqflush.parsers.perfscript;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.input.Ascii;
import java.nio.charset.StandardCharsets;

/** Reads the comment lines that {@code perf script --header} puts before the samples. */
final class PerfHeader {
    private static final byte[] FIRST_LINE = Ascii.bytes("# captured on");
    private static final byte[] KERNEL = Ascii.bytes("# os release");
    private static final byte[] ONLINE_CPUS = Ascii.bytes("# nrcpus online");
    private static final byte[] CONFIGURED_CPUS = Ascii.bytes("# nrcpus avail");
    private static final int MOST_CPU_DIGITS = 5;

    private PerfHeader() {}

    /** Whether a capture's header begins here. */
    static boolean isFirstLine(byte[] b, int from, int to) {
        return Ascii.startsWith(b, from, to, FIRST_LINE);
    }

    /** Tells what the line {@code # key : value} says of the machine. */
    static void read(byte[] b, int from, int to, EventSink sink) {
        int colon = Ascii.indexOf(b, from, to, (byte) ':');
        int value = colon < 0 ? to : Ascii.skipBlanks(b, colon + 1, to);
        if (value == to) {
            return;
        }
        if (Ascii.startsWith(b, from, to, KERNEL)) {
            sink.kernelRelease(new String(b, value, to - value, StandardCharsets.ISO_8859_1).strip());
        } else if (Ascii.startsWith(b, from, to, ONLINE_CPUS)) {
            sink.onlineCpus(cpus(b, value, to));
        } else if (Ascii.startsWith(b, from, to, CONFIGURED_CPUS)) {
            sink.configuredCpus(cpus(b, value, to));
        }
    }

    private static int cpus(byte[] b, int from, int to) {
        return (int) Ascii.decimal(b, from, Math.min(to, from + MOST_CPU_DIGITS));
    }
}
