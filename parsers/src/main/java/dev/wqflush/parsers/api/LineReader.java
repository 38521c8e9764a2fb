package dev.wqflush.parsers.api;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.LineCursor;
import dev.wqflush.parsers.input.LinePrefix;

/** A reader of text in which a line says something by itself; it may be quoted in a mail. */
public abstract class LineReader extends WindowReader {
    /** The line being read. */
    protected final LineCursor lines;

    /** Hears the events. */
    protected EventSink sink = new EventSink() {};

    /** A reader that goes on from the window's first byte. */
    protected LineReader(FormatDescriptor format, ByteWindow window) {
        super(format, window);
        this.lines = new LineCursor(window);
    }

    /** Reads a line without its quote marks; false if it means nothing. */
    protected abstract boolean readLine(byte[] b, int from, int to);

    @Override
    protected final void readEvents(EventSink events) {
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
    }
}
