package dev.wqflush.parsers.perfdata;

import dev.wqflush.parsers.event.EventSink;

/**
 * What perf noted of the machine and the recording. Each feature is a section behind the data in file mode, a record in
 * pipe mode; the content is the same. Strings are a u32 length, padding included, and bytes up to a NUL.
 */
final class Features {
    static final int TRACING_DATA = 1;
    static final int OS_RELEASE = 4;
    static final int NR_CPUS = 7;
    static final int EVENT_DESCRIPTIONS = 12;

    /** No machine that Linux runs on has more. */
    private static final int MOST_CPUS_UNTOLD = 1 << 16;

    /** CPUs that perf itself believes in. */
    private static final long MOST_CPUS = 1 << 20;

    private final Words words;
    private final AttributeTable events;
    private final EventSink sink;
    private int availableCpus = MOST_CPUS_UNTOLD;

    Features(Words words, AttributeTable events, EventSink sink) {
        this.words = words;
        this.events = events;
        this.sink = sink;
    }

    /** Whether {@link #read} knows a feature. */
    static boolean isWanted(int feature) {
        return feature == OS_RELEASE || feature == NR_CPUS || feature == EVENT_DESCRIPTIONS;
    }

    /** CPUs that the machine has, or may have as long as the file does not tell. */
    int availableCpus() {
        return availableCpus;
    }

    /** Reads {@code b[from, to)}; false if it is not as it should be. What else perf notes is passed over. */
    boolean read(int feature, byte[] b, int from, int to) {
        return switch (feature) {
            case OS_RELEASE -> readRelease(b, from, to);
            case NR_CPUS -> readCpus(b, from, to);
            case EVENT_DESCRIPTIONS -> readEvents(b, from, to);
            default -> true;
        };
    }

    private boolean readRelease(byte[] b, int from, int to) {
        int end = stringEnd(b, from, to);
        if (end < 0) {
            return false;
        }
        sink.kernelRelease(AttributeTable.string(b, from + Integer.BYTES, end));
        return true;
    }

    /** First the CPUs that the machine has, then those that are online. */
    private boolean readCpus(byte[] b, int from, int to) {
        if (to - from < 2 * Integer.BYTES) {
            return false;
        }
        long available = words.u32(b, from);
        long online = words.u32(b, from + Integer.BYTES);
        if (available == 0 || available > MOST_CPUS || online > available) {
            return false;
        }
        availableCpus = (int) available;
        sink.configuredCpus(availableCpus);
        if (online > 0) {
            sink.onlineCpus((int) online);
        }
        return true;
    }

    /** {@code u32 events, u32 attribute size, events * (attribute, u32 ids, string name, ids * u64 id)}. */
    private boolean readEvents(byte[] b, int from, int to) {
        if (to - from < 2 * Integer.BYTES) {
            return false;
        }
        long count = words.u32(b, from);
        long attributeSize = words.u32(b, from + Integer.BYTES);
        long at = from + 2L * Integer.BYTES;
        for (int i = 0; i < count; i++) {
            long ids = at + attributeSize;
            if (to - ids < 2 * Integer.BYTES) {
                return false;
            }
            int string = (int) ids + Integer.BYTES;
            int end = stringEnd(b, string, to);
            long idCount = words.u32(b, (int) ids);
            if (end < 0 || idCount > (to - end) / Long.BYTES) {
                return false;
            }
            int event = idCount > 0 ? events.withId(words.i64(b, end)) : i;
            if (event >= 0 && event < events.size()) {
                events.name(event, AttributeTable.string(b, string + Integer.BYTES, end));
            }
            at = end + idCount * Long.BYTES;
        }
        return true;
    }

    /** Where the string at {@code from} ends, padding included; -1 if that is outside. */
    private int stringEnd(byte[] b, int from, int to) {
        if (to - from < Integer.BYTES) {
            return -1;
        }
        long length = words.u32(b, from);
        return length > to - from - Integer.BYTES ? -1 : from + Integer.BYTES + (int) length;
    }
}
