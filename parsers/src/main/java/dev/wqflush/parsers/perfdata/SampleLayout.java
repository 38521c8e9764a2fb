package dev.wqflush.parsers.perfdata;

/**
 * Where a sample of one event has its fields. Which fields there are, {@code sample_type} says by bits; their order is
 * another:
 *
 * <pre>
 * IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM_ID, CPU, PERIOD    8 bytes each
 * READ                                                         by read_format
 * CALLCHAIN                                                    u64 nr, nr * u64
 * RAW                                                          u32 size, bytes
 * </pre>
 *
 * What follows RAW is of no use here. Records that are no samples end in TID, TIME, ID, STREAM_ID, CPU, IDENTIFIER,
 * found from their end, if {@code sample_id_all} is set.
 */
final class SampleLayout {
    /** A field that is not recorded. */
    static final int NONE = -1;

    private static final int IP = 1;
    private static final int TID = 1 << 1;
    private static final int TIME = 1 << 2;
    private static final int ADDR = 1 << 3;
    private static final int READ = 1 << 4;
    private static final int CALLCHAIN = 1 << 5;
    private static final int ID = 1 << 6;
    private static final int CPU = 1 << 7;
    private static final int PERIOD = 1 << 8;
    private static final int STREAM_ID = 1 << 9;
    private static final int RAW = 1 << 10;
    private static final int IDENTIFIER = 1 << 16;

    private static final int[] FIXED_FIELDS = {IDENTIFIER, IP, TID, TIME, ADDR, ID, STREAM_ID, CPU, PERIOD};
    private static final int[] TRAILER_FIELDS = {TID, TIME, ID, STREAM_ID, CPU, IDENTIFIER};

    private static final int READ_ENABLED = 1;
    private static final int READ_RUNNING = 2;
    private static final int READ_ID = 4;
    private static final int READ_GROUP = 8;
    private static final int READ_LOST = 16;

    private final long sampleType;
    private final long readFormat;
    private final int fixedSize;

    /** Offsets from the sample's first byte behind the record's header, or {@link #NONE}. */
    final int tidAt;

    final int timeAt;
    final int cpuAt;
    final int idAt;

    /** Distances back from the record's end, or {@link #NONE}. */
    final int tidFromEnd;

    final int timeFromEnd;
    final int cpuFromEnd;
    final int idFromEnd;
    final int trailerSize;

    SampleLayout(long sampleType, long readFormat, boolean sampleIdAll) {
        this.sampleType = sampleType;
        this.readFormat = readFormat;
        this.fixedSize = offset(0);
        this.tidAt = offset(TID);
        this.timeAt = offset(TIME);
        this.cpuAt = offset(CPU);
        this.idAt = has(IDENTIFIER) ? offset(IDENTIFIER) : offset(ID);
        this.trailerSize = sampleIdAll ? distance(0) : 0;
        this.tidFromEnd = sampleIdAll ? distance(TID) : NONE;
        this.timeFromEnd = sampleIdAll ? distance(TIME) : NONE;
        this.cpuFromEnd = sampleIdAll ? distance(CPU) : NONE;
        this.idFromEnd = !sampleIdAll ? NONE : has(IDENTIFIER) ? distance(IDENTIFIER) : distance(ID);
    }

    private boolean has(int field) {
        return (sampleType & field) != 0;
    }

    /** Where a fixed field begins, {@link #NONE} if it is not there; for no field, where the fixed ones end. */
    private int offset(int field) {
        if (field != 0 && !has(field)) {
            return NONE;
        }
        int offset = 0;
        for (int fixed : FIXED_FIELDS) {
            if (fixed == field) {
                return offset;
            }
            offset += has(fixed) ? Long.BYTES : 0;
        }
        return offset;
    }

    private int distance(int field) {
        if (field != 0 && !has(field)) {
            return NONE;
        }
        int distance = 0;
        for (int i = TRAILER_FIELDS.length - 1; i >= 0; i--) {
            distance += has(TRAILER_FIELDS[i]) ? Long.BYTES : 0;
            if (TRAILER_FIELDS[i] == field) {
                return distance;
            }
        }
        return distance;
    }

    /** Whether samples carry the raw bytes of a tracepoint. */
    boolean hasRaw() {
        return has(RAW);
    }

    /** Whether perf counts the samples that the kernel could not store apart from LOST records. */
    boolean countsLost() {
        return (readFormat & READ_LOST) != 0;
    }

    /** Whether the fixed fields fit into {@code [from, to)}. */
    boolean fits(int from, int to) {
        return to - from >= fixedSize;
    }

    /** Where the size of the raw bytes stands in the sample {@code b[from, to)}; {@link #NONE} if it does not fit. */
    int rawAt(Words words, byte[] b, int from, int to) {
        int at = from + fixedSize;
        if (has(READ)) {
            at = skipRead(words, b, at, to);
        }
        if (at != NONE && has(CALLCHAIN)) {
            at = skipCounted(words, b, at, to, Long.BYTES);
        }
        return at != NONE && to - at >= Integer.BYTES && words.u32(b, at) <= to - at - Integer.BYTES ? at : NONE;
    }

    private int skipRead(Words words, byte[] b, int from, int to) {
        int times = Long.BYTES * (bit(READ_ENABLED) + bit(READ_RUNNING));
        int value = Long.BYTES * (1 + bit(READ_ID) + bit(READ_LOST));
        if ((readFormat & READ_GROUP) == 0) {
            return to - from >= value + times ? from + value + times : NONE;
        }
        int values = skipCounted(words, b, from, to, value);
        return values != NONE && to - values >= times ? values + times : NONE;
    }

    private int bit(int flag) {
        return (readFormat & flag) != 0 ? 1 : 0;
    }

    /** Behind a u64 number of elements and the elements. */
    private static int skipCounted(Words words, byte[] b, int from, int to, int elementSize) {
        if (to - from < Long.BYTES) {
            return NONE;
        }
        long count = words.i64(b, from);
        int room = (to - from - Long.BYTES) / elementSize;
        return count >= 0 && count <= room ? from + Long.BYTES + (int) count * elementSize : NONE;
    }
}
