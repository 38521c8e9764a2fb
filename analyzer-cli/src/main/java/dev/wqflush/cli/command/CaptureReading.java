package dev.wqflush.cli.command;

import dev.wqflush.cli.failure.NearMiss;
import dev.wqflush.cli.terminal.ProgressLine;
import dev.wqflush.cli.terminal.Terminal;
import dev.wqflush.cli.terminal.When;
import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.parsers.api.TraceFormat;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.parsers.relay.EventRelay;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads captures as the options say, showing progress. */
final class CaptureReading {
    private final Terminal terminal;
    private final When progress;
    private final @Nullable TraceFormat forced;
    private final Extent extent;

    /**
     * How much of a file is read.
     *
     * @param mostEvents after which the reading ends
     * @param largestDigested size of the largest file whose SHA-256 is computed, which takes longer than all else
     */
    record Extent(long mostEvents, long largestDigested) {
        /** Less than the size of any input, also of one that does not tell its size. */
        private static final long NONE = Long.MIN_VALUE;

        /** All events. */
        static final Extent ALL = new Extent(Long.MAX_VALUE, NONE);

        /** All events, and the digest too. */
        static final Extent ALL_DIGESTED = new Extent(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /**
     * Reads with the format of this id, or by content if it is null.
     *
     * @param extent of what is read for a report
     * @throws BadUsage if there is no such format
     */
    CaptureReading(Terminal terminal, When progress, @Nullable String format, Extent extent) {
        this.terminal = terminal;
        this.progress = progress;
        this.forced = format == null ? null : format(format);
        this.extent = extent;
    }

    /** Reads one capture for a report; the sink is called on another thread where that pays. */
    ReadStatistics read(Input input, EventSink sink) {
        TraceSource source = input.source();
        if (source.size() <= extent.largestDigested()) {
            source.digested();
        }
        if (extent.equals(Extent.ALL) && Runtime.getRuntime().availableProcessors() == 1) {
            return read(source, input, sink);
        }
        try (EventRelay relay = new EventRelay(sink, extent.mostEvents())) {
            ReadStatistics statistics = read(source, input, relay);
            relay.finish();
            return statistics;
        }
    }

    /** Reads one capture to its end only to look at it. */
    ReadStatistics scan(Input input, EventSink sink) {
        return read(input.source(), input, sink);
    }

    private ReadStatistics read(TraceSource source, Input input, EventSink sink) {
        try (ProgressLine line = new ProgressLine(terminal, progress, input.name(), source.size());
                TraceReader reader = open(source.onProgress(line::advance))) {
            return reader.read(sink);
        }
    }

    private TraceReader open(TraceSource source) {
        return forced == null ? TraceFormats.open(source) : forced.open(source.open());
    }

    private static TraceFormat format(String id) {
        List<String> ids = TraceFormats.all().stream()
                .map(format -> format.descriptor().id())
                .toList();
        return TraceFormats.all().stream()
                .filter(format -> format.descriptor().id().equals(id))
                .findFirst()
                .orElseThrow(() -> new BadUsage("--format " + id + ": no such format; "
                        + NearMiss.of(id, ids)
                                .map(near -> "did you mean " + near + "?")
                                .orElse("there is: " + String.join(", ", ids) + ".")));
    }
}
