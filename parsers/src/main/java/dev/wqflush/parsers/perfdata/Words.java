package dev.wqflush.parsers.perfdata;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in the byte order of the machine that recorded; callers keep within the array. */
enum Words {
    /** As x86 and arm64 write them. */
    LITTLE(ByteOrder.LITTLE_ENDIAN),
    /** As s390 and old POWER and MIPS write them. */
    BIG(ByteOrder.BIG_ENDIAN);

    private static final VarHandle SHORTS = view(short[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle LONGS = view(long[].class);

    private final ByteOrder order;
    private final boolean swapped;

    Words(ByteOrder order) {
        this.order = order;
        this.swapped = order != ByteOrder.nativeOrder();
    }

    /** The order as others name it. */
    ByteOrder order() {
        return order;
    }

    /** The unsigned 16 bits at an index. */
    int u16(byte[] b, int at) {
        short value = (short) SHORTS.get(b, at);
        return (swapped ? Short.reverseBytes(value) : value) & 0xffff;
    }

    /** The 32 bits at an index. */
    int i32(byte[] b, int at) {
        int value = (int) INTS.get(b, at);
        return swapped ? Integer.reverseBytes(value) : value;
    }

    /** The unsigned 32 bits at an index. */
    long u32(byte[] b, int at) {
        return i32(b, at) & 0xffff_ffffL;
    }

    /** The 64 bits at an index. */
    long i64(byte[] b, int at) {
        long value = (long) LONGS.get(b, at);
        return swapped ? Long.reverseBytes(value) : value;
    }

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.nativeOrder());
    }
}
