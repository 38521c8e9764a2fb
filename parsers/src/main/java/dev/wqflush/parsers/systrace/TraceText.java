package dev.wqflush.parsers.systrace;

import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.LineCursor;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The traces within a file, as text: a page's blocks as they are, strings of scripts and of JSON without their escapes,
 * compressed parts without their compression. Of everything else only the line ends are passed on, so that numbers of
 * lines stay those of the file.
 */
final class TraceText extends InputStream {
    private static final byte[] BLOCK_END = Ascii.bytes("</script");
    private static final byte[] TRACER = Ascii.bytes("# tracer:");
    private static final byte[] STRING_LINE_END = Ascii.bytes("\\n\\\n");
    private static final byte[] SCRIPT_LINE_END = Ascii.bytes("\\\n");
    private static final byte[] SCRIPT_END = Ascii.bytes("\";");
    private static final byte[] PROCESSES = Ascii.bytes("PROCESS DUMP");
    private static final byte[] GROUPS = Ascii.bytes("CGROUP DUMP");

    /** The longest escape, which must not be cut in two. */
    private static final int ESCAPE = 6;

    private static final int OUTPUT = 64 << 10;
    private static final int LONGEST_TAG = 1 << 10;

    private enum Place {
        OUTSIDE,
        BLOCK,
        STRING
    }

    private final ByteWindow page;
    private final byte[] output = new byte[OUTPUT];
    private int outputFrom;
    private int outputTo;

    /** Where the line or piece ends that is being taken apart; 0 where that is to be looked for anew. */
    private int pieceTo;

    private Place place = Place.OUTSIDE;
    private boolean jsonString;
    private @Nullable InputStream compressed;

    TraceText(ByteWindow page) {
        this.page = page;
        page.consumeTo(LineCursor.skipByteOrderMark(page.bytes(), page.from(), page.limit()));
        if (isString(page.bytes(), skipSpace(page.bytes(), page.from(), page.limit()), page.limit())) {
            place = Place.STRING;
        }
    }

    /** Whether a trace begins here whose lines end as in a script's string. */
    static boolean isString(byte[] b, int from, int to) {
        int newline = Ascii.indexOf(b, from, to, (byte) '\n');
        return newline >= 0
                && Ascii.startsWith(b, from, newline, TRACER)
                && Ascii.startsWith(b, newline + 1 - STRING_LINE_END.length, newline + 1, STRING_LINE_END);
    }

    static int skipSpace(byte[] b, int from, int to) {
        int p = LineCursor.skipByteOrderMark(b, from, to);
        while (p < to && (b[p] == ' ' || b[p] == '\n' || b[p] == '\r' || b[p] == '\t')) {
            p++;
        }
        return p;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int filled = 0;
        while (filled < length) { // as much as fits: a line at a time would be copied over and over
            if (outputFrom < outputTo) {
                int count = Math.min(length - filled, outputTo - outputFrom);
                System.arraycopy(output, outputFrom, target, offset + filled, count);
                outputFrom += count;
                filled += count;
            } else if (compressed == null) {
                if (!advance()) {
                    break;
                }
            } else if (filled > 0) {
                return filled; // reading on may fail
            } else {
                int read = compressed.read(target, offset, length);
                if (read >= 0) {
                    return read;
                }
                compressed = null;
            }
        }
        return filled == 0 && length > 0 ? -1 : filled;
    }

    @Override
    public void close() {
        page.close();
    }

    /** Moves on by a line, or a piece of a long one; false at the end of the file. */
    private boolean advance() throws IOException {
        if (page.from() >= pieceTo) {
            pieceTo = pieceEnd();
        }
        int to = pieceTo;
        if (to == page.from()) {
            return false;
        }
        outputFrom = 0;
        outputTo = 0;
        switch (place) {
            case OUTSIDE -> passOver(to);
            case BLOCK -> copyBlock(to);
            case STRING -> copyString(to);
        }
        return true;
    }

    /** The end of the line, of the file, or of what fits the output. */
    private int pieceEnd() {
        int scanned = 0;
        while (true) {
            int from = page.from();
            int newline = Ascii.indexOf(page.bytes(), from + scanned, page.limit(), (byte) '\n');
            if (newline >= 0 && newline - from < OUTPUT) {
                return newline + 1;
            }
            if (page.limit() - from > OUTPUT) {
                return from + OUTPUT - Mark.LONGEST; // what is cut off may begin a mark
            }
            scanned = page.limit() - from;
            if (!page.refill()) {
                return page.limit();
            }
        }
    }

    private void passOver(int to) throws IOException {
        byte[] b = page.bytes();
        for (int at = page.from(); at < to; at++) {
            Mark mark = Mark.at(b, at, Math.min(page.limit(), to + 1));
            if (mark != null) {
                page.consumeTo(at + mark.length());
                enter(mark);
                return;
            }
        }
        if (b[to - 1] == '\n') {
            output[outputTo++] = '\n';
            page.consumeTo(to);
        } else {
            page.consumeTo(Math.max(page.from() + 1, to - Mark.LONGEST));
            pieceTo = 0;
        }
    }

