package dev.wqflush.parsers.tracedat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.DeflaterOutputStream;

/** Writes small files as trace-cmd lays them out. */
final class TraceDatWriter {
    static final int SUB_BUFFER = 256;

    static final String COMMON = """
            format:
            \tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
            \tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
            \tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
            \tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

            """;

    private final int version;
    private final ByteOrder order;
    private final int longSize;
    private final String compression;
    private final List<String> formats = new ArrayList<>();
    private final Bytes options;
    private final Map<String, SortedMap<Integer, Bytes>> buffers = new LinkedHashMap<>();
    private String kallsyms = "";
    private String cmdlines = "";
    private int cpus = 2;

    TraceDatWriter(int version, ByteOrder order, int longSize, String compression) {
        this.version = version;
        this.order = order;
        this.longSize = longSize;
        this.compression = compression;
        this.options = new Bytes(order);
        buffers.put("", new TreeMap<>());
    }

    static String format(String name, int id, String... fields) {
        StringBuilder text = new StringBuilder("name: " + name + "\nID: " + id + "\n" + COMMON);
        for (String field : fields) {
            String[] parts = field.split(",", -1);
            text.append("\tfield:%s;\toffset:%s;\tsize:%s;\tsigned:%s;\n"
                    .formatted(parts[0], parts[1], parts[2], parts[3]));
        }
        return text + "\nprint fmt: \"\"\n";
    }

    TraceDatWriter event(String format) {
        formats.add(format);
        return this;
    }

    TraceDatWriter symbols(String text) {
        kallsyms = text;
        return this;
    }

    TraceDatWriter tasks(String text) {
        cmdlines = text;
        return this;
    }

    TraceDatWriter cpus(int count) {
        cpus = count;
        return this;
    }

    TraceDatWriter option(int id, byte[] data) {
        options.u16(id).u32(data.length).raw(data);
        return this;
    }

    TraceDatWriter option(int id, String text) {
        return option(id, new Bytes(order).string(text).bytes());
    }

    Page page(long time) {
        return new Page(order, longSize, time);
    }

    /** The first eight bytes of a record. */
    Bytes record(int id, int flags, int preemptCount, int tid) {
        return new Bytes(order).u16(id).u8(flags).u8(preemptCount).u32(tid);
    }

    TraceDatWriter add(int cpu, Page page) {
        return add("", cpu, page);
    }

    TraceDatWriter add(String instance, int cpu, Page page) {
        buffers.computeIfAbsent(instance, name -> new TreeMap<>())
                .computeIfAbsent(cpu, number -> new Bytes(order))
                .raw(page.bytes(SUB_BUFFER));
        return this;
    }

    byte[] bytes() {
        Bytes file = new Bytes(order);
        file.raw(new byte[] {0x17, 0x08, 0x44}).text("tracing").string(String.valueOf(version));
        file.u8(order == ByteOrder.BIG_ENDIAN ? 1 : 0).u8(8).u32(SUB_BUFFER);
        return version == 6 ? inOrder(file) : sections(file);
    }

    private byte[] inOrder(Bytes file) {
        file.raw(headers()).raw(ftraceEvents()).raw(eventFormats());
        file.raw(sized32(kallsyms)).raw(sized32("")).raw(sized64(cmdlines)).u32(cpus);
        file.text("options  \0");
        // the sizes of what follows do not depend on its content, so one round tells where everything stands
        byte[] first = data(file.size(), 0, new ArrayList<>());
        List<Long> tables = new ArrayList<>();
        data(file.size(), first.length, tables);
        return file.raw(data(file.size(), first.length, tables)).bytes();
    }

    /** Options, tables and sub-buffers; {@code tables} are the places of the instances' tables. */
    private byte[] data(int start, int tail, List<Long> tables) {
        Bytes out = new Bytes(order).raw(options.bytes());
        int instance = 0;
        for (String name : buffers.keySet()) {
            if (!name.isEmpty()) {
                long place = instance < tables.size() ? tables.get(instance) : 0;
                out.u16(3).u32(8 + name.length() + 1).u64(place).string(name);
                instance++;
            }
        }
        out.u16(0);
        int tableSize = 10 + 16 * cpus;
        long records = start + out.size() + (long) tableSize * buffers.size();
        List<Long> places = new ArrayList<>();
        Bytes all = new Bytes(order);
        for (Map.Entry<String, SortedMap<Integer, Bytes>> buffer : buffers.entrySet()) {
            places.add((long) start + out.size());
            out.text("flyrecord\0");
            for (int cpu = 0; cpu < cpus; cpu++) {
                Bytes pages = buffer.getValue().getOrDefault(cpu, new Bytes(order));
                out.u64(records + all.size()).u64(pages.size());
                all.raw(pages.bytes());
            }
        }
        if (tail > 0 && tables.isEmpty()) {
            tables.addAll(places.subList(1, places.size()));
        }
        return out.raw(all.bytes()).bytes();
    }

