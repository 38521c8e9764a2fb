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

    private static final VarHandle LITTLE_SHORTS = shorts(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LITTLE_INTS = ints(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LITTLE_LONGS = longs(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG_SHORTS = shorts(ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_INTS = ints(ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_LONGS = longs(ByteOrder.BIG_ENDIAN);

    private final ByteOrder order;

    Words(ByteOrder order) {
        this.order = order;
    }

    /** The order as others name it. */
    ByteOrder order() {
        return order;
    }

    /** The unsigned 16 bits at an index. */
    int u16(byte[] b, int at) {
        return 0xffff & (short) (this == LITTLE ? LITTLE_SHORTS.get(b, at) : BIG_SHORTS.get(b, at));
    }

    /** The 32 bits at an index. */
    int i32(byte[] b, int at) {
        return this == LITTLE ? (int) LITTLE_INTS.get(b, at) : (int) BIG_INTS.get(b, at);
    }

    /** The unsigned 32 bits at an index. */
    long u32(byte[] b, int at) {
        return i32(b, at) & 0xffff_ffffL;
    }

    /** The 64 bits at an index. */
    long i64(byte[] b, int at) {
        return this == LITTLE ? (long) LITTLE_LONGS.get(b, at) : (long) BIG_LONGS.get(b, at);
    }

    private static VarHandle shorts(ByteOrder order) {
        return MethodHandles.byteArrayViewVarHandle(short[].class, order);
    }

    private static VarHandle ints(ByteOrder order) {
        return MethodHandles.byteArrayViewVarHandle(int[].class, order);
    }

    private static VarHandle longs(ByteOrder order) {
        return MethodHandles.byteArrayViewVarHandle(long[].class, order);
    }
}