    private void enter(Mark mark) throws IOException {
        switch (mark) {
            case BLOCK -> enterBlock();
            case SCRIPT -> place = Place.STRING;
            case JSON -> enterJson();
            case VIEWER -> {
                skipThrough('>');
                InputStream zipped = Base64.getMimeDecoder().wrap(new PageBytes('<'));
                compressed = new TraceText(page.within(new GZIPInputStream(zipped)));
            }
            case COMPRESSED -> compressed = new InflaterInputStream(new PageBytes(-1));
        }
    }

    /** Some blocks list processes, or hold JSON, in which a trace may stand. */
    private void enterBlock() {
        skipThrough('>');
        byte[] b = page.bytes();
        int from = skipSpace(b, page.from(), page.limit());
        boolean other = Ascii.startsWith(b, from, page.limit(), PROCESSES)
                || Ascii.startsWith(b, from, page.limit(), GROUPS)
                || (from < page.limit() && b[from] == '{');
        place = other ? Place.OUTSIDE : Place.BLOCK;
    }

    private void enterJson() {
        skipThrough(':');
        byte[] b = page.bytes();
        int from = skipSpace(b, page.from(), page.limit());
        if (from < page.limit() && b[from] == '"') {
            page.consumeTo(from + 1);
            place = Place.STRING;
            jsonString = true;
        }
    }

    /** To behind a byte that should come soon; nowhere if it does not. */
    private void skipThrough(char wanted) {
        while (page.limit() - page.from() < LONGEST_TAG && page.refill()) {
            pieceTo = 0; // what follows a mark is looked at as a whole
        }
        int last = Math.min(page.limit(), page.from() + LONGEST_TAG);
        int at = Ascii.indexOf(page.bytes(), page.from(), last, (byte) wanted);
        page.consumeTo(at < 0 ? page.from() : at + 1);
    }

    private void copyBlock(int to) {
        byte[] b = page.bytes();
        int end = Ascii.indexOf(b, page.from(), to, BLOCK_END);
        int copied = end < 0 ? to : end;
        System.arraycopy(b, page.from(), output, 0, copied - page.from());
        outputTo = copied - page.from();
        if (end >= 0) {
            place = Place.OUTSIDE;
            copied += BLOCK_END.length;
        }
        page.consumeTo(copied);
    }

    private void copyString(int to) {
        byte[] b = page.bytes();
        int p = page.from();
        if (!jsonString && Ascii.startsWith(b, p, to, BLOCK_END)) {
            place = Place.OUTSIDE; // of a script that somebody edited
            return;
        }
        while (p < to) {
            if (b[p] == '"' && (jsonString || Ascii.startsWith(b, p, to, SCRIPT_END))) {
                place = Place.OUTSIDE;
                p++;
                break;
            }
            if (b[p] == '\\') {
                if (to - p < ESCAPE && to < page.limit() && b[to - 1] != '\n') {
                    pieceTo = 0;
                    break;
                }
                p = copyEscape(b, p + 1, to);
            } else {
                output[outputTo++] = b[p++];
            }
        }
        page.consumeTo(p);
    }

    /** What follows a backslash; returns where the text goes on. */
    private int copyEscape(byte[] b, int at, int to) {
        if (at == to) {
            return at;
        }
        switch (b[at]) {
            case 'n' -> {
                output[outputTo++] = '\n';
                return Ascii.startsWith(b, at + 1, to, SCRIPT_LINE_END) ? at + 1 + SCRIPT_LINE_END.length : at + 1;
            }
            case '\n' -> output[outputTo++] = '\n';
            case 't' -> output[outputTo++] = '\t';
            case 'r' -> {
                // a line's end is \n here
            }
            case '"', '\'', '\\', '/' -> output[outputTo++] = b[at];
            case 'u' -> {
                output[outputTo++] = (byte) Ascii.hex(b, at + 1, Math.min(to, at + 5));
                return Math.min(to, at + 5);
            }
            default -> {
                output[outputTo++] = '\\';
                output[outputTo++] = b[at];
            }
        }
        return at + 1;
    }

    /** The page's bytes from here to one that is not passed on. */
    private final class PageBytes extends InputStream {
        private final int end;

        PageBytes(int end) {
            this.end = end;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            pieceTo = 0;
            if (page.from() == page.limit() && !page.refill()) {
                return -1;
            }
            byte[] b = page.bytes();
            int most = Math.min(page.limit(), page.from() + length);
            int found = end < 0 ? -1 : Ascii.indexOf(b, page.from(), most, (byte) end);
            int count = (found < 0 ? most : found) - page.from();
            if (count == 0) {
                return -1;
            }
            System.arraycopy(b, page.from(), target, offset, count);
            page.consumeTo(page.from() + count);
            return count;
        }

        @Override
        public int available() {
            return page.limit() - page.from();
        }
    }
}
