package dev.wqflush.parsers.tracedat;

import dev.wqflush.parsers.diag.ProblemLog;
import dev.wqflush.parsers.diag.ReadProblem;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The records of one CPU, one after the other, out of the kernel's ring buffer. A sub-buffer is
 *
 * <pre>
 * u64 time | long commit: bytes of records, bit 31 events were lost before, bit 30 their number follows the records | records
 * </pre>
 *
 * and a record a 32-bit word of type and time since the one before it, then by the type
 *
 * <pre>
 * 0        u32 length (itself included), data      1..28  that many words of data
 * 29       nothing up to the sub-buffer's end (no time), or u32 length of what was taken back
 * 30, 31   u32 upper part of a long time, since the last record or absolute
 * </pre>
 */
final class CpuStream {
    private static final VarHandle LITTLE_INT = view(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LITTLE_LONG = view(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_INT = view(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_LONG = view(long[].class, ByteOrder.BIG_ENDIAN);

    private static final int WORD = 4;
    private static final int PADDING = 29;
    private static final int TIME_EXTEND = 30;
    private static final int TIME_STAMP = 31;
    private static final int TIME_BITS = 27;
    private static final int TIME_MASK = (1 << TIME_BITS) - 1;
    /** An absolute time has 59 bits; the kernel takes the rest from the time before. */
    private static final long UPPER_TIME = 0xf8L << 56;

    /** 146 years after boot; no sum of a sub-buffer's 27-bit steps from here can overflow. */
    private static final long LATEST = Long.MAX_VALUE / 2;

    private static final int EVENTS_LOST = 1 << 31;
    private static final int LOSS_STORED = 1 << 30;
    private static final int COMMIT = LOSS_STORED - 1;

    private final int cpu;
    private final PageBlocks blocks;
    private final boolean bigEndian;
    private final int longSize;
    private final int dataOffset;
    private final int subBuffer;
    private final ProblemLog problems;

    private byte[] bytes = new byte[0];
    private int page;
    private int next;
    private int end;

    private long time;
    private int from;
    private int to;
    private long lost;

    CpuStream(CpuRegion region, PageBlocks blocks, Recording recording, ProblemLog problems) {
        this.cpu = region.cpu();
        this.blocks = blocks;
        this.bigEndian = recording.bigEndian;
        this.longSize = recording.longSize;
        this.dataOffset = recording.dataOffset;
        this.subBuffer = region.subBuffer();
        this.problems = problems;
        this.page = -subBuffer;
    }

    int cpu() {
        return cpu;
    }

    /** When the record was made, by the trace clock. */
    long time() {
        return time;
    }

    /** The array that holds the record. */
    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** Where the record stands in the file. */
    long position() {
        return blocks.position(from);
    }

    /** Events lost before the record: 0 none, -1 some; the question answers itself with 0 from then on. */
    long takeLost() {
        long count = lost;
        lost = 0;
        return count;
    }

    /** Goes to the next record; false behind the last one. */
    boolean next() {
        do {
            while (end - next >= WORD) {
                int word = intAt(next);
                int type = bigEndian ? word >>> TIME_BITS : word & 31;
                int delta = bigEndian ? word & TIME_MASK : word >>> 5;
                int data = next + WORD;
                if (type != 0 && type < PADDING) {
                    time += delta;
                    next = data + type * WORD;
                    if (next > end) {
                        damaged("a record is longer than what is left of its sub-buffer");
                        break;
                    }
                    from = data;
                    to = next;
                    return true;
                }
                if (end - data < WORD) {
                    if (type != PADDING || delta != 0) {
                        damaged("a record is cut by the end of its sub-buffer");
                    }
                    break;
                }
                int second = intAt(data);
                if (type == TIME_EXTEND) {
                    time += delta + ((second & 0xffff_ffffL) << TIME_BITS);
                    next = data + WORD;
                    if (time < 0) {
                        damaged("a time stamp is beyond what a clock can be");
                        break;
                    }
                } else if (type == TIME_STAMP) {
                    time = absolute(delta + ((second & 0xffff_ffffL) << TIME_BITS));
                    next = data + WORD;
                    if (time < 0) {
                        damaged("a time stamp is beyond what a clock can be");
                        break;
                    }
                } else if (type == PADDING && delta == 0) {
                    break;
                } else {
                    if (second < WORD || second > end - data) {
                        damaged("a record has an impossible length");
                        break;
                    }
                    time += delta;
                    next = data + ((second + WORD - 1) & -WORD);
                    if (type == 0) {
                        from = data + WORD;
                        to = data + second;
                        return true;
                    }
                }
            }
        } while (nextPage());
        return false;
    }

    private long absolute(long stamp) {
        long upper = time & UPPER_TIME;
        if (upper == 0) {
            return stamp;
        }
        long whole = stamp | upper;
        return whole < time ? whole + (1L << 59) : whole;
    }

    /** Goes to the next sub-buffer that holds something. */
    private boolean nextPage() {
        while (true) {
            page += subBuffer;
            if (page >= blocks.limit()) {
                if (!blocks.next()) {
                    next = end = 0;
                    return false;
                }
                page = 0;
                bytes = blocks.bytes();
            }
            int available = Math.min(subBuffer, blocks.limit() - page) - dataOffset;
            if (available <= 0) {
                continue;
            }
            long base = (long) (bigEndian ? BIG_LONG : LITTLE_LONG).get(bytes, page);
            int commit = commit();
            int size = commit & COMMIT;
            if (size > subBuffer - dataOffset || base < 0 || base > LATEST) {
                next = page;
                damaged("the header of a sub-buffer cannot be");
                continue;
            }
            time = base;
            next = page + dataOffset;
            end = next + Math.min(size, available);
            if ((commit & EVENTS_LOST) != 0) {
                boolean stored = (commit & LOSS_STORED) != 0 && size + longSize <= available;
                long count = stored ? longAt(end) : -1;
                lost = count > 0 ? count : -1;
            }
            return true;
        }
    }

    /** The lower half of the kernel's long, which all flags and sizes are in. */
    private int commit() {
        return intAt(page + Long.BYTES + (bigEndian && longSize == Long.BYTES ? WORD : 0));
    }

    private long longAt(int index) {
        return longSize == Long.BYTES
                ? (long) (bigEndian ? BIG_LONG : LITTLE_LONG).get(bytes, index)
                : intAt(index) & 0xffff_ffffL;
    }

    private int intAt(int index) {
        return (int) (bigEndian ? BIG_INT : LITTLE_INT).get(bytes, index);
    }

    private void damaged(String what) {
        end = next;
        long position = blocks.position(next);
        problems.report(
                ReadProblem.Kind.DAMAGED_PART,
                position,
                () -> what + " (CPU " + cpu + "); the rest of the sub-buffer was left out.");
    }

    private static VarHandle view(Class<?> array, ByteOrder order) {
        return MethodHandles.byteArrayViewVarHandle(array, order);
    }
}
