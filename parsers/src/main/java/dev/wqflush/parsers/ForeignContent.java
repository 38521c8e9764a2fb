package dev.wqflush.parsers;

import dev.wqflush.parsers.api.Head;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.LineCursor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says what an input is that no format can read; each sentence ends in something to do. */
final class ForeignContent {
    /** A file type told by its first bytes; {@code FILE} in the sentence stands for the input's name. */
    private record Magic(String bytes, int offset, String sentence) {}

    private static final String EXPECTED = "; expected a trace: text of ftrace or perf, trace.dat, perf.data. ";

    private static final String PRINT_AGAIN =
            " Print it again: perf script -F comm,pid,tid,cpu,time,event,trace > FILE";
    private static final byte[] PERF_HEADER = Ascii.bytes("# captured on");
    private static final byte[] PERF_RECORD = Ascii.bytes("PERF_RECORD_");
    private static final byte[] ADDRESS = Ascii.bytes("0x");
    private static final byte[] HISTOGRAM = Ascii.bytes("# event histogram");

    private static final byte[] ESCAPED_IDLE = Ascii.bytes("&lt;idle&gt;-");
    private static final byte[] ESCAPED_RETURN = Ascii.bytes(" &lt;- ");

    private static final byte[] JSON_LIST = Ascii.bytes("[{");

    /** {@code oslat-1004510 [018] timer_expire_entry: ...}: a task, a CPU and an event. */
    private static final Pattern TIMELESS = Pattern.compile("(?m)^[> ]*\\S.{0,20}-\\d+ +\\[\\d{3}\\] +\\w+: ");

    private static final List<Magic> MAGICS = List.of(
            new Magic(
                    "\u0089PNG",
                    0,
                    "a PNG image, not a trace" + EXPECTED
                            + "A screenshot of a stack cannot be read; paste its text into a file."),
            new Magic(
                    "\u00ff\u00d8\u00ff",
                    0,
                    "a JPEG image, not a trace" + EXPECTED
                            + "A screenshot of a stack cannot be read; paste its text into a file."),
            new Magic("%PDF-", 0, "a PDF document, not a trace" + EXPECTED + "Copy the trace's text into a file."),
            new Magic(
                    "\u007fELF",
                    0,
                    "an ELF file (a program, a library or a kernel), not a trace" + EXPECTED
                            + "Name the file that was recorded."),
            new Magic("PK\u0003\u0004", 0, "a zip archive" + EXPECTED + "Unpack it: unzip FILE"),
            new Magic("ustar", 257, "a tar archive" + EXPECTED + "Unpack it: tar -xf FILE"),
            new Magic("7z\u00bc\u00af", 0, "a 7z archive" + EXPECTED + "Unpack it: 7z x FILE"),
            new Magic("\u0004\"M\u0018", 0, "lz4-compressed data" + EXPECTED + "Unpack it: lz4 -d FILE FILE.txt"),
            new Magic(
                    "PERFFILE",
                    0,
                    "a perf.data file of the first version (before Linux 2.6.37), which nothing reads any more"
                            + EXPECTED + "Record with a newer perf."),
            new Magic(
                    "\u00c1\u001f\u00fc\u00c1",
                    0,
                    "a CTF trace packet (LTTng)" + EXPECTED + "Record with ftrace: wqflush record --print"),
            new Magic("\u00ff\u00fe", 0, utf16("byte order mark at offset 0")),
            new Magic("\u00fe\u00ff", 0, utf16("byte order mark at offset 0")));

    private ForeignContent() {}

