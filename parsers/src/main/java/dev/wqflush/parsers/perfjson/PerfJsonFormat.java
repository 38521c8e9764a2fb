package dev.wqflush.parsers.perfjson;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.Head;
import dev.wqflush.parsers.api.TraceFormat;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.ByteWindow;

/** The JSON of {@code perf data convert --to-json}. */
public final class PerfJsonFormat implements TraceFormat {
    private static final FormatDescriptor DESCRIPTOR = new FormatDescriptor("perf-json", "JSON of perf data convert");
    private static final byte[] VERSION = Ascii.bytes("\"linux-perf-json-version\"");

    @Override
    public FormatDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public TraceReader open(ByteWindow window) {
        return new PerfJsonReader(DESCRIPTOR, window);
    }

    /** Certain by the version, which comes first. */
    @Override
    public int recognise(Head head) {
        return Ascii.indexOf(head.bytes(), head.from(), Math.min(head.to(), head.from() + 256), VERSION) >= 0 ? 100 : 0;
    }
}
