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
    private static final VarHandle LITTLE_SHORT = view(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LITTLE_INT = view(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LITTLE_LONG = view(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_SHORT = view(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_INT = view(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_LONG = view(long[].class, ByteOrder.BIG_ENDIAN);

    private final boolean bigEndian;
    private final NameTable names;
    private byte[] bytes = new byte[0];
    private int from;
    private int to;

    /** Records of this byte order, whose texts become names of this table. */
    public RawRecord(ByteOrder order, NameTable names) {
        this.bigEndian = order == ByteOrder.BIG_ENDIAN;
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
                return (long) (bigEndian ? BIG_LONG : LITTLE_LONG).get(bytes, at);
            }
            case 4 -> {
                int value = (int) (bigEndian ? BIG_INT : LITTLE_INT).get(bytes, at);
                return signed ? value : value & 0xffff_ffffL;
            }
            case 2 -> {
                short value = (short) (bigEndian ? BIG_SHORT : LITTLE_SHORT).get(bytes, at);
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

    private static VarHandle view(Class<?> array, ByteOrder order) {
        return MethodHandles.byteArrayViewVarHandle(array, order);
    }
}
