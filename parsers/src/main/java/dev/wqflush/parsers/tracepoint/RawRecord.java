package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.event.NameTable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A view of one record in a reader's bytes; one object serves all records. What a field says beyond the record's end
 * reads as 0 or as no name.
 */
public final class RawRecord {
    private static final VarHandle SHORTS = view(short[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle LONGS = view(long[].class);

    /** Whether the other byte order is the records'; with a view for each order, which view to use is no constant. */
    private final boolean swapped;

    private final NameTable names;
    private byte[] bytes = new byte[0];
    private int from;
    private int to;

    /** Records of this byte order, whose texts become names of this table. */
    public RawRecord(ByteOrder order, NameTable names) {
        this.swapped = order != ByteOrder.nativeOrder();
        this.names = names;
    }

    /** Views {@code array[first, end)}. */
    public void set(byte[] array, int first, int end) {
        bytes = array;
        from = first;
        to = end;
    }

    /** Bytes of the record. */
    public int length() {
        return to - from;
    }

    /** The value of a number, sign-extended if the field is signed. */
    public long number(Field field) {
        return number(field.offset(), field.size(), field.signed());
    }

    /** The number at an offset in the record. */
    public long number(int offset, int size, boolean signed) {
        int at = from + offset;
        if (at + size > to) {
            return 0;
        }
        switch (size) {
            case 8 -> {
                long value = (long) LONGS.get(bytes, at);
                return swapped ? Long.reverseBytes(value) : value;
            }
            case 4 -> {
                int read = (int) INTS.get(bytes, at);
                int value = swapped ? Integer.reverseBytes(read) : read;
                return signed ? value : value & 0xffff_ffffL;
            }
            case 2 -> {
                short read = (short) SHORTS.get(bytes, at);
                short value = swapped ? Short.reverseBytes(read) : read;
                return signed ? value : value & 0xffffL;
            }
            case 1 -> {
                return signed ? bytes[at] : bytes[at] & 0xffL;
            }
            default -> {
                return 0;
            }
        }
    }

    /** The name that a field of characters holds or points to, up to its first NUL. */
    public int text(Field field) {
        int first = field.offset();
        int size = field.size();
        if (field.kind() == Field.Kind.DYNAMIC || field.kind() == Field.Kind.RELATIVE) {
            int descriptor = (int) number(first, Integer.BYTES, false);
            first = (descriptor & 0xffff) + (field.kind() == Field.Kind.RELATIVE ? field.end() : 0);
            size = descriptor >>> 16;
        }
        int start = Math.min(from + first, to);
        int end = Math.min(start + size, to);
        int nul = start;
        while (nul < end && bytes[nul] != 0) {
            nul++;
        }
        return names.intern(bytes, start, nul);
    }

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.nativeOrder());
    }
}
