package dev.wqflush.parsers.systrace;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.Head;
import dev.wqflush.parsers.api.TraceFormat;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.input.ByteWindow;
import java.util.function.BiFunction;

/** ftrace text within a page of systrace, a script, JSON of Chrome, or compressed by atrace. */
public final class SystraceFormat implements TraceFormat {
    private static final FormatDescriptor DESCRIPTOR = new FormatDescriptor("systrace", "systrace page");

    private static final int SURELY = 100;

    /** What atrace says before its compressed output is short. */
    private static final int PREAMBLE = 4096;

    private final BiFunction<FormatDescriptor, ByteWindow, TraceReader> text;

    /**
     * Makes the format.
     *
     * @param text makes the reader of the text itself, which calls the format as it is told
     */
    public SystraceFormat(BiFunction<FormatDescriptor, ByteWindow, TraceReader> text) {
        this.text = text;
    }

    @Override
    public FormatDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public TraceReader open(ByteWindow window) {
        return text.apply(DESCRIPTOR, window.within(new TraceText(window)));
    }

    /** By what such a file begins with and the mark before its trace. */
    @Override
    public int recognise(Head head) {
        byte[] b = head.bytes();
        int from = TraceText.skipSpace(b, head.from(), head.to());
        if (TraceText.isString(b, from, head.to())
                || Mark.COMPRESSED.in(b, from, Math.min(head.to(), from + PREAMBLE)) >= 0) {
            return SURELY;
        }
        if (from < head.to() && (b[from] == '<' || b[from] == '{')) {
            for (Mark mark : Mark.values()) {
                if (mark.in(b, from, head.to()) >= 0) {
                    return SURELY;
                }
            }
        }
        return 0;
    }
}
