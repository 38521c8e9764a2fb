package dev.wqflush.parsers.api;

import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import java.io.Closeable;

/** Reads one opened capture, once. */
public interface TraceReader extends Closeable {
    /** What is being read. */
    FormatDescriptor format();

    /** The names that the events refer to. */
    NameTable names();

    /** Reads to the end of the input; damage is counted, not thrown. */
    ReadStatistics read(EventSink sink);

    @Override
    void close();
}
