package dev.wqflush.parsers.perfdata;

import dev.wqflush.parsers.diag.ProblemLog;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.input.ZstdPieces;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives records their meaning: those that describe the recording take effect at once, the others go to the sorter. */
final class RecordDecoder implements RecordCutter.Records, Closeable {
    /** A record is smaller, and so is what is left of one when its compressed piece ends. */
    private static final int LARGEST_RECORD = 1 << 16;

    /** A compressed record has at most 64 KiB; what expands further is no recording. */
    private static final long MOST_INFLATED = 256L << 20;

    private static final int NAMED = 2;

    private final Words words;
    private final AttributeTable events;
    private final Features features;
    private final RoundSorter sorter;
    private final EventDelivery delivery;
    private final ProblemLog problems;
    private final RecordCutter inflatedRecords;
    private final byte[] inflated = new byte[4 * LARGEST_RECORD];
    private int inflatedEnd;
    private boolean inflating;
    private boolean inflaterFailed;
    private @Nullable ZstdPieces inflater;
    private boolean tracingDataFollows;
    private long lost;
    private long lostSamples;

    RecordDecoder(
            Words words,
            AttributeTable events,
            Features features,
            RoundSorter sorter,
            EventDelivery delivery,
            ProblemLog problems) {
        this.words = words;
        this.events = events;
        this.features = features;
        this.sorter = sorter;
        this.delivery = delivery;
        this.problems = problems;
        this.inflatedRecords = new RecordCutter(words, true, problems, this);
    }

    @Override
    public long record(int type, int misc, byte[] b, int from, int to, long position) {
        switch (type) {
            case RecordTypes.SAMPLE -> sample(b, from, to, position);
            case RecordTypes.FINISHED_ROUND -> sorter.endRound();
            case RecordTypes.COMM, RecordTypes.FORK, RecordTypes.LOST -> ordered(type, b, from, to, position);
            case RecordTypes.LOST_SAMPLES -> lostSamples(misc, b, from, to, position);
            case RecordTypes.HEADER_ATTR -> attribute(b, from, to, position);
            case RecordTypes.EVENT_UPDATE -> update(b, from, to);
            case RecordTypes.HEADER_FEATURE -> feature(b, from, to, position);
            case RecordTypes.COMPRESSED -> compressed(b, from, to, position);
            case RecordTypes.COMPRESSED2 -> compressed2(b, from, to, position);
            case RecordTypes.HEADER_TRACING_DATA -> {
                tracingDataFollows = true;
                return to - from < Integer.BYTES ? 0 : words.u32(b, from);
            }
            case RecordTypes.AUXTRACE -> {
                tracingDataFollows = false;
                return to - from < Long.BYTES ? 0 : words.i64(b, from);
            }
            default -> {
                // mappings, build ids, statistics
            }
        }
        return 0;
    }

    /** Whether what follows the last record is a {@link TracingData}. */
    boolean tracingDataFollows() {
        return tracingDataFollows;
    }

    /** Nothing more comes. */
    void finish(long position) {
        if (inflatedEnd > 0 && !inflaterFailed) {
            problems.report(
                    ReadProblem.Kind.BROKEN_OFF,
                    position,
                    () -> "the compressed records end within a record; analysed what came before.");
        }
        sorter.finish();
        // perf asks every event at the end for what was lost of it; the kernel told most of that when it happened
        if (lostSamples > lost) {
            delivery.lost(EventContext.UNKNOWN, lostSamples - lost, position);
        }
    }

    @Override
    public void close() {
        if (inflater != null) {
            inflater.close();
        }
    }

    private void sample(byte[] b, int from, int to, long position) {
        int event = events.ofSample(b, from, to);
        if (event == AttributeTable.UNKNOWN) {
            report(
                    ReadProblem.Kind.UNKNOWN_RECORD,
                    position,
                    () -> "a SAMPLE record of an event that the file does not describe; left out.");
            return;
        }
        EventAttribute attribute = events.get(event);
        SampleLayout layout = attribute.layout();
        boolean raw = layout.hasRaw() && attribute.type() == EventAttribute.TRACEPOINT;
        int rawAt = layout.fits(from, to) ? (raw ? layout.rawAt(words, b, from, to) : from) : SampleLayout.NONE;
        long time = rawAt == SampleLayout.NONE || layout.timeAt < 0 ? 0 : words.i64(b, from + layout.timeAt);
        if (rawAt == SampleLayout.NONE || time < 0) {
            damaged(RecordTypes.SAMPLE, position);
            return;
        }
        int content = raw ? rawAt + Integer.BYTES : rawAt;
        put(
                time,
                event,
                layout.tidAt < 0 ? EventContext.UNKNOWN : words.i32(b, from + layout.tidAt + Integer.BYTES),
                layout.cpuAt < 0 ? EventContext.UNKNOWN : words.i32(b, from + layout.cpuAt),
                position,
                b,
                content,
                raw ? content + words.i32(b, rawAt) : content);
    }

