package dev.wqflush.parsers.perfdata;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes small perf.data files as perf would, in either byte order and mode, and wrong ones on request. */
final class PerfDataWriter {
    static final long IP = 1;
    static final long TID = 1 << 1;
    static final long TIME = 1 << 2;
    static final long READ = 1 << 4;
    static final long CALLCHAIN = 1 << 5;
    static final long ID = 1 << 6;
    static final long CPU = 1 << 7;
    static final long PERIOD = 1 << 8;
    static final long RAW = 1 << 10;
    static final long IDENTIFIER = 1 << 16;

    /** What perf 6.1 records of tracepoints. */
    static final long USUAL = IDENTIFIER | IP | TID | TIME | CPU | PERIOD | RAW;

    /** Ids of the tracepoints that {@link #tracingData} describes. */
    static final int EXECUTE_START = 101;

    static final int WALK = 102;

    private static final String COMMON = """
            format:
            	field:unsigned short common_type;	offset:0;	size:2;	signed:0;
            	field:unsigned char common_flags;	offset:2;	size:1;	signed:0;
            	field:unsigned char common_preempt_count;	offset:3;	size:1;	signed:0;
            	field:int common_pid;	offset:4;	size:4;	signed:1;

            """;

    private record Attribute(int type, long config, List<Long> ids) {}

    final ByteOrder order;
    final long sampleType;
    long readFormat = 4;
    int attributeSize = 128;
    boolean sampleIdAll = true;
    private final List<Attribute> attributes = new ArrayList<>();
    private final SortedMap<Integer, byte[]> features = new TreeMap<>();
    private final ByteArrayOutputStream records = new ByteArrayOutputStream();

    PerfDataWriter(ByteOrder order, long sampleType) {
        this.order = order;
        this.sampleType = sampleType;
        features.put(3, string("host")); // always there; where longs are big-endian, readers go by it
    }

    /** Three events of which samples can be added; a file has them whether or not it has samples. */
    PerfDataWriter usualEvents() {
        return attribute(2, EXECUTE_START, 11, 12).attribute(2, WALK, 21).attribute(0, 0, 31);
    }

    PerfDataWriter attribute(int type, long config, long... ids) {
        attributes.add(new Attribute(type, config, Arrays.stream(ids).boxed().toList()));
        return this;
    }

    PerfDataWriter feature(int number, byte[] content) {
        features.put(number, content);
        return this;
    }

    /** A work item begins on a worker. */
    PerfDataWriter started(long id, long time, int cpu, int tid, long work) {
        ByteBuffer raw = bytes(36);
        raw.putShort((short) EXECUTE_START).put((byte) 1).put((byte) 2).putInt(tid);
        raw.putLong(work).putLong(0xffffffff81000010L);
        return sample(id, time, cpu, tid, content(raw));
    }

    /** {@code flush_workqueue_prep_pwqs} is entered. */
    PerfDataWriter walk(long id, long time, int cpu, int tid, int flushColour, int workColour) {
        ByteBuffer raw = bytes(28);
        raw.putShort((short) WALK).put((byte) 0).put((byte) 0).putInt(tid);
        raw.putLong(0xffffffff81000020L).putInt(flushColour).putInt(workColour);
        return sample(id, time, cpu, tid, content(raw));
    }

    /** A sample in which the fields that {@link #sampleType} asks for stand in the kernel's order. */
    PerfDataWriter sample(long id, long time, int cpu, int tid, byte[] raw) {
        ByteBuffer body = bytes(4096);
        put(body, IDENTIFIER, id);
        put(body, IP, 0xffffffff81000000L);
        putInts(body, TID, tid, tid);
        put(body, TIME, time);
        put(body, ID, id);
        putInts(body, CPU, cpu, 0);
        put(body, PERIOD, 1);
        if ((sampleType & READ) != 0) { // a group of two values: nr, enabled, running, two of (value, id, lost)
            body.putLong(2).putLong(1).putLong(1);
            for (int i = 0; i < 6; i++) {
                body.putLong(i);
            }
        }
        if ((sampleType & CALLCHAIN) != 0) {
            body.putLong(3).putLong(-128).putLong(0xffffffff81000000L).putLong(0xffffffff81000100L);
        }
        if ((sampleType & RAW) != 0) {
            int size = (raw.length + 4 + 7) / 8 * 8 - 4;
            body.putInt(size).put(raw).position(body.position() + size - raw.length);
        }
        return record(9, 1, content(body));
    }

