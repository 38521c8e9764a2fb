package dev.wqflush.cli.command;

import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.evidence.EvidenceReader;
import dev.wqflush.parsers.evidence.PartialEvidence;
import dev.wqflush.parsers.input.TraceSource;
import org.jspecify.annotations.Nullable;

/** A text that is no trace but tells something: a kernel's log, a table. */
record EvidenceText(Input input, EvidenceReader.Found found) {
    /** More text than a mail, a log or a table has; the rest of a trace is looked through up to here. */
    private static final long LONGEST_BESIDE_EVENTS = 64 << 20;

    /**
     * The evidence in an input that is no trace; null if it tells nothing.
     *
     * @throws UnreadableInput if it tells nothing and cannot be read again
     */
    static @Nullable EvidenceText in(Input input) {
        EvidenceReader.Found found = EvidenceReader.read(input.source().digested());
        if (!found.evidence().isEmpty()) {
            return new EvidenceText(input, found);
        }
        if (!input.isRepeatable()) {
            TraceFormats.open(input.look()).close(); // says what it is instead
        }
        return null;
    }

    /**
     * What stands between the events of a trace, such as in a mail or a log that quotes one. The trace is read once
     * more if what its reader skipped tells something: what that took for its own may belong to it.
     */
    static PartialEvidence beside(Input trace, ReadStatistics read) {
        TraceSource source = trace.source();
        boolean worthALook = read.linesSkipped() > 0 && trace.isRepeatable() && source.size() <= LONGEST_BESIDE_EVENTS;
        return worthALook && tells(read.skippedLines(), trace.name())
                ? EvidenceReader.read(source).evidence()
                : PartialEvidence.NONE;
    }

    /** Lines that are too many to be kept may tell something. */
    private static boolean tells(byte @Nullable [] lines, String name) {
        return lines == null
                || !EvidenceReader.read(TraceSource.bytes(lines, name))
                        .evidence()
                        .isEmpty();
    }
}
