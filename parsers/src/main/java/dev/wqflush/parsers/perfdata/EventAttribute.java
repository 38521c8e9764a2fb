package dev.wqflush.parsers.perfdata;

/**
 * One event that was recorded: {@code struct perf_event_attr} as far as it matters. The structure grows with every
 * version of perf; its size stands in it, and nothing needed here lies in what was added.
 *
 * @param type who counts; {@link #TRACEPOINT}, or what {@link AttributeNames} knows
 * @param config what is counted; of a tracepoint its id
 * @param flags bits in the order of the structure's declaration, whatever the byte order
 */
record EventAttribute(int type, long config, long flags, SampleLayout layout) {
    /** Type of tracepoints, kprobes made through tracefs included. */
    static final int TRACEPOINT = 2;

    /** Bytes of the structure's first version, which all have. */
    static final int LEAST_SIZE = 64;

    private static final int SIZE_AT = 4;
    private static final int SAMPLE_ID_ALL = 18;

    /** The size that the structure at an index gives itself. */
    static long size(Words words, byte[] b, int at) {
        long size = words.u32(b, at + SIZE_AT);
        return size == 0 ? LEAST_SIZE : size;
    }

    /** Reads a structure of which {@link #LEAST_SIZE} bytes are there. */
    static EventAttribute read(Words words, byte[] b, int at) {
        long stored = words.i64(b, at + 40);
        long flags = words == Words.BIG ? Long.reverse(stored) : stored;
        boolean sampleIdAll = (flags >>> SAMPLE_ID_ALL & 1) != 0;
        SampleLayout layout = new SampleLayout(words.i64(b, at + 24), words.i64(b, at + 32), sampleIdAll);
        return new EventAttribute(words.i32(b, at), words.i64(b, at + 8), flags, layout);
    }

    /** Bit {@code n} of the flags. */
    boolean flag(int n) {
        return (flags >>> n & 1) != 0;
    }
}
