package dev.wqflush.parsers.tracedat;

import dev.wqflush.parsers.diag.ProblemLog;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.BlockDecompressor;
import dev.wqflush.parsers.input.MemoryBytes;
import dev.wqflush.parsers.input.SeekableBytes;
import dev.wqflush.parsers.tracepoint.EventFormat;
import dev.wqflush.parsers.tracepoint.Field;
import java.io.EOFException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads everything of a file but the records. Version 6 has its parts in a fixed order; in version 7 chained lists of
 * options name sections. Unknown options and sections are passed over by their length, so that what other programs add
 * does no harm.
 */
final class RecordingReader {
    private static final int VERSION_6 = 6;
    private static final int VERSION_7 = 7;

    /** Bytes of each of kallsyms, saved names, a section that is decompressed; real ones have a tenth. */
    private static final long LONGEST_PART = 128 << 20;

    private static final int LONGEST_FORMAT = 1 << 20;
    private static final int LONGEST_OPTION = 1 << 20;
    private static final int MOST_EVENTS = 1 << 16;
    private static final int MOST_OPTION_LISTS = 256;
    private static final int LARGEST_SUB_BUFFER = 1 << 24;

    private static final int OPTIONS = 0;
    private static final int DATE = 1;
    private static final int BUFFER = 3;
    private static final int TRACE_CLOCK = 4;
    private static final int UNAME = 5;
    private static final int TIME_OFFSET = 7;
    private static final int CPU_COUNT = 8;
    private static final int TSC_TO_NANOS = 14;
    private static final int HEADER_INFO = 16;
    private static final int FTRACE_EVENTS = 17;
    private static final int EVENT_FORMATS = 18;
    private static final int KALLSYMS = 19;
    private static final int CMDLINES = 21;
    private static final int BUFFER_TEXT = 22;

    private final SeekableBytes file;
    private final ProblemLog problems;
    private final Recording recording = new Recording();
    private int version;
    private @Nullable BlockDecompressor decompressor;
    /** Bytes of the records of all CPUs so far; more than the file has would be some read twice. */
    private long regionBytes;

    /** What is being read, for the sentence about where the file ends. */
    private String part = "header";

    private RecordingReader(SeekableBytes file, ProblemLog problems) {
        this.file = file;
        this.problems = problems;
    }

    /**
     * Reads as far as the file goes.
     *
     * @throws UnreadableInput if it is of a version or a compression that is not known
     */
    static Recording read(SeekableBytes file, String name, ProblemLog problems) {
        RecordingReader reader = new RecordingReader(file, problems);
        Cursor cursor = new Cursor(file, TraceDatFormat.MAGIC.length, file.size(), false);
        try {
            reader.readFile(cursor, name);
        } catch (EOFException e) {
            reader.cutOff(e);
        }
        return reader.recording;
    }

    private void cutOff(EOFException e) {
        String why = e.getMessage() == null ? "the file ends" : e.getMessage();
        problems.report(
                ReadProblem.Kind.BROKEN_OFF,
                file.size(),
                () -> why + " within the " + part + ": the recorder did not finish, or the transfer did not;"
                        + " analysed what could be read. If there are files ending in .cpu0, .cpu1..., the"
                        + " records are in them: trace-cmd restore puts them together.");
    }

    private void readFile(Cursor start, String name) throws EOFException {
        version = version(start.string(), name);
        recording.bigEndian = start.u8() == 1;
        start.u8(); // long of the recorder, which may be a 32-bit program on a 64-bit kernel
        Cursor cursor = new Cursor(file, start.position(), file.size(), recording.bigEndian);
        recording.pageSize = (int) Math.min(cursor.u32(), LARGEST_SUB_BUFFER);
        if (version == VERSION_6) {
            readInOrder(cursor);
            return;
        }
        recording.compression = cursor.string();
        cursor.string(); // version of the compressing library
        decompressor = BlockDecompressor.named(recording.compression);
        if (decompressor == null && !recording.compression.equals("none")) {
            throw new UnreadableInput(name + ": a trace.dat file compressed with " + printable(recording.compression)
                    + "; expected zstd, zlib or none. Convert it: trace-cmd convert --compression none -i FILE -o"
                    + " NEW.dat");
        }
        readOptionLists(cursor.u64());
    }

    private static int version(String text, String name) {
        byte[] digits = Ascii.bytes(text);
        long version = Ascii.decimal(digits, 0, digits.length);
        if (version != VERSION_6 && version != VERSION_7) {
            throw new UnreadableInput(name + ": a trace.dat file of version " + printable(text)
                    + "; expected 6 or 7. Convert it: trace-cmd convert --file-version 7 -i FILE -o NEW.dat");
        }
        return (int) version;
    }

    private static String printable(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return ReadStatistics.printable(bytes, 0, bytes.length);
    }

