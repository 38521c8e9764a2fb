package dev.wqflush.parsers;

import dev.wqflush.parsers.api.Head;
import dev.wqflush.parsers.api.TraceFormat;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.ftracetext.FtraceTextFormat;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.parsers.perfdata.PerfDataFormat;
import dev.wqflush.parsers.perfjson.PerfJsonFormat;
import dev.wqflush.parsers.perfscript.PerfScriptFormat;
import dev.wqflush.parsers.perftrace.PerfTraceFormat;
import dev.wqflush.parsers.systrace.SystraceFormat;
import dev.wqflush.parsers.tracedat.TraceDatFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The formats that can be read, and the choice among them by content. */
public final class TraceFormats {
    private static final List<TraceFormat> ALL = List.of(
            new TraceDatFormat(),
            new PerfDataFormat(),
            new SystraceFormat(FtraceTextFormat::readerOf), // before the text that it holds
            new FtraceTextFormat(),
            new PerfScriptFormat(),
            new PerfTraceFormat(),
            new PerfJsonFormat());

    private TraceFormats() {}

    /** All formats. */
    public static List<TraceFormat> all() {
        return ALL;
    }

    /**
     * Opens a source with the format that its content fits best. The reader is to be closed, which closes the source.
     *
     * @throws UnreadableInput if the source cannot be opened, or is of no known format; says what it is instead
     */
    public static TraceReader open(TraceSource source) {
        ByteWindow window = source.open();
        Head head = Head.of(window);
        String foreign = ForeignContent.binary(head, source.name());
        TraceFormat format = foreign == null ? bestFor(head) : null;
        if (format != null) {
            return format.open(window);
        }
        window.close();
        throw new UnreadableInput(foreign != null ? foreign : ForeignContent.other(head, window));
    }

    /** Whether a source is of one of the formats, by its first bytes; false too if it cannot be opened. */
    public static boolean isTrace(TraceSource source) {
        try (ByteWindow window = source.open()) {
            Head head = Head.of(window);
            return ForeignContent.binary(head, source.name()) == null && bestFor(head) != null;
        } catch (UnreadableInput e) {
            return false; // whoever reads it next says why
        }
    }

    private static @Nullable TraceFormat bestFor(Head head) {
        TraceFormat best = null;
        int confidence = 0;
        for (TraceFormat format : ALL) { // those that a magic number tells come first, the others look at lines
            int recognised = format.recognise(head);
            if (recognised > confidence) {
                best = format;
                confidence = recognised;
            }
            if (confidence == 100) {
                break;
            }
        }
        return best;
    }
}