    private byte[] sections(Bytes file) {
        file.string(compression).string(compression.equals("none") ? "" : "1.0");
        int optionsPlace = file.size();
        Bytes list = new Bytes(order).raw(options.bytes());
        Bytes out = new Bytes(order).raw(file.bytes()).u64(0);
        section(out, list, 16, headers());
        section(out, list, 17, ftraceEvents());
        section(out, list, 18, eventFormats());
        section(out, list, 19, sized32(kallsyms));
        section(out, list, 20, sized32(""));
        section(out, list, 21, sized64(cmdlines));
        list.u16(8).u32(4).u32(cpus);
        for (Map.Entry<String, SortedMap<Integer, Bytes>> buffer : buffers.entrySet()) {
            buffer(out, list, buffer.getKey(), buffer.getValue());
        }
        // the list in two, as a recording has it
        long second = out.size();
        byte[] secondList = list.u16(0).u32(8).u64(0).bytes();
        out.u16(0).u16(0).u32(0).u64(secondList.length).raw(secondList);
        long first = out.size();
        out.u16(0).u16(0).u32(0).u64(14).u16(0).u32(8).u64(second);
        byte[] bytes = out.bytes();
        byte[] place = new Bytes(order).u64(first).bytes();
        System.arraycopy(place, 0, bytes, optionsPlace, 8);
        return bytes;
    }

    private void section(Bytes out, Bytes list, int id, byte[] content) {
        list.u16(id).u32(8).u64(out.size());
        byte[] packed = compression.equals("none") ? content : chunk(content);
        out.u16(id)
                .u16(compression.equals("none") ? 0 : 1)
                .u32(0)
                .u64(packed.length)
                .raw(packed);
    }

    private void buffer(Bytes out, Bytes list, String name, SortedMap<Integer, Bytes> pages) {
        boolean plain = compression.equals("none");
        Bytes content = new Bytes(order);
        Bytes table = new Bytes(order);
        long start = out.size() + 16L;
        pages.forEach((cpu, data) -> {
            byte[] stored = plain ? data.bytes() : chunks(data.bytes());
            table.u32(cpu).u64(start + content.size()).u64(plain ? stored.length : stored.length - 4);
            content.raw(stored);
        });
        byte[] option = new Bytes(order)
                .u64(out.size())
                .string(name)
                .string("local")
                .u32(SUB_BUFFER)
                .u32(pages.size())
                .raw(table.bytes())
                .bytes();
        list.u16(3).u32(option.length).raw(option);
        out.u16(3).u16(plain ? 0 : 1).u32(0).u64(content.size()).raw(content.bytes());
    }

    /** Two sub-buffers a chunk, so that some CPUs have several. */
    private byte[] chunks(byte[] pages) {
        Bytes out = new Bytes(order);
        int chunk = 2 * SUB_BUFFER;
        out.u32((pages.length + chunk - 1) / chunk);
        for (int from = 0; from < pages.length; from += chunk) {
            out.raw(chunk(java.util.Arrays.copyOfRange(pages, from, Math.min(from + chunk, pages.length))));
        }
        return out.bytes();
    }

    private byte[] chunk(byte[] content) {
        byte[] packed = compression.equals("zstd") ? Zstd.compress(content) : deflated(content);
        return new Bytes(order)
                .u32(packed.length)
                .u32(content.length)
                .raw(packed)
                .bytes();
    }

    private static byte[] deflated(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
            deflater.write(content);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private byte[] headers() {
        String page = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
                + "\tfield: local_t commit;\toffset:8;\tsize:" + longSize + ";\tsigned:1;\n"
                + "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
                + "\tfield: char data;\toffset:" + (8 + longSize) + ";\tsize:" + (SUB_BUFFER - 8 - longSize)
                + ";\tsigned:0;\n";
        return new Bytes(order)
                .string("header_page")
                .raw(sized64(page))
                .string("header_event")
                .raw(sized64("# compressed entry header\n"))
                .bytes();
    }

    private byte[] ftraceEvents() {
        return new Bytes(order)
                .u32(1)
                .raw(sized64(format("print", 5, "unsigned long ip,8,8,0", "char buf[],16,0,0")))
                .bytes();
    }

    private byte[] eventFormats() {
        Bytes out = new Bytes(order).u32(1).string("tests").u32(formats.size());
        for (String format : formats) {
            out.raw(sized64(format));
        }
        return out.bytes();
    }

    private byte[] sized64(String text) {
        return new Bytes(order).u64(text.length()).text(text).bytes();
    }

    private byte[] sized32(String text) {
        return new Bytes(order).u32(text.length()).text(text).bytes();
    }
}
