package dev.wqflush.parsers.api;

import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.ByteWindow;

/** What the readers of all formats have in common: a window, its names, and what is counted of it. */
public abstract class WindowReader implements TraceReader {
    /** The input. */
    protected final ByteWindow window;

    /** The names that the events refer to. */
    protected final NameTable names = new NameTable();

    /** What was read of the window. */
    protected final ReadStatistics statistics;

    private final FormatDescriptor format;

    /** A reader that goes on from the window's first byte. */
    protected WindowReader(FormatDescriptor format, ByteWindow window) {
        this.format = format;
        this.window = window;
        this.statistics = new ReadStatistics(format.title(), names, window.problems());
    }

    /** Reads to the end of the input, or until the sink wants no more. */
    protected abstract void readEvents(EventSink sink);

    @Override
    public final ReadStatistics read(EventSink sink) {
        readEvents(sink);
        String digest = window.digest(); // reads what is left, so that the size is the file's
        statistics.noteFile(window.storedBytes(), digest);
        return statistics;
    }

    @Override
    public final FormatDescriptor format() {
        return format;
    }

    @Override
    public final NameTable names() {
        return names;
    }

    @Override
    public final void close() {
        window.close();
    }
}