    /** Records about tasks and losses take their turn; what they say is read when it comes. */
    private void ordered(int type, byte[] b, int from, int to, long position) {
        int event = events.ofRecord(b, from, to);
        SampleLayout layout = event == AttributeTable.UNKNOWN
                ? EventDelivery.NO_TRAILER
                : events.get(event).layout();
        int end = to - layout.trailerSize;
        if (end - from < 2 * Long.BYTES) { // the least that each of them has
            damaged(type, position);
            return;
        }
        long time = layout.timeFromEnd < 0 ? 0 : words.i64(b, to - layout.timeFromEnd);
        int cpu = layout.cpuFromEnd < 0 ? EventContext.UNKNOWN : words.i32(b, to - layout.cpuFromEnd);
        if (type == RecordTypes.LOST) {
            lost += Math.max(0, words.i64(b, from + Long.BYTES));
        }
        put(time, -type, EventContext.UNKNOWN, cpu, position, b, from, end);
    }

    /** Without a time a record counts where it stands. */
    private void put(long time, int kind, int tid, int cpu, long position, byte[] b, int from, int to) {
        if (time > 0) {
            sorter.add(time, kind, tid, cpu, position, b, from, to);
        } else {
            delivery.deliver(0, kind, tid, cpu, position, b, from, to);
        }
    }

    /** Samples that a filter dropped are not lost. */
    private void lostSamples(int misc, byte[] b, int from, int to, long position) {
        if (to - from < Long.BYTES) {
            damaged(RecordTypes.LOST_SAMPLES, position);
        } else if ((misc & 1 << 15) == 0) {
            lostSamples += Math.max(0, words.i64(b, from));
        }
    }

    private void attribute(byte[] b, int from, int to, long position) {
        long size = to - from < EventAttribute.LEAST_SIZE ? Long.MAX_VALUE : EventAttribute.size(words, b, from);
        if (size > to - from || !events.add(EventAttribute.read(words, b, from))) {
            damaged(RecordTypes.HEADER_ATTR, position);
            return;
        }
        for (int at = from + (int) size; at + Long.BYTES <= to; at += Long.BYTES) {
            events.addId(words.i64(b, at));
        }
    }

    private void update(byte[] b, int from, int to) {
        int name = from + 2 * Long.BYTES;
        if (name < to && words.i64(b, from) == NAMED) {
            int event = events.withId(words.i64(b, from + Long.BYTES));
            if (event != AttributeTable.UNKNOWN) {
                events.name(event, AttributeTable.string(b, name, to));
            }
        }
    }

    private void feature(byte[] b, int from, int to, long position) {
        long feature = to - from < Long.BYTES ? -1 : words.i64(b, from);
        if (feature < 0 || !features.read((int) Math.min(feature, 1 << 10), b, from + Long.BYTES, to)) {
            damaged(RecordTypes.HEADER_FEATURE, position);
        }
    }

    private void compressed2(byte[] b, int from, int to, long position) {
        long size = to - from < Long.BYTES ? -1 : words.i64(b, from);
        if (size < 0 || size > to - from - Long.BYTES) {
            damaged(RecordTypes.COMPRESSED2, position);
        } else {
            compressed(b, from + Long.BYTES, from + Long.BYTES + (int) size, position);
        }
    }

    /** All compressed records of a file are one zstd stream, and records go on from one into the next. */
    private void compressed(byte[] b, int from, int to, long position) {
        if (inflaterFailed) {
            return;
        }
        if (inflating) {
            damaged(RecordTypes.COMPRESSED, position);
            return;
        }
        inflating = true;
        if (inflater == null) {
            inflater = new ZstdPieces();
        }
        inflater.add(b, from, to);
        long most = MOST_INFLATED;
        try {
            int read = inflate(inflater);
            while (read >= 0) {
                most -= read;
                if (most < 0) {
                    throw new IOException("it expands beyond " + (MOST_INFLATED >> 20) + " MiB");
                }
                int next = inflatedRecords.cut(inflated, 0, inflatedEnd, position);
                System.arraycopy(inflated, next, inflated, 0, inflatedEnd - next);
                inflatedEnd -= next;
                read = inflate(inflater);
            }
        } catch (IOException e) {
            inflaterFailed = true;
            report(
                    ReadProblem.Kind.BROKEN_OFF,
                    position,
                    () -> "a COMPRESSED record cannot be decompressed (" + e.getMessage()
                            + "); analysed what came before.");
        }
        inflating = false;
    }

    private int inflate(ZstdPieces pieces) throws IOException {
        int read = pieces.read(inflated, inflatedEnd, inflated.length);
        inflatedEnd += Math.max(0, read);
        return read;
    }

    private void damaged(int type, long position) {
        report(
                ReadProblem.Kind.DAMAGED_PART,
                position,
                () -> "a record " + RecordTypes.name(type) + " whose content does not fit its size; left out.");
    }

    private void report(ReadProblem.Kind kind, long position, Supplier<String> sentence) {
        problems.report(kind, position, sentence);
    }
}
