package dev.wqflush.parsers.evidence;

import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.LineCursor;
import dev.wqflush.parsers.input.TraceSource;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads a text for partial evidence: logs, stacks and tables in any order, between prose, quoted in mails, wrapped by
 * mailers. Memory is bounded by the number of things found, not by the length of the text.
 */
public final class EvidenceReader {
    private final StackLines stacks = new StackLines();
    private final WorkqueueLines workqueues = new WorkqueueLines();
    private final ComplaintLines complaints = new ComplaintLines();
    private final LockTableLines locks = new LockTableLines();
    private final WorkTableLines works = new WorkTableLines();

    private EvidenceReader() {}

    /**
     * What was read, and of what.
     *
     * @param statistics lines read and understood, size, digest if the source was asked for it
     */
    public record Found(PartialEvidence evidence, ReadStatistics statistics) {}

    /**
     * Reads a source to its end.
     *
     * @throws dev.wqflush.parsers.diag.UnreadableInput if it cannot be opened
     */
    public static Found read(TraceSource source) {
        try (ByteWindow window = source.open()) {
            ReadStatistics statistics = new ReadStatistics("printed evidence", new NameTable(), window.problems());
            EvidenceReader reader = new EvidenceReader();
            reader.read(new LineCursor(window), statistics);
            String digest = window.digest();
            statistics.noteFile(window.storedBytes(), digest);
            return new Found(reader.found(), statistics);
        }
    }

    private void read(LineCursor lines, ReadStatistics statistics) {
        LogLine held = null;
        while (lines.next()) {
            LogLine next = LogLine.of(lines);
            statistics.countLine();
            LogLine joined = held == null ? null : held.joined(next);
            if (joined != null) {
                held = joined;
                continue;
            }
            take(held, statistics);
            held = next;
        }
        take(held, statistics);
    }

    private void take(@Nullable LogLine line, ReadStatistics statistics) {
        if (line == null) {
            return;
        }
        String text = line.text();
        long number = line.number();
        boolean understood = locks.take(text, number)
                || works.take(text, number)
                || workqueues.take(text, number)
                || complaints.take(text, number)
                || stacks.take(text, number);
        if (!understood) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            statistics.countSkipped(number, bytes, 0, bytes.length);
        }
    }

    private PartialEvidence found() {
        return new PartialEvidence(
                stacks.release(),
                stacks.stacks(),
                workqueues.shown(),
                workqueues.dump(),
                complaints.complaints(),
                locks.tables(),
                works.items(),
                works.monitor(),
                works.histograms());
    }
}
