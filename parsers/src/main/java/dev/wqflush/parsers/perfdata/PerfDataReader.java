package dev.wqflush.parsers.perfdata;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.api.WindowReader;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.input.ByteWindow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Reads a perf.data file. In file mode events stand before the data and what describes their content behind it, so
 * these are read first; in pipe mode all are records and come when they are needed.
 */
final class PerfDataReader extends WindowReader {
    /**
     * Bytes of records kept for their order; a round is the buffers of all CPUs, 512 KiB each unless told otherwise.
     */
    private static final int MOST_ROUND_BYTES = 32 << 20;

    private final FileHeader header;
    private final AttributeTable events;
    private final TracingData tracing = new TracingData(names);
    private long position;

    private PerfDataReader(FormatDescriptor format, ByteWindow window, FileHeader header, AttributeTable events) {
        super(format, window);
        this.header = header;
        this.events = events;
    }

    /**
     * Reads the header and the list of events.
     *
     * @throws UnreadableInput if they cannot be right
     */
    static TraceReader open(FormatDescriptor format, ByteWindow window) {
        int from = window.from();
        byte[] b = window.bytes();
        int there = window.limit() - from;
        long size = there < FileHeader.PIPE_SIZE ? FileHeader.SIZE : FileHeader.size(b, from);
        if (size != FileHeader.PIPE_SIZE && size < FileHeader.OLD_SIZE) {
            throw unreadable(
                    window,
                    "a perf.data file with a header of " + Long.toUnsignedString(size)
                            + " bytes (at offset 8); expected 104, or 16 for pipe mode. Record again, or copy the file.");
        }
        if (there < Math.min(size, FileHeader.SIZE)) {
            throw unreadable(
                    window,
                    "a perf.data file cut off within its header, after " + there
                            + " bytes; expected 104, or 16 for pipe mode. The transfer may have failed: ask for the file"
                            + " again.");
        }
        FileHeader header = FileHeader.read(b, from);
        AttributeTable events = new AttributeTable(header.words());
        if (!header.pipe()) {
            new EventList(window, header, events).read();
        }
        return new PerfDataReader(format, window, header, events);
    }

    static UnreadableInput unreadable(ByteWindow window, String what) {
        return new UnreadableInput(window.name() + ": " + what);
    }

    @Override
    protected void readEvents(EventSink sink) {
        sink.captureBegan(names);
        Words words = header.words();
        Features features = new Features(words, events, sink);
        if (!header.pipe()) {
            new FeatureSections(window, header, tracing, features).read();
        }
        EventDelivery delivery = new EventDelivery(words, events, tracing, features, names, statistics, sink);
        RoundSorter sorter = new RoundSorter(MOST_ROUND_BYTES, delivery);
        try (RecordDecoder decoder =
                new RecordDecoder(words, events, features, sorter, delivery, statistics.problems())) {
            readRecords(decoder, new RecordCutter(words, false, statistics.problems(), decoder), sink);
            if (sink.wantsMore()) {
                decoder.finish(position);
            }
        }
        if (sorter.late() > 0) {
            statistics
                    .problems()
                    .report(
                            ReadProblem.Kind.LATE_RECORDS,
                            0,
                            () -> sorter.late()
                                    + " records come later than perf's rounds allow; read in the order that could"
                                    + " be had.");
        }
    }

    /** Reads to the end of the data, or of the file where the recording broke off before its size was known. */
    private void readRecords(RecordDecoder decoder, RecordCutter cutter, EventSink sink) {
        long end = dataEnd();
        if (!passOver(header.data().offset())) {
            brokenOff("ends before its data, which the header has at offset "
                    + header.data().offset());
            return;
        }
        while (position < end && sink.wantsMore()) {
            int from = window.from();
            int to = (int) Math.min(window.limit(), from + Math.min(end - position, window.bytes().length));
            int next = cutter.cut(window.bytes(), from, to, position);
            window.consumeTo(next);
            position += next - from;
            if (cutter.following() != 0) {
                readFollowing(cutter.following(), decoder);
            } else if (to - next == end - position) {
                cutter.finish(window.bytes(), next, to, position);
                return;
            } else if (!window.refill()) {
                if (cutter.isSearching()) {
                    cutter.finish(window.bytes(), window.from(), window.limit(), position);
                } else {
                    tellOfEnd(end);
                }
                return;
            }
        }
    }

    /** Offset of the first byte behind the data; a recording that broke off, or a pipe, does not tell. */
    private long dataEnd() {
        return header.pipe() || header.data().size() == 0
                ? Long.MAX_VALUE
                : header.data().end();
    }

    private void tellOfEnd(long end) {
        if (!header.pipe() && header.data().size() == 0) {
            brokenOff("has no size of its data in the header: the recording was cut off, and the descriptions of the"
                    + " events, which perf writes last, are missing");
        } else if (!header.pipe()) {
            brokenOff("ends " + (end - position - window.available())
                    + " bytes before the end of its data; the descriptions of the events,"
                    + " which stand behind the data, are missing");
        } else if (window.available() > 0) {
            brokenOff("ends within a record");
        }
    }

    private void brokenOff(String how) {
        statistics
                .problems()
                .report(ReadProblem.Kind.BROKEN_OFF, position, () -> "the file " + how + "; analysed what is there.");
    }

    /** Bytes that belong to the record before them. */
    private void readFollowing(long length, RecordDecoder decoder) {
        long end = length < 0 || position + length < 0 ? Long.MAX_VALUE : position + length;
        if (decoder.tracingDataFollows() && length > 0 && length <= TracingData.MOST_BYTES) {
            long begin = position;
            ByteArrayOutputStream blob = new ByteArrayOutputStream();
            passOver(end, blob);
            if (!tracing.read(blob.toByteArray(), 0, blob.size())) {
                statistics
                        .problems()
                        .report(
                                ReadProblem.Kind.DAMAGED_PART,
                                begin,
                                () -> "the descriptions of the tracepoints break off; events without one are only"
                                        + " counted.");
            }
        } else {
            passOver(end, OutputStream.nullOutputStream());
        }
    }

    private boolean passOver(long end) {
        return passOver(end, OutputStream.nullOutputStream());
    }

    /** Goes on to an offset; false if the file ends before it. */
    private boolean passOver(long end, OutputStream copy) {
        while (position < end) {
            int count = (int) Math.min(window.limit() - window.from(), end - position);
            if (count == 0 && !window.refill()) {
                return false;
            }
            try {
                copy.write(window.bytes(), window.from(), count);
            } catch (IOException e) {
                throw new AssertionError("memory takes all", e);
            }
            window.consumeTo(window.from() + count);
            position += count;
        }
        return true;
    }
}
