package dev.wqflush.parsers.perftrace;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.Head;
import dev.wqflush.parsers.api.TraceFormat;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.LinePrefix;

/** The text of {@code perf trace}. */
public final class PerfTraceFormat implements TraceFormat {
    private static final FormatDescriptor DESCRIPTOR = new FormatDescriptor("perf-trace", "perf trace text");

    @Override
    public FormatDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public TraceReader open(ByteWindow window) {
        return new PerfTraceReader(DESCRIPTOR, window);
    }

    /** By a line with milliseconds and an event with its fields in parentheses. */
    @Override
    public int recognise(Head head) {
        TraceLineCutter cutter = new TraceLineCutter();
        return head.firstRecognised((b, from, to) -> cutter.cut(b, LinePrefix.skipQuotes(b, from, to), to) ? 60 : 0);
    }
}
