package dev.wqflush.parsers.tracedat;

import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.tracepoint.EventFormat;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The format texts of all events of a kernel, thousands, of which a capture uses few: each is parsed when asked for.
 */
final class FormatTexts {
    /** Bytes of all texts; a kernel with every driver has a tenth. */
    private static final long MOST_BYTES = 64 << 20;

    private static final byte[] ID = Ascii.bytes("\nID: ");

    private final Map<Integer, byte[]> texts = new HashMap<>();
    private long bytes;

    /** Adds a text, unless it is no format. */
    void add(byte[] text) {
        int id = Ascii.indexOf(text, 0, text.length, ID);
        bytes += text.length;
        if (id >= 0 && bytes <= MOST_BYTES) {
            texts.put((int) Ascii.decimal(text, id + ID.length, text.length), text);
        }
    }

    /** The format of this number; null if there is none. */
    @Nullable
    EventFormat of(int id) {
        byte[] text = texts.get(id);
        return text == null ? null : EventFormat.parse(text, 0, text.length);
    }

    /** Any format, for the fields that all have; null if there is none. */
    @Nullable
    EventFormat any() {
        for (byte[] text : texts.values()) {
            EventFormat format = EventFormat.parse(text, 0, text.length);
            if (format != null) {
                return format;
            }
        }
        return null;
    }
}