    /** Version 6. */
    private void readInOrder(Cursor cursor) throws EOFException {
        readHeaderInfo(cursor);
        readFtraceEvents(cursor);
        readEventFormats(cursor);
        readKallsyms(cursor);
        part = "printk formats";
        cursor.skip(cursor.u32());
        readCmdlines(cursor);
        part = "number of CPUs";
        int cpus = cpuCount(cursor.u32());
        recording.cpus = cpus;
        readData(cursor, cpus, true);
    }

    /** What stands behind a ten-byte word: options, then a latency trace or the table of the CPUs. */
    private void readData(Cursor cursor, int cpus, boolean withOptions) throws EOFException {
        part = "table of the CPUs";
        String word = cursor.text(10);
        if (word.startsWith("options") && withOptions) {
            readOptions(cursor);
            part = "table of the CPUs";
            word = cursor.text(10);
        }
        if (word.startsWith("latency")) {
            recording.latencyText = cursor.position();
        } else if (word.startsWith("flyrecord")) {
            for (int cpu = 0; cpu < cpus; cpu++) {
                addRegion(cpu, cursor.u64(), cursor.u64(), false, recording.pageSize);
            }
        } else {
            problems.report(
                    ReadProblem.Kind.DAMAGED_PART,
                    cursor.position() - 10,
                    () -> "no table of the CPUs where it should be; their records were left out.");
        }
    }

    private int cpuCount(long told) {
        return (int) Math.min(told, EventContext.MOST_CPUS);
    }

    private void readHeaderInfo(Cursor cursor) throws EOFException {
        part = "description of the ring buffer";
        cursor.string(); // header_page
        byte[] page = cursor.bytes(bounded(cursor.u64(), LONGEST_FORMAT));
        readPageHeader(page);
        cursor.string(); // header_event
        cursor.skip(cursor.u64());
    }

    private static long bounded(long size, long most) throws EOFException {
        if (size < 0 || size > most) {
            throw new EOFException("a size is absurd");
        }
        return size;
    }

