package dev.wqflush.parsers;

import dev.wqflush.parsers.api.Head;
import dev.wqflush.parsers.api.TraceFormat;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.ftracetext.FtraceTextFormat;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.TraceSource;
import java.util.List;

/** The formats that can be read, and the choice among them by content. */
public final class TraceFormats {
    private static final List<TraceFormat> ALL = List.of(new FtraceTextFormat());

    private TraceFormats() {}

    /** All formats. */
    public static List<TraceFormat> all() {
        return ALL;
    }

    /**
     * Opens a source with the format that its content fits best. The reader is to be closed.
     *
     * @throws UnreadableInput if the source cannot be opened or is of no known format; says what it looks like
     */
    public static TraceReader open(TraceSource source) {
        ByteWindow window = source.open();
        Head head = Head.of(window);
        TraceFormat best = null;
        int confidence = 0;
        for (TraceFormat format : ALL) {
            int recognised = format.recognise(head);
            if (recognised > confidence) {
                best = format;
                confidence = recognised;
            }
        }
        if (best == null) {
            throw new UnreadableInput(source.name() + ": " + ForeignContent.describe(head, source.name()));
        }
        return best.open(window);
    }
}