    PerfDataWriter comm(int tid, String name, long time) {
        ByteBuffer body = bytes(256).putInt(tid).putInt(tid).put(name.getBytes(StandardCharsets.ISO_8859_1));
        body.position((body.position() + 8) / 8 * 8);
        return record(3, 0, content(trailer(body, 11, time, 0, tid)));
    }

    PerfDataWriter fork(int parent, int child, long time) {
        ByteBuffer body = bytes(256)
                .putInt(child)
                .putInt(parent)
                .putInt(child)
                .putInt(parent)
                .putLong(time);
        return record(7, 0, content(trailer(body, 11, time, 0, parent)));
    }

    PerfDataWriter lost(long count, long time, int cpu) {
        return record(2, 0, content(trailer(bytes(256).putLong(11).putLong(count), 11, time, cpu, 0)));
    }

    PerfDataWriter round() {
        return record(68, 0, new byte[0]);
    }

    PerfDataWriter record(int type, int misc, byte[] body) {
        ByteBuffer header = bytes(8).putInt(type).putShort((short) misc).putShort((short) (8 + body.length));
        return raw(content(header)).raw(body);
    }

    /** Bytes that are no record. */
    PerfDataWriter raw(byte[] content) {
        records.writeBytes(content);
        return this;
    }

    byte[] records() {
        return records.toByteArray();
    }

    private ByteBuffer trailer(ByteBuffer body, long id, long time, int cpu, int tid) {
        if (sampleIdAll) {
            putInts(body, TID, tid, tid);
            put(body, TIME, time);
            put(body, ID, id);
            putInts(body, CPU, cpu, 0);
            put(body, IDENTIFIER, id);
        }
        return body;
    }

    private void put(ByteBuffer body, long field, long value) {
        if ((sampleType & field) != 0) {
            body.putLong(value);
        }
    }

    private void putInts(ByteBuffer body, long field, int first, int second) {
        if ((sampleType & field) != 0) {
            body.putInt(first).putInt(second);
        }
    }

    /** File mode: header, ids, attributes, data, features. */
    byte[] file() {
        ByteBuffer file = bytes(1 << 20).position(104);
        List<Integer> idPlaces = new ArrayList<>();
        for (Attribute attribute : attributes) {
            idPlaces.add(file.position());
            for (long id : attribute.ids()) {
                file.putLong(id);
            }
        }
        int attributesAt = file.position();
        for (int i = 0; i < attributes.size(); i++) {
            file.put(attribute(attributes.get(i)));
            file.putLong(idPlaces.get(i)).putLong(8L * attributes.get(i).ids().size());
        }
        int dataAt = file.position();
        file.put(records());
        int dataEnd = file.position();
        int place = dataEnd + 16 * features.size();
        for (byte[] content : features.values()) {
            file.putLong(place).putLong(content.length);
            place += content.length;
        }
        features.values().forEach(file::put);
        long bits =
                features.keySet().stream().mapToLong(feature -> 1L << feature).sum();
        int end = file.position();
        file.position(0);
        file.putLong(0x32454c4946524550L).putLong(104).putLong(attributeSize + 16L);
        file.putLong(attributesAt)
                .putLong(dataAt - attributesAt)
                .putLong(dataAt)
                .putLong(dataEnd - dataAt);
        file.putLong(0).putLong(0).putLong(bits);
        return content(file.position(end));
    }

