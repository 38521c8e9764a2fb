package dev.wqflush.parsers.perftrace;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TraceClock;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.LineCursor;
import dev.wqflush.parsers.input.LinePrefix;
import dev.wqflush.parsers.payload.EventTable;
import dev.wqflush.parsers.payload.NamedFields;

/**
 * Reads the text of {@code perf trace}. Fields stand there by name, those that are 0 are left out; with option
 * {@code --libtraceevent_print} the kernel's words stand there. Functions are addresses.
 */
final class PerfTraceReader implements TraceReader {
    private static final byte[] LOST = Ascii.bytes("LOST ");
    private static final byte[] CONTINUED = Ascii.bytes("? (");
    private static final byte[] CLOSE = Ascii.bytes(")");
    private static final byte[] SEPARATOR = Ascii.bytes(", ");

    private final FormatDescriptor format;
    private final ByteWindow window;
    private final LineCursor lines;
    private final NameTable names = new NameTable();
    private final EventTable events = new EventTable(names);
    private final NamedFields fields = new NamedFields(names);
    private final ReadStatistics statistics;
    private final TraceLineCutter cutter = new TraceLineCutter();
    private final EventContext at = new EventContext();
    private EventSink sink = new EventSink() {};
    private boolean captureBegan;

    PerfTraceReader(FormatDescriptor format, ByteWindow window) {
        this.format = format;
        this.window = window;
        this.lines = new LineCursor(window);
        this.statistics = new ReadStatistics(format.title(), names, window.problems());
    }

    @Override
    public FormatDescriptor format() {
        return format;
    }

    @Override
    public NameTable names() {
        return names;
    }

    @Override
    public void close() {
        window.close();
    }

    @Override
    public ReadStatistics read(EventSink events) {
        sink = events;
        while (sink.wantsMore() && lines.next()) {
            byte[] b = lines.bytes();
            int from = LinePrefix.skipQuotes(b, lines.start(), lines.end());
            int to = lines.end();
            statistics.countLine();
            if (!readLine(b, from, to)) {
                statistics.countSkipped(lines.number(), b, from, to);
            }
        }
        String digest = window.digest(); // reads what is left, so that the size is the file's
        statistics.noteFile(window.storedBytes(), digest);
        return statistics;
    }

    private boolean readLine(byte[] b, int from, int to) {
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
                comm(b),
                ExecutionContext.UNKNOWN,
                EventContext.UNKNOWN,
                lines.number());
        int name = names.intern(b, cutter.eventFrom, cutter.eventTo);
        at.named(name);
        statistics.countEvent(name);
        at.named(name);
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
            int keyEnd = identifierEnd(b, key, to);
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
            int keyEnd = identifierEnd(b, key, to);
            boolean closed = b[from] != '"' || (comma - from > 1 && b[comma - 1] == '"');
            if (closed && keyEnd > key && keyEnd < to && b[keyEnd] == ':') {
                return comma;
            }
        }
        return to;
    }

    private static int identifierEnd(byte[] b, int from, int to) {
        int end = from;
        while (end < to && Ascii.isIdentifier(b[end])) {
            end++;
        }
        return end;
    }

    /** A task without a name is shown as {@code :TID}. */
    private int comm(byte[] b) {
        return cutter.commFrom < cutter.commTo && b[cutter.commFrom] == ':'
                ? NameTable.NONE
                : names.intern(b, cutter.commFrom, cutter.commTo);
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
