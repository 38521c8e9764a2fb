package dev.wqflush.parsers.perfscript;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.Head;
import dev.wqflush.parsers.api.TraceFormat;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.LinePrefix;

/** The text of {@code perf script}. */
public final class PerfScriptFormat implements TraceFormat {
    private static final FormatDescriptor DESCRIPTOR = new FormatDescriptor("perf-script", "perf script text");

    @Override
    public FormatDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public TraceReader open(ByteWindow window) {
        return new PerfScriptReader(DESCRIPTOR, window);
    }

    /**
     * By a sample's line; the header alone may be of {@code perf report}. {@code SYSTEM:EVENT} and records are perf's
     * alone; {@code :-1 -1 [000] 1.000000: cycles:} could be of ftrace.
     */
    @Override
    public int recognise(Head head) {
        SampleLineCutter cutter = new SampleLineCutter();
        return head.firstRecognised((b, from, to) -> {
            if (!cutter.cut(b, LinePrefix.skipQuotes(b, from, to), to)) {
                return 0;
            }
            return cutter.isRecord() || cutter.isTracepoint(b) ? 90 : 70;
        });
    }
}
