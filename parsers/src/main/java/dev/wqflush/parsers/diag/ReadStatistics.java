package dev.wqflush.parsers.diag;

import dev.wqflush.parsers.event.NameTable;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was read of one input, and what was not. A reader counts here while it reads. */
public final class ReadStatistics {
    private static final int SHOWN_CHARACTERS = 60;

    /** Text around a trace is shorter; of more the rest is not kept. */
    private static final int MOST_KEPT = 1 << 20;

    private final String formatName;
    private final NameTable names;
    private final ProblemLog problems;
    private long[] eventCounts = new long[64];
    private long linesRead;
    private long linesSkipped;
    private long firstSkippedLine;
    private @Nullable String firstSkippedText;
    private final ByteArrayOutputStream skipped = new ByteArrayOutputStream(0);
    private boolean allSkippedKept = true;
    private long lostEvents;
    private long lossMarks;
    private long bytes;
    private @Nullable String sha256;

    /** Starts at zero. */
    public ReadStatistics(String formatName, NameTable names, ProblemLog problems) {
        this.formatName = formatName;
        this.names = names;
        this.problems = problems;
    }

    /** Counts an event by the id of its name. */
    public void countEvent(int name) {
        if (name >= eventCounts.length) {
            eventCounts = Arrays.copyOf(eventCounts, Math.max(name + 1, eventCounts.length * 2));
        }
        eventCounts[name]++;
    }

    /** Counts a line. */
    public void countLine() {
        linesRead++;
    }

    /** Counts the lines of input that is not read line by line. */
    public void countLines(long lines) {
        linesRead += lines;
    }

    /** Counts {@code bytes[from, to)} as a line that was not understood, and keeps it if there are not too many. */
    public void countSkipped(long line, byte[] bytes, int from, int to) {
        allSkippedKept &= skipped.size() + to - from < MOST_KEPT;
        if (allSkippedKept) {
            skipped.write(bytes, from, to - from);
            skipped.write('\n');
        }
        if (linesSkipped++ == 0) {
            firstSkippedLine = line;
            firstSkippedText = printable(bytes, from, to);
        }
    }

    /**
     * Counts a mark of lost events.
     *
     * @param count how many events, or -1 if not told
     */
    public void countLoss(long count) {
        lossMarks++;
        lostEvents += Math.max(count, 0);
    }

    /** Notes size and digest of the file as it was stored; the digest is null if it was not computed. */
    public void noteFile(long storedBytes, @Nullable String digest) {
        bytes = storedBytes;
        sha256 = digest;
    }

    /** Name of the format that was read, for people. */
    public String formatName() {
        return formatName;
    }

    /** Lines of the input. */
    public long linesRead() {
        return linesRead;
    }

    /** Lines that gave an event or belong to the format (headers, stacks, marks, blank lines). */
    public long linesUnderstood() {
        return linesRead - linesSkipped;
    }

    /** Lines that mean nothing to the reader. */
    public long linesSkipped() {
        return linesSkipped;
    }

    /** Number of the first line that was skipped, 0 if none was. */
    public long firstSkippedLine() {
        return firstSkippedLine;
    }

    /** The first line that was skipped, cut at 60 characters, control characters as {@code \xNN}; null if none was. */
    public @Nullable String firstSkippedText() {
        return firstSkippedText;
    }

    /** The lines that were skipped, in their order, each with a line feed; null if they are too many. */
    public byte @Nullable [] skippedLines() {
        return allSkippedKept ? skipped.toByteArray() : null;
    }

    /** Events delivered. */
    public long events() {
        long sum = 0;
        for (long count : eventCounts) {
            sum += count;
        }
        return sum;
    }

    /** Events delivered, by name, in order of first sight. */
    public Map<String, Long> eventsByName() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (int name = 0; name < eventCounts.length; name++) {
            if (eventCounts[name] > 0) {
                counts.put(names.name(name), eventCounts[name]);
            }
        }
        return counts;
    }

    /** Events that marks in the input call lost; a lower bound where a mark gives no number. */
    public long lostEvents() {
        return lostEvents;
    }

    /** Marks of lost events. */
    public long lossMarks() {
        return lossMarks;
    }

    /** Bytes of the file as stored, before decompression. */
    public long bytes() {
        return bytes;
    }

    /** SHA-256 of the file as stored, in hexadecimal; null if it was not asked for. */
    public @Nullable String sha256() {
        return sha256;
    }

    /** Whether the input ends before its end. */
    public boolean truncated() {
        return problems.count(ReadProblem.Kind.BROKEN_OFF) > 0;
    }

    /** What went wrong while reading. */
    public ProblemLog problems() {
        return problems;
    }

    /** {@code bytes[from, to)} for people: cut at 60 characters, all but printable ASCII as {@code \xNN}. */
    public static String printable(byte[] bytes, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to && i - from < SHOWN_CHARACTERS; i++) {
            int character = bytes[i] & 0xff;
            if (character < ' ' || character >= 0x7f) {
                text.append("\\x")
                        .append(Character.forDigit(character >> 4, 16))
                        .append(Character.forDigit(character & 15, 16));
            } else {
                text.append((char) character);
            }
        }
        return text.toString();
    }
}
