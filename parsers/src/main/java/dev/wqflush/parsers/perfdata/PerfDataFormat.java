package dev.wqflush.parsers.perfdata;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.Head;
import dev.wqflush.parsers.api.TraceFormat;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.input.ByteWindow;

/** What {@code perf record} writes. */
public final class PerfDataFormat implements TraceFormat {
    private static final FormatDescriptor DESCRIPTOR = new FormatDescriptor("perf-data", "perf.data");

    @Override
    public FormatDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public int recognise(Head head) {
        return FileHeader.isPerfData(head.bytes(), head.from(), head.to()) ? 100 : 0;
    }

    @Override
    public TraceReader open(ByteWindow window) {
        return PerfDataReader.open(DESCRIPTOR, window);
    }
}