    /** A format text without name: the size of {@code commit} is that of the kernel's long. */
    private void readPageHeader(byte[] text) {
        EventFormat header = EventFormat.parse(concat(Ascii.bytes("name: page\nID: 0\n"), text), 0, text.length + 17);
        Field commit = header == null ? null : header.field("commit");
        Field data = header == null ? null : header.field("data");
        if (commit != null
                && data != null
                && (commit.size() == 4 || commit.size() == 8)
                && data.offset() >= 8 + commit.size()) {
            recording.longSize = commit.size();
            recording.dataOffset = data.offset();
        }
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = new byte[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private void readFtraceEvents(Cursor cursor) throws EOFException {
        part = "formats of ftrace's own events";
        readFormats(cursor, cursor.u32());
    }

    private void readEventFormats(Cursor cursor) throws EOFException {
        part = "formats of the events";
        long systems = cursor.u32();
        for (long system = 0; system < systems; system++) {
            cursor.string(); // name of the system
            readFormats(cursor, cursor.u32());
        }
    }

    private void readFormats(Cursor cursor, long count) throws EOFException {
        for (long i = 0; i < bounded(count, MOST_EVENTS); i++) {
            long size = cursor.u64();
            if (size > LONGEST_FORMAT) {
                cursor.skip(size);
            } else {
                recording.formats.add(cursor.bytes(size));
            }
        }
    }

    private void readKallsyms(Cursor cursor) throws EOFException {
        part = "symbols";
        recording.kallsyms = text(cursor, cursor.u32());
    }

    private void readCmdlines(Cursor cursor) throws EOFException {
        part = "names of the tasks";
        recording.cmdlines = text(cursor, cursor.u64());
    }

    /** A text, empty if it is too long to be one. */
    private static byte[] text(Cursor cursor, long size) throws EOFException {
        if (size > LONGEST_PART) {
            cursor.skip(size);
            return new byte[0];
        }
        return cursor.bytes(size);
    }

    private void readOptionLists(long first) throws EOFException {
        Set<Long> seen = new HashSet<>();
        for (long next = first; next != 0 && seen.add(next) && seen.size() <= MOST_OPTION_LISTS; ) {
            part = "options";
            next = readOptions(section(next, OPTIONS));
        }
    }

    /** The content of a section, decompressed. */
    private Cursor section(long offset, int id) throws EOFException {
        Cursor header = new Cursor(file, offset, file.size(), recording.bigEndian);
        if (offset < 0 || header.u16() != id) {
            throw new EOFException("a section is not where it should be");
        }
        boolean compressed = (header.u16() & 1) != 0;
        header.u32(); // its description
        Cursor content = header.part(header.u64());
        if (!compressed || decompressor == null) {
            return content;
        }
        long packedSize = content.u32();
        int size = (int) bounded(content.u32(), LONGEST_PART);
        byte[] packed = content.bytes(bounded(packedSize, LONGEST_PART));
        byte[] unpacked = new byte[size];
        int written = decompressor.decompress(packed, 0, packed.length, unpacked, size);
        if (written < 0) {
            throw new EOFException("the compression is damaged");
        }
        return new Cursor(new MemoryBytes(unpacked, written), 0, written, recording.bigEndian);
    }

    /** Reads a list of options; where the next list stands, 0 if there is none. */
    private long readOptions(Cursor cursor) throws EOFException {
        while (true) {
            int id = cursor.u16();
            if (id == OPTIONS && version == VERSION_6) {
                return 0;
            }
            Cursor data = cursor.part(cursor.u32());
            if (id == OPTIONS) {
                return data.u64();
            }
            String where = part;
            try {
                readOption(id, data);
            } catch (EOFException e) {
                String broken = part.equals(where) ? "an option (" + id + ")" : part;
                problems.report(
                        ReadProblem.Kind.DAMAGED_PART,
                        data.position(),
                        () -> broken + " cannot be read to its end; it was left out.");
            }
            part = where;
        }
    }

    private void readOption(int id, Cursor data) throws EOFException {
        switch (id) {
            case DATE -> recording.clock = recording.clock.movedBy(number(data) * 1_000);
            case TIME_OFFSET -> recording.clock = recording.clock.movedBy(number(data));
            case TRACE_CLOCK -> recording.clock = recording.clock.named(optionText(data));
            case TSC_TO_NANOS -> recording.clock = recording.clock.scaledBy(data.u32(), (int) data.u32());
            case UNAME -> recording.release = release(optionText(data));
            case CPU_COUNT -> recording.cpus = cpuCount(data.u32());
            case BUFFER -> readBuffer(data);
            case BUFFER_TEXT -> recording.latencyText = data.u64();
            case HEADER_INFO -> readHeaderInfo(section(data.u64(), id));
            case FTRACE_EVENTS -> readFtraceEvents(section(data.u64(), id));
            case EVENT_FORMATS -> readEventFormats(section(data.u64(), id));
            case KALLSYMS -> readKallsyms(section(data.u64(), id));
            case CMDLINES -> readCmdlines(section(data.u64(), id));
            default -> {
                // of no use here, or of a program that nobody knows
            }
        }
    }

    private static String optionText(Cursor data) throws EOFException {
        return data.text(Math.min(data.remaining(), LONGEST_OPTION));
    }

    /** Decimal or {@code 0x..}, as text. */
    private static long number(Cursor data) throws EOFException {
        byte[] text = data.bytes(Math.min(data.remaining(), LONGEST_OPTION));
        return Ascii.number(text, Ascii.skipBlanks(text, 0, text.length), text.length);
    }

    /** {@code sysname nodename release machine}. */
    private static String release(String uname) {
        String[] words = uname.replace("\0", "").strip().split(" +", -1);
        return words.length >= 3 ? words[words.length - 2] : "";
    }

    private void readBuffer(Cursor data) throws EOFException {
        part = "table of the CPUs";
        long offset = data.u64();
        data.string(); // name of the instance
        if (version == VERSION_6) {
            readData(new Cursor(file, offset, file.size(), recording.bigEndian), recording.cpus, false);
            return;
        }
        data.string(); // its clock
        int subBuffer = (int) Math.min(data.u32(), LARGEST_SUB_BUFFER);
        long count = bounded(data.u32(), EventContext.MOST_CPUS);
        Cursor header = new Cursor(file, offset, file.size(), recording.bigEndian);
        header.u16();
        boolean compressed = (header.u16() & 1) != 0;
        for (long i = 0; i < count; i++) {
            int cpu = (int) data.u32();
            long from = data.u64();
            long size = data.u64();
            // the count of the chunks is not among the bytes that the recorder counts
            addRegion(cpu, from, compressed && size > 0 ? size + Integer.BYTES : size, compressed, subBuffer);
        }
    }

    private void addRegion(int cpu, long offset, long size, boolean compressed, int subBuffer) {
        if (size == 0) {
            return;
        }
        regionBytes += Math.max(0, Math.min(size, file.size() - offset));
        boolean sane = offset >= 0
                && size > 0
                && offset + size > 0
                && cpu >= 0
                && cpu < EventContext.MOST_CPUS
                && subBuffer > recording.dataOffset
                && regionBytes <= file.size();
        if (!sane) {
            problems.report(
                    ReadProblem.Kind.DAMAGED_PART,
                    Math.max(offset, 0),
                    () -> "records of CPU " + cpu + " cannot stand where the file says; they were left out.");
            return;
        }
        long there = Math.min(size, file.size() - offset);
        if (there < size) {
            problems.report(
                    ReadProblem.Kind.BROKEN_OFF,
                    file.size(),
                    () -> String.valueOf(size - Math.max(there, 0)) + " of " + size
                            + " bytes of the records of CPU " + cpu
                            + " are missing, the file is cut off; analysed what is there.");
        }
        if (there > 0) {
            recording.regions.add(new CpuRegion(cpu, offset, there, compressed, subBuffer));
        }
    }
}
