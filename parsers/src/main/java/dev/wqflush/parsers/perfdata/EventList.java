package dev.wqflush.parsers.perfdata;

import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.SeekableBytes;
import dev.wqflush.parsers.perfdata.FileHeader.Section;
import java.util.Locale;

/**
 * The events of a file in file mode: a section of entries of one size, each an attribute and the section of its ids.
 * The size of an entry is that of the attribute in the version of perf that wrote it, plus 16.
 */
final class EventList {
    private static final int LARGEST_ENTRY = 1 << 16;
    private static final int LEAST_ENTRY = EventAttribute.LEAST_SIZE + Section.BYTES;

    private final ByteWindow window;
    private final FileHeader header;
    private final AttributeTable events;

    EventList(ByteWindow window, FileHeader header, AttributeTable events) {
        this.window = window;
        this.header = header;
        this.events = events;
    }

    /**
     * Adds the events to the table.
     *
     * @throws UnreadableInput if the header cannot be right, or counts are absurd
     */
    void read() {
        long entry = header.attributeSize();
        Section section = header.attributes();
        if (entry < LEAST_ENTRY || entry > LARGEST_ENTRY) {
            throw unreadable(
                    "a perf.data file with " + Long.toUnsignedString(entry)
                            + " bytes an event (at offset 16); expected 80 to 65536. Its header is damaged: copy the file again.");
        }
        long count = section.size() / entry;
        if (count < 0 || count > AttributeTable.MOST_EVENTS) {
            throw unreadable("a perf.data file whose header claims "
                    + grouped(Long.divideUnsigned(section.size(), entry)) + " attributes, limit "
                    + grouped(AttributeTable.MOST_EVENTS)
                    + "; expected fewer. Its header is damaged: copy the file again.");
        }
        read(window.seekable(), (int) count, (int) entry);
    }

    private void read(SeekableBytes file, int count, int entry) {
        byte[] b = new byte[entry];
        for (int i = 0; i < count; i++) {
            long place = header.attributes().offset() + (long) i * entry;
            if (place < 0 || place > file.size() - entry) {
                damaged(
                        Math.min(Math.max(place, 0), file.size()),
                        "event " + (i + 1) + " of " + count
                                + " lies outside the file; events from there on are left out.");
                return;
            }
            file.read(place, b, 0, entry);
            events.add(EventAttribute.read(header.words(), b, 0));
            int section = entry - Section.BYTES;
            readIds(file, Section.read(header.words(), b, section), place + section);
        }
    }

    private void readIds(SeekableBytes file, Section ids, long toldAt) {
        if (ids.size() == 0) {
            return;
        }
        if (ids.offset() < 0 || ids.end() > file.size()) {
            damaged(toldAt, "the ids of an event lie outside the file; its samples cannot be told.");
            return;
        }
        byte[] b = new byte[(int) Math.min(ids.size(), 1 << 16) & -Long.BYTES];
        for (long done = 0; b.length > 0 && done < ids.size(); done += b.length) {
            int read = file.read(ids.offset() + done, b, 0, (int) Math.min(b.length, ids.size() - done));
            for (int at = 0; at + Long.BYTES <= read; at += Long.BYTES) {
                if (!events.addId(header.words().i64(b, at))) {
                    throw unreadable("a perf.data file with more than " + AttributeTable.MOST_IDS
                            + " ids of events; expected fewer. Its header is damaged: copy the file again.");
                }
            }
        }
    }

    private static String grouped(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private void damaged(long place, String sentence) {
        window.problems().report(ReadProblem.Kind.DAMAGED_PART, place, () -> sentence);
    }

    private UnreadableInput unreadable(String what) {
        return PerfDataReader.unreadable(window, what);
    }
}