    /** What a binary file is by its first bytes; null if nothing known, or text. */
    static @Nullable String binary(Head head, String name) {
        for (Magic magic : MAGICS) {
            byte[] wanted = Ascii.bytes(magic.bytes());
            if (Ascii.startsWith(head.bytes(), head.from() + magic.offset(), head.to(), wanted)) {
                return sentence(name, magic.sentence());
            }
        }
        if (isEscaped(head)) {
            return sentence(
                    name,
                    "text copied from the source of a web page, with &lt; for <; expected it as it was printed."
                            + " Convert it: sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/\"/g; s/&amp;/\\&/g' FILE > FILE.txt");
        }
        return endsLinesWithReturns(head)
                ? sentence(
                        name,
                        "text whose lines end in carriage returns alone; expected line feeds. Convert it: tr '\\r' '\\n'"
                                + " < FILE > FILE.txt")
                : null;
    }

    /**
     * Whether marks of a trace are there with escapes, outside of a page: read as they are, returns have no callers.
     */
    private static boolean isEscaped(Head head) {
        byte[] b = head.bytes();
        int from = head.from();
        int to = head.to();
        return Ascii.indexOf(b, from, to, (byte) '&') >= 0 // rare, and quick to look for
                && !isTag(b, skipSpace(b, from, to), to)
                && (Ascii.indexOf(b, from, to, ESCAPED_IDLE) >= 0 || Ascii.indexOf(b, from, to, ESCAPED_RETURN) >= 0);
    }

    private static boolean endsLinesWithReturns(Head head) {
        byte[] b = head.bytes();
        return Ascii.indexOf(b, head.from(), head.to(), (byte) '\n') < 0
                && count(b, head.from(), head.to(), (byte) '\r') > 1
                && isText(b, head.from(), head.to())
                && count(b, head.from(), head.to(), (byte) 0) == 0;
    }

    /** What an input is that is no known binary file and no trace. */
    static String other(Head head, ByteWindow window) {
        return sentence(window.name(), describe(head, window));
    }

    private static String describe(Head head, ByteWindow window) {
        byte[] b = head.bytes();
        int from = head.from();
        int to = head.to();
        if (from == to) {
            return window.storedBytes() == 0
                    ? "empty, 0 bytes; the transfer may have failed. Ask for the file again."
                    : "compressed, and cut off before its first line; the transfer may have failed."
                            + " Ask for the file again.";
        }
        int nuls = count(b, from, to, (byte) 0);
        if (nuls == to - from) {
            return "NUL bytes only; the disk or the transfer lost the content. Ask for the file again.";
        }
        if (isEveryOther(b, from, to, nuls) && isText(b, from, to)) {
            return utf16("no byte order mark");
        }
        if (nuls > 0 || !isText(b, from, to)) {
            return "binary data of a kind unknown here" + EXPECTED + "Name the file that was recorded.";
        }
        return describeText(b, from, to);
    }

    /** Whether the NUL bytes are about half of all, and nearly all of them at even or at odd places. */
    private static boolean isEveryOther(byte[] b, int from, int to, int nuls) {
        int even = 0;
        for (int i = from; i < to; i += 2) {
            even += b[i] == 0 ? 1 : 0;
        }
        return nuls * 4L > to - from && Math.min(even, nuls - even) * 16L < nuls;
    }

    private static String describeText(byte[] b, int from, int to) {
        int first = skipSpace(b, from, to);
        if (isTag(b, first, to)) {
            return "HTML or XML without the text of a trace" + EXPECTED + "Save the trace itself, as text.";
        }
        if (first < to && (b[first] == '{' || Ascii.startsWith(b, first, to, JSON_LIST))) {
            return "JSON" + EXPECTED + "Name the capture that it was made from.";
        }
        if (first < to && b[first] == '[') {
            return "a kernel log without a dump of the ftrace buffer" + EXPECTED
                    + "Record a trace: wqflush record --print";
        }
        if (Ascii.startsWith(b, first, to, ADDRESS) && Ascii.indexOf(b, first, to, PERF_RECORD) >= 0) {
            return "the raw dump of perf script -D" + EXPECTED + "Name the perf.data itself, or print it without -D.";
        }
        if (Ascii.indexOf(b, from, to, PERF_HEADER) >= 0 || isTimelessSample(b, first, to)) {
            return "text of perf without the time of each sample (perf report, perf script with other fields); expected"
                    + " lines such as `sh 98 [005] 50.312800: sched:sched_waking: ...`." + PRINT_AGAIN;
        }
        if (Ascii.startsWith(b, first, to, HISTOGRAM)) {
            return "a table of a hist trigger, which holds sums without times" + EXPECTED
                    + "Record events: wqflush record --print";
        }
        int end = Ascii.indexOf(b, first, to, (byte) '\n');
        if (TIMELESS.matcher(new String(b, first, to - first, StandardCharsets.ISO_8859_1))
                .find()) {
            return "lines of a trace without their time stamps, which tell neither waiting nor order between CPUs"
                    + EXPECTED + "Ask for the lines as they were printed.";
        }
        return "text, but not of a trace (it begins: " + ReadStatistics.printable(b, first, end < 0 ? to : end)
                + "); expected lines such as `sh-98 [005] d..2. 50.312800: sched_waking: ...`."
                + " Name the file that was recorded.";
    }

