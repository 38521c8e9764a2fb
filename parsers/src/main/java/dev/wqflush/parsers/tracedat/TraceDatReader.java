package dev.wqflush.parsers.tracedat;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.WindowReader;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.BlockDecompressor;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.SeekableBytes;
import dev.wqflush.parsers.tracepoint.EventFormat;
import dev.wqflush.parsers.tracepoint.RawRecord;
import dev.wqflush.parsers.tracepoint.SymbolTable;
import dev.wqflush.parsers.tracepoint.Tracepoint;
import dev.wqflush.parsers.tracepoint.TracepointTable;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the records of all CPUs and instances in the order of their time. */
final class TraceDatReader extends WindowReader {
    /** Bytes in memory of the records of all CPUs together. */
    private static final int MOST_BUFFERED = 48 << 20;

    private static final int LARGEST_BLOCK = 256 << 10;

    /** Sub-buffers that trace-cmd compresses at a time. */
    private static final int CHUNK = 10;

    private final SeekableBytes file;
    private final Recording recording;
    private final TracepointTable tracepoints;
    private final EventContext at = new EventContext();

    TraceDatReader(FormatDescriptor format, ByteWindow window) {
        super(format, window);
        this.file = window.seekable();
        this.recording = RecordingReader.read(file, window.name(), window.problems());
        byte[] kallsyms = recording.kallsyms;
        this.tracepoints = new TracepointTable(names, new SymbolTable(names, kallsyms, 0, kallsyms.length));
        EventFormat any = recording.formats.any();
        if (any != null) {
            tracepoints.add(any);
        }
    }

    @Override
    protected void readEvents(EventSink sink) {
        sink.captureBegan(names);
        if (!recording.release.isEmpty()) {
            sink.kernelRelease(recording.release);
        }
        if (recording.cpus > 0) {
            sink.configuredCpus(recording.cpus);
        }
        sink.clock(recording.clock.kind());
        if (recording.latencyText >= 0) {
            report(
                    ReadProblem.Kind.PAYLOAD_LOST,
                    recording.latencyText,
                    "the records are text of a latency tracer, which is left out; extract it: trace-cmd report FILE");
        }
        readRecords(sink);
    }

    private void readRecords(EventSink sink) {
        RawRecord record = new RawRecord(recording.bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN, names);
        TaskNames tasks = new TaskNames(names, recording.cmdlines);
        StreamMerge merge = new StreamMerge(streams());
        for (CpuStream stream = merge.first(); stream != null && sink.wantsMore(); stream = merge.next()) {
            int cpu = stream.cpu();
            long position = stream.position();
            long lost = stream.takeLost();
            if (lost != 0) {
                statistics.countLoss(lost);
                sink.eventsLost(cpu, lost, position);
            }
            record.set(stream.bytes(), stream.from(), stream.to());
            statistics.countLine();
            Tracepoint tracepoint = tracepoint(tracepoints.id(record), position);
            if (tracepoint == null) {
                continue;
            }
            int tid = tracepoints.tid(record);
            at.set(
                    recording.clock.time(stream.time()),
                    cpu,
                    tid,
                    tasks.of(tid),
                    tracepoints.execution(record),
                    tracepoints.preemptDepth(record),
                    position);
            int name = tracepoint.decode(at, record, sink);
            if (name == Tracepoint.DAMAGED) {
                report(
                        ReadProblem.Kind.DAMAGED_PART,
                        position,
                        "a record of " + names.name(tracepoint.name()) + " is too short; it was left out.");
            } else if (name != NameTable.NONE) {
                statistics.countEvent(name);
            }
        }
    }

    private @Nullable Tracepoint tracepoint(int id, long position) {
        Tracepoint known = tracepoints.of(id);
        if (known != null) {
            return known;
        }
        EventFormat described = recording.formats.of(id);
        if (described == null) {
            report(
                    ReadProblem.Kind.UNKNOWN_RECORD,
                    position,
                    "records of event number " + id + ", which the file does not describe; they were left out.");
            return null;
        }
        tracepoints.add(described);
        return tracepoints.of(id);
    }

    private List<CpuStream> streams() {
        List<CpuStream> streams = new ArrayList<>();
        BlockDecompressor decompressor = BlockDecompressor.named(recording.compression);
        int share = MOST_BUFFERED / Math.max(1, recording.regions.size());
        for (CpuRegion region : recording.regions) {
            if (region.subBuffer() > share) {
                report(
                        ReadProblem.Kind.DAMAGED_PART,
                        region.offset(),
                        "sub-buffers of " + region.subBuffer() + " bytes for each of " + recording.regions.size()
                                + " CPUs; those of CPU " + region.cpu() + " were left out.");
                continue;
            }
            PageBlocks blocks = region.compressed() && decompressor != null
                    ? new PackedPages(
                            file,
                            region,
                            recording.bigEndian,
                            decompressor,
                            Math.max(share, CHUNK * region.subBuffer()),
                            window.problems())
                    : new StoredPages(file, region, Math.min(share, LARGEST_BLOCK));
            streams.add(new CpuStream(region, blocks, recording, window.problems()));
        }
        return streams;
    }

    private void report(ReadProblem.Kind kind, long position, String sentence) {
        statistics.problems().report(kind, position, () -> sentence);
    }
}
