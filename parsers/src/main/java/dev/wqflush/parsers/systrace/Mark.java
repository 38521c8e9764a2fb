package dev.wqflush.parsers.systrace;

import dev.wqflush.parsers.input.Ascii;
import org.jspecify.annotations.Nullable;

/** What stands before a trace that is held in something else. */
enum Mark {
    /** A block of a page: text up to the element's end. */
    BLOCK("class=\"trace-data\""),
    /** A page of the first systrace: the trace is a string of the script. */
    SCRIPT("linuxPerfData = \""),
    /** Chrome's JSON: the trace is a string. */
    JSON("\"systemTraceEvents\""),
    /** A page of trace2html: JSON, zipped, in base 64. */
    VIEWER("id=\"viewer-data\""),
    /** Output of {@code atrace -z}: the rest is compressed. */
    COMPRESSED("TRACE:\n");

    /** Bytes of the longest mark, and of what must be seen behind one. */
    static final int LONGEST = 32;

    private static final Mark[] ALL = values();

    private static final byte ZLIB = 0x78;

    @SuppressWarnings("ImmutableEnumChecker") // never written
    private final byte[] text;

    Mark(String text) {
        this.text = Ascii.bytes(text);
    }

    /** The mark that begins at {@code at}; null if there is none. */
    static @Nullable Mark at(byte[] b, int at, int to) {
        switch (b[at]) {
            case 'c', 'l', '"', 'i', 'T' -> {
                for (Mark mark : ALL) {
                    if (mark.isAt(b, at, to)) {
                        return mark;
                    }
                }
                return null;
            }
            default -> {
                return null;
            }
        }
    }

    private boolean isAt(byte[] b, int at, int to) {
        int end = at + text.length;
        return Ascii.startsWith(b, at, to, text) && (this != COMPRESSED || (end < to && b[end] == ZLIB));
    }

    int length() {
        return text.length;
    }
}
