package dev.wqflush.parsers.api;

import dev.wqflush.parsers.input.ByteWindow;

/** A format that can be read. */
public interface TraceFormat {
    /** Facts about the format. */
    FormatDescriptor descriptor();

    /** How surely an input is of this format, by its content: 0 not at all, 100 certainly. */
    int recognise(Head head);

    /** A reader that goes on from the window's first byte and closes the window when it is closed. */
    TraceReader open(ByteWindow window);
}
