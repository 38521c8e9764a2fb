package dev.wqflush.parsers.ftracetext;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.Head;
import dev.wqflush.parsers.api.TraceFormat;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.LinePrefix;

/** The text of {@code trace}, {@code trace_pipe} and {@code trace-cmd report}. */
public final class FtraceTextFormat implements TraceFormat {
    private static final FormatDescriptor DESCRIPTOR = new FormatDescriptor("ftrace", "ftrace text");

    @Override
    public FormatDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public TraceReader open(ByteWindow window) {
        return readerOf(DESCRIPTOR, window);
    }

    /** A reader of the same text out of another container, which is to be called by that. */
    public static TraceReader readerOf(FormatDescriptor container, ByteWindow window) {
        return new FtraceTextReader(container, window);
    }

    /** Certain by a header; likely by a line with a context, which nothing else has. */
    @Override
    public int recognise(Head head) {
        FtraceLineCutter cutter = new FtraceLineCutter();
        GraphLineCutter graphCutter = new GraphLineCutter(cutter);
        byte[] b = head.bytes();
        int next;
        for (int from = head.from(); from < head.to(); from = next) {
            int newline = Ascii.indexOf(b, from, head.to(), (byte) '\n');
            int to = newline < 0 ? head.to() : newline;
            next = to + 1;
            int line = LinePrefix.skip(b, from, to);
            if (HeaderReader.isTracer(b, line, to) || HeaderReader.isPreamble(b, line, to)) {
                return 100;
            }
            if (cutter.cut(LineShape.NORMAL, b, line, to)
                    || cutter.cut(LineShape.LATENCY, b, line, to)
                    || cutter.cut(LineShape.VERBOSE, b, line, to)
                    || (graphCutter.cut(b, line, to) && graphCutter.cpu >= 0)) {
                return 80;
            }
        }
        return 0;
    }
}