    /** Pipe mode: magic, then all as records. */
    byte[] pipe() {
        PerfDataWriter pipe = new PerfDataWriter(order, sampleType);
        pipe.raw(bytes(16).putLong(0x32454c4946524550L).putLong(16).array());
        for (Attribute attribute : attributes) {
            ByteBuffer body = bytes(4096).put(attribute(attribute));
            for (long id : attribute.ids()) {
                body.putLong(id);
            }
            pipe.record(64, 0, content(body));
        }
        features.forEach((feature, content) -> {
            if (feature == 1) {
                pipe.record(66, 0, bytes(8).putInt(content.length).array()).raw(content);
            } else {
                pipe.record(
                        80,
                        0,
                        content(bytes(content.length + 8).putLong(feature).put(content)));
            }
        });
        return pipe.raw(records()).records();
    }

    private byte[] attribute(Attribute attribute) {
        long flags = sampleIdAll ? 1L << 18 : 0;
        return bytes(attributeSize)
                .putInt(attribute.type())
                .putInt(attributeSize)
                .putLong(attribute.config())
                .putLong(1)
                .putLong(sampleType)
                .putLong(readFormat)
                .putLong(order == ByteOrder.BIG_ENDIAN ? Long.reverse(flags) : flags)
                .array();
    }

    /** A string as perf writes it: its length with padding, then its bytes. */
    byte[] string(String text) {
        return bytes(4 + 64)
                .putInt(64)
                .put(text.getBytes(StandardCharsets.ISO_8859_1))
                .array();
    }

    /** The names of the events, as a feature of file mode. */
    byte[] eventDescriptions(String... names) {
        ByteBuffer body = bytes(4096).putInt(names.length).putInt(attributeSize);
        for (int i = 0; i < names.length; i++) {
            List<Long> ids = attributes.get(i).ids();
            body.put(attribute(attributes.get(i))).putInt(ids.size()).put(string(names[i]));
            ids.forEach(body::putLong);
        }
        return content(body);
    }

    /** The name of an event, as pipe mode has it. */
    PerfDataWriter eventUpdate(long id, String name) {
        return record(
                78, 0, content(bytes(64).putLong(2).putLong(id).put(latin(name)).position(64)));
    }

    /** What tracefs says of the two tracepoints. */
    byte[] tracingData() {
        ByteBuffer data = bytes(1 << 16);
        data.put(new byte[] {0x17, 0x08, 0x44}).put(latin("tracing0.6\0"));
        data.put((byte) (order == ByteOrder.BIG_ENDIAN ? 1 : 0)).put((byte) 8).putInt(4096);
        data.put(latin("header_page\0")).putLong(2).put(latin("p\n"));
        data.put(latin("header_event\0")).putLong(2).put(latin("e\n"));
        data.putInt(0).putInt(2);
        data.put(latin("workqueue\0")).putInt(1);
        text(data, "name: workqueue_execute_start\nID: " + EXECUTE_START + "\n" + COMMON + """
                	field:void * work;	offset:8;	size:8;	signed:0;
                	field:void * function;	offset:16;	size:8;	signed:0;

                print fmt: "work struct %p: function %ps", REC->work, REC->function
                """);
        data.put(latin("wqf\0")).putInt(1);
        text(data, "name: walk\nID: " + WALK + "\n" + COMMON + """
                	field:unsigned long __probe_ip;	offset:8;	size:8;	signed:0;
                	field:s32 flush_color;	offset:16;	size:4;	signed:1;
                	field:s32 work_color;	offset:20;	size:4;	signed:1;

                print fmt: "(%lx)", REC->__probe_ip
                """);
        data.putInt(0).putInt(0).putLong(0);
        data.position((data.position() + 7) / 8 * 8);
        return content(data);
    }

    private static void text(ByteBuffer data, String text) {
        data.putLong(text.length()).put(latin(text));
    }

    ByteBuffer bytes(int size) {
        return ByteBuffer.allocate(size).order(order);
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] content(ByteBuffer buffer) {
        byte[] content = new byte[buffer.position()];
        buffer.get(0, content);
        return content;
    }
}
