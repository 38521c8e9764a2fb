package dev.wqflush.parsers.perftrace;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.LineReader;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.TraceClock;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.payload.EventTable;
import dev.wqflush.parsers.payload.NamedFields;
import dev.wqflush.parsers.payload.PerfComm;

/**
 * Reads the text of {@code perf trace}. Fields stand there by name, those that are 0 are left out; with option
 * {@code --libtraceevent_print} the kernel's words stand there. Functions are addresses.
 */
final class PerfTraceReader extends LineReader {
    private static final byte[] LOST = Ascii.bytes("LOST ");
    private static final byte[] CONTINUED = Ascii.bytes("? (");
    private static final byte[] CLOSE = Ascii.bytes(")");
    private static final byte[] SEPARATOR = Ascii.bytes(", ");

    private final EventTable events = new EventTable(names);
    private final NamedFields fields = new NamedFields(names);
    private final TraceLineCutter cutter = new TraceLineCutter();
    private final EventContext at = new EventContext();
    private boolean captureBegan;

    PerfTraceReader(FormatDescriptor format, ByteWindow window) {
        super(format, window);
    }

    @Override
    protected boolean readLine(byte[] b, int from, int to) {
        int first = Ascii.skipBlanks(b, from, to);
        if (first == to || Ascii.startsWith(b, first, to, CONTINUED)) {
            return true;
        }
        if (cutter.cut(b, from, to)) {
            readEvent(b, to);
            return true;
        }
        return readLoss(b, from, to);
    }

    private void ensureCapture() {
        if (!captureBegan) {
            captureBegan = true;
            sink.captureBegan(names);
            sink.clock(TraceClock.NANOSECONDS);
        }
    }

    private void readEvent(byte[] b, int to) {
        ensureCapture();
        at.set(
                cutter.timeNanos,
                cutter.cpu,
                cutter.tid,
                PerfComm.intern(names, b, cutter.commFrom, cutter.commTo),
                ExecutionContext.UNKNOWN,
                EventContext.UNKNOWN,
                lines.number());
        int name = names.intern(b, cutter.eventFrom, cutter.eventTo);
        at.named(name);
        statistics.countEvent(name);
        int colon = Ascii.indexOf(b, cutter.eventFrom, cutter.eventTo, (byte) ':');
        if (colon < 0) {
            sink.otherEvent(at, name); // a system call
            return;
        }
        int event = names.intern(b, colon + 1, cutter.eventTo);
        int end = Ascii.lastIndexOf(b, cutter.fieldsFrom, to, CLOSE);
        end = end < 0 ? to : end;
        if (readFields(b, cutter.fieldsFrom, end)) {
            fields.tell(event, at, sink);
        } else if (!events.of(event).decode(at, b, cutter.fieldsFrom, end, sink)) {
            sink.otherEvent(at, event);
        }
    }

    /** {@code key: value, key: "text"}; false if it is not that. */
    private boolean readFields(byte[] b, int from, int to) {
        fields.clear();
        int key = from;
        while (key < to) {
            int keyEnd = Ascii.skipIdentifier(b, key, to);
            if (keyEnd == key || keyEnd + 1 >= to || b[keyEnd] != ':' || b[keyEnd + 1] != ' ') {
                return false;
            }
            int value = keyEnd + 2;
            int end = valueEnd(b, value, to);
            boolean text = end - value > 1 && b[value] == '"' && b[end - 1] == '"';
            fields.add(b, key, keyEnd, b, text ? value + 1 : value, text ? end - 1 : end, text);
            key = end + SEPARATOR.length;
        }
        return fields.count() > 0;
    }

    /** The next separator that a key follows; a text may hold others. */
    private static int valueEnd(byte[] b, int from, int to) {
        for (int comma = Ascii.indexOf(b, from, to, SEPARATOR);
                comma >= 0;
                comma = Ascii.indexOf(b, comma + 1, to, SEPARATOR)) {
            int key = comma + SEPARATOR.length;
            int keyEnd = Ascii.skipIdentifier(b, key, to);
            boolean closed = b[from] != '"' || (comma - from > 1 && b[comma - 1] == '"');
            if (closed && keyEnd > key && keyEnd < to && b[keyEnd] == ':') {
                return comma;
            }
        }
        return to;
    }

    /** {@code LOST 12 events!}. */
    private boolean readLoss(byte[] b, int from, int to) {
        int digits = from + LOST.length;
        if (!Ascii.startsWith(b, from, to, LOST) || Ascii.skipDigits(b, digits, to) == digits) {
            return false;
        }
        ensureCapture();
        long count = Ascii.decimal(b, digits, to);
        statistics.countLoss(count);
        sink.eventsLost(EventContext.UNKNOWN, count, lines.number());
        return true;
    }
}