    private static boolean isTag(byte[] b, int from, int to) {
        return from < to && b[from] == '<';
    }

    private static int skipSpace(byte[] b, int from, int to) {
        int first = LineCursor.skipByteOrderMark(b, from, to);
        while (first < to && (b[first] == ' ' || b[first] == '\n' || b[first] == '\r' || b[first] == '\t')) {
            first++;
        }
        return first;
    }

    /** {@code sh 98 cpu-clock:} and a frame of its call chain, or {@code sh 98 [005] sched:sched_waking: ..}. */
    private static boolean isTimelessSample(byte[] b, int from, int to) {
        int newline = Ascii.indexOf(b, from, to, (byte) '\n');
        int end = newline < 0 ? to : newline;
        int frame = Ascii.skipBlanks(b, Math.min(end + 1, to), to);
        frame = frame < to && b[frame] == '\t' ? Ascii.skipBlanks(b, frame + 1, to) : frame;
        int colon = Ascii.trimBlanks(b, from, end) - 1;
        boolean framed = colon > from && b[colon] == ':' && frame > end + 1 && Ascii.skipHex(b, frame, to) > frame + 3;
        return framed || namesTracepoint(b, from, end);
    }

    /** Whether {@code ] SYSTEM:EVENT: } stands on a line. */
    private static boolean namesTracepoint(byte[] b, int from, int to) {
        int bracket = Ascii.indexOf(b, from, to, (byte) ']');
        int system = bracket < 0 ? to : Ascii.skipBlanks(b, bracket + 1, to);
        int event = identifierEnd(b, system, to) + 1;
        int end = identifierEnd(b, event, to);
        return system < to && event < to && b[event - 1] == ':' && end > event && end < to && b[end] == ':';
    }

    private static int identifierEnd(byte[] b, int from, int to) {
        int end = from;
        while (end < to && Ascii.isIdentifier(b[end])) {
            end++;
        }
        return end;
    }

    private static boolean isText(byte[] b, int from, int to) {
        int odd = 0;
        for (int i = from; i < to; i++) {
            if (b[i] > 0 && b[i] < ' ' && b[i] != '\n' && b[i] != '\t' && b[i] != '\r' && b[i] != 0x1b) {
                odd++;
            }
        }
        return odd <= (to - from) / 64;
    }

    private static int count(byte[] b, int from, int to, byte wanted) {
        int count = 0;
        for (int i = from; i < to; i++) {
            if (b[i] == wanted) {
                count++;
            }
        }
        return count;
    }

    private static String utf16(String how) {
        return "UTF-16 text (" + how
                + "); expected UTF-8 or ASCII. Convert it: iconv -f UTF-16 -t UTF-8 FILE > FILE.txt";
    }

    private static String sentence(String name, String text) {
        String unpacked = name.endsWith(".gz") ? name.substring(0, name.length() - ".gz".length()) : name;
        return name + ": " + text.replace("FILE", unpacked);
    }
}
