package dev.wqflush.cli.command;

import dev.wqflush.parsers.TraceFormats;
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
     * The evidence in an input; null if it is a trace, or tells nothing.
     *
     * @throws UnreadableInput if it tells nothing and cannot be read again
     */
    static @Nullable EvidenceText in(Input input) {
        if (TraceFormats.isTrace(input.look())) {
            return null;
        }
        EvidenceReader.Found found = EvidenceReader.read(input.source().digested());
        if (!found.evidence().isEmpty()) {
            return new EvidenceText(input, found);
        }
        if (!input.isRepeatable()) {
            TraceFormats.open(input.look()).close(); // says what it is instead
        }
        return null;
    }

    /** What stands between the events of a trace, such as in a mail or a log that quotes one. */
    static PartialEvidence beside(Input trace, long linesSkipped) {
        TraceSource source = trace.source();
        boolean worthALook = linesSkipped > 0 && trace.isRepeatable() && source.size() <= LONGEST_BESIDE_EVENTS;
        return worthALook ? EvidenceReader.read(source).evidence() : PartialEvidence.NONE;
    }
}
