package dev.wqflush.parsers.tracedat;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.Head;
import dev.wqflush.parsers.api.TraceFormat;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.ByteWindow;

/** The file of {@code trace-cmd record}. */
public final class TraceDatFormat implements TraceFormat {
    static final byte[] MAGIC = Ascii.bytes("\u0017\bDtracing");

    private static final FormatDescriptor DESCRIPTOR = new FormatDescriptor("trace.dat", "trace.dat");

    @Override
    public FormatDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public int recognise(Head head) {
        return Ascii.startsWith(head.bytes(), head.from(), head.to(), MAGIC) ? 100 : 0;
    }

    @Override
    public TraceReader open(ByteWindow window) {
        return new TraceDatReader(DESCRIPTOR, window);
    }
}
