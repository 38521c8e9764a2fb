package dev.wqflush.parsers.systrace;

import dev.wqflush.parsers.input.Ascii;

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

    private static final byte ZLIB = 0x78;

    @SuppressWarnings("ImmutableEnumChecker") // never written
    private final byte[] text;

    Mark(String text) {
        this.text = Ascii.bytes(text);
    }

    /** Where this mark begins in {@code b[from, to)}; -1 if it is not there. */
    int in(byte[] b, int from, int to) {
        int at = Ascii.indexOf(b, from, to, text);
        boolean compressed = this != COMPRESSED || (at + text.length < to && b[at + text.length] == ZLIB);
        return at >= 0 && compressed ? at : -1;
    }

    int length() {
        return text.length;
    }
}
