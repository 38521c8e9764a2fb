package dev.wqflush.parsers.perfscript;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.LineReader;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.TraceClock;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.payload.EventTable;
import dev.wqflush.parsers.payload.PerfComm;

/**
 * Reads the text of {@code perf script} line by line: a line is a comment of the header, the first line of a sample, a
 * record of another kind, or a frame of the call chain behind a sample, which a blank line ends. Call chains are passed
 * over.
 */
final class PerfScriptReader extends LineReader {
    private static final byte[] LOST = Ascii.bytes("PERF_RECORD_LOST");
    private static final byte[] RECORD = Ascii.bytes("PERF_RECORD_");
    private static final byte[] LOST_COUNT = Ascii.bytes(" lost ");
    private static final byte[] PROCESSED = Ascii.bytes("Processed ");
    private static final byte[] LOST_CHUNKS = Ascii.bytes(" chunks!");

    private final EventTable events = new EventTable(names);
    private final SampleLineCutter cutter = new SampleLineCutter();
    private final EventContext at = new EventContext();
    private boolean captureBegan;
    private boolean sampleSeen;

    /** Whether the last line belongs to a sample, whose call chain may follow. */
    private boolean inSample;

    PerfScriptReader(FormatDescriptor format, ByteWindow window) {
        super(format, window);
    }

    @Override
    protected boolean readLine(byte[] b, int from, int to) {
        if (from == to) {
            inSample = false;
            return true;
        }
        if (b[from] == '#') {
            readComment(b, from, to);
            return true;
        }
        if (inSample && b[from] == '\t') {
            return true;
        }
        if (cutter.cut(b, from, to)) {
            return readSample(b, to);
        }
        return (inSample && b[from] == ' ') || Ascii.startsWith(b, from, to, RECORD) || readLossOfChunks(b, from, to);
    }

    private void readComment(byte[] b, int from, int to) {
        if (PerfHeader.isFirstLine(b, from, to)) {
            captureBegan &= !sampleSeen;
        }
        ensureCapture();
        PerfHeader.read(b, from, to, sink);
    }

    private void ensureCapture() {
        if (!captureBegan) {
            captureBegan = true;
            sampleSeen = false;
            sink.captureBegan(names);
        }
    }

    private boolean readSample(byte[] b, int to) {
        ensureCapture();
        if (!sampleSeen) {
            sampleSeen = true;
            sink.clock(TraceClock.NANOSECONDS);
        }
        inSample = true;
        if (cutter.cpuShown && cutter.cpu == EventContext.UNKNOWN) {
            statistics
                    .problems()
                    .report(
                            ReadProblem.Kind.UNKNOWN_CPU,
                            lines.number(),
                            () ->
                                    "a number of a CPU that no kernel has; the event is kept, its CPU counts as unknown.");
        }
        int end = Ascii.trimBlanks(b, cutter.payloadFrom, to);
        if (cutter.isRecord()) {
            return readRecord(b, end);
        }
        at.set(
                cutter.timeNanos,
                cutter.cpu,
                cutter.tid,
                PerfComm.intern(names, b, cutter.commFrom, cutter.commTo),
                ExecutionContext.UNKNOWN,
                EventContext.UNKNOWN,
                lines.number());
        int name = names.intern(b, cutter.eventFrom, cutter.eventTo);
        int event = eventOf(b, name);
        boolean understood = events.of(event).decode(at.named(name), b, cutter.payloadFrom, end, sink);
        if (!understood) {
            sink.otherEvent(at, event);
        }
        statistics.countEvent(name);
        return understood;
    }

    /** The tracepoint's name without its system; the whole name of any other event ({@code cycles:u}). */
    private int eventOf(byte[] b, int name) {
        int colon = Ascii.indexOf(b, cutter.eventFrom, cutter.eventTo, (byte) ':');
        return colon < 0 || isModifiers(b, colon + 1, cutter.eventTo)
                ? name
                : names.intern(b, colon + 1, cutter.eventTo);
    }

    private static boolean isModifiers(byte[] b, int from, int to) {
        for (int i = from; i < to; i++) {
            if ("ukhGHIpPSDWeb".indexOf(b[i]) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Records that options show among the samples; of them only losses mean something here. */
    private boolean readRecord(byte[] b, int to) {
        if (Ascii.startsWith(b, cutter.payloadFrom, to, LOST)) {
            int lost = Ascii.indexOf(b, cutter.payloadFrom, to, LOST_COUNT);
            eventsLost(lost < 0 ? -1 : Ascii.decimal(b, lost + LOST_COUNT.length, to), cutter.cpu);
        }
        return true;
    }

    /** {@code Processed 123 events and lost 4 chunks!} of the standard error. */
    private boolean readLossOfChunks(byte[] b, int from, int to) {
        boolean found = Ascii.startsWith(b, from, to, PROCESSED) && Ascii.indexOf(b, from, to, LOST_CHUNKS) >= 0;
        if (found) {
            ensureCapture();
            eventsLost(-1, EventContext.UNKNOWN);
        }
        return found;
    }

    private void eventsLost(long count, int cpu) {
        statistics.countLoss(count);
        sink.eventsLost(cpu, count, lines.number());
    }
}
