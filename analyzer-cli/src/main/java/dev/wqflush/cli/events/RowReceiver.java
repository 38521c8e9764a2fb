package dev.wqflush.cli.events;

import dev.wqflush.parsers.event.NameTable;
import java.io.IOException;

/** Takes the events of a run, row by row. */
public interface RowReceiver {
    /**
     * The rows that follow are of another file.
     *
     * @param timed whether time stamps are nanoseconds
     */
    void begin(String file, NameTable names, boolean timed);

    /** An event; the row is valid only during the call. */
    void row(EventRow row) throws IOException;

    /** There are no more. */
    void end() throws IOException;
}
