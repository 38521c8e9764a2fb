package dev.wqflush.parsers.perfdata;

import dev.wqflush.parsers.input.Ascii;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.collections.impl.map.mutable.primitive.LongIntHashMap;
import org.jspecify.annotations.Nullable;

/** The recorded events, found by the ids that the kernel gave them (one for every CPU or task). */
final class AttributeTable {
    /** What {@link #ofSample} says of a sample that belongs to no event. */
    static final int UNKNOWN = -1;

    /** Events that a file may have; perf itself stops at a few thousand. */
    static final int MOST_EVENTS = 1 << 16;

    /** Ids that a file may have: 256 events on 65,536 CPUs. */
    static final int MOST_IDS = 1 << 24;

    private final Words words;
    private final List<EventAttribute> events = new ArrayList<>();
    private final List<@Nullable String> names = new ArrayList<>();
    private final LongIntHashMap byId = new LongIntHashMap();
    private int sampleIdAt = SampleLayout.NONE;
    private int idFromEnd = SampleLayout.NONE;

    AttributeTable(Words words) {
        this.words = words;
    }

    /** Adds an event; its ids follow with {@link #addId}. False if there are too many. */
    boolean add(EventAttribute event) {
        if (events.size() == MOST_EVENTS) {
            return false;
        }
        if (events.isEmpty()) { // where the id stands is the same for all events of a file
            sampleIdAt = event.layout().idAt;
            idFromEnd = event.layout().idFromEnd;
        }
        events.add(event);
        names.add(null);
        return true;
    }

    /** Gives the event added last another id; false if there are too many. */
    boolean addId(long id) {
        if (byId.size() == MOST_IDS) {
            return false;
        }
        byId.put(id, events.size() - 1);
        return true;
    }

    int size() {
        return events.size();
    }

    EventAttribute get(int event) {
        return events.get(event);
    }

    /** The event with an id, {@link #UNKNOWN} if there is none. */
    int withId(long id) {
        return byId.getIfAbsent(id, UNKNOWN);
    }

    /** The file names an event. */
    void name(int event, String name) {
        names.set(event, name);
    }

    /** The name that the file gives an event, null if none. */
    @Nullable
    String name(int event) {
        return names.get(event);
    }

    /** The event of a sample {@code b[from, to)}, header left out. */
    int ofSample(byte[] b, int from, int to) {
        if (sampleIdAt == SampleLayout.NONE || events.size() == 1) {
            return events.isEmpty() ? UNKNOWN : 0;
        }
        return to - from - sampleIdAt >= Long.BYTES ? withId(words.i64(b, from + sampleIdAt)) : UNKNOWN;
    }

    /** The event of another record, by the id at its end; perf's own records have none and count as the first's. */
    int ofRecord(byte[] b, int from, int to) {
        if (idFromEnd == SampleLayout.NONE || events.size() == 1) {
            return events.isEmpty() ? UNKNOWN : 0;
        }
        if (to - from < idFromEnd) {
            return UNKNOWN;
        }
        int event = withId(words.i64(b, to - idFromEnd));
        return event == UNKNOWN ? 0 : event;
    }

    /** The bytes up to a NUL or the end, as a name. */
    static String string(byte[] b, int from, int to) {
        int nul = Ascii.indexOf(b, from, to, (byte) 0);
        return new String(b, from, (nul < 0 ? to : nul) - from, StandardCharsets.ISO_8859_1);
    }
}
