package dev.wqflush.parsers.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Interns names as small ints, straight from a reader's bytes. Ids count up from 1 in order of first sight; 0 is
 * {@link #NONE}. Names are kept as Latin-1, so every byte sequence comes back unchanged.
 *
 * <p>One thread at a time may intern; {@link #name} may be asked by others, of ids handed to them.
 */
public final class NameTable {
    /** Id of "no name". */
    public static final int NONE = 0;

    /** Ten times what a kernel has; damaged input cannot make more. */
    private static final int MOST_NAMES = 1 << 20;

    private static final int LONGEST_NAME = 511;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Odd, its bits evenly spread: products of it have well mixed high bits. */
    public static final long HASH_FACTOR = 0x9e3779b97f4a7c15L;

    /** Volatile, so that another thread that was given an id finds its name, in this array or a later one. */
    private volatile byte[][] names = new byte[64][];

    private int[] slots = new int[128];
    private int size = 1;

    /** Makes a table that knows only {@link #NONE}. */
    public NameTable() {
        names[NONE] = new byte[0];
    }

    /** The id of {@code bytes[from, to)}; 0 if it is empty. A name is cut at 511 bytes, as the kernel's symbols are. */
    public int intern(byte[] bytes, int from, int to) {
        return from < to ? internCut(bytes, from, Math.min(to, from + LONGEST_NAME)) : NONE;
    }

    private int internCut(byte[] bytes, int from, int to) {
        int slot = slotOf(bytes, from, to);
        int id = slots[slot];
        return id == NONE && size < MOST_NAMES ? add(Arrays.copyOfRange(bytes, from, to), slot) : id;
    }

    /** The id of {@code bytes[from, to)} if it has one, {@link #NONE} otherwise. */
    public int find(byte[] bytes, int from, int to) {
        return from < to ? slots[slotOf(bytes, from, to)] : NONE;
    }

    /** Where a name's id stands, or would. */
    private int slotOf(byte[] bytes, int from, int to) {
        int slot = hash(bytes, from, to) & (slots.length - 1);
        for (int id = slots[slot]; id != NONE; id = slots[slot]) {
            if (isSame(names[id], bytes, from, to)) {
                break;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** The id of a name, which is encoded as Latin-1. */
    public int intern(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
        return intern(bytes, 0, bytes.length);
    }

    /** The name of an id; empty for {@link #NONE}. */
    public String name(int id) {
        return new String(names[id], StandardCharsets.ISO_8859_1);
    }

    /** Number of ids given, {@link #NONE} included. */
    public int size() {
        return size;
    }

    private int add(byte[] name, int slot) {
        if (size == names.length) {
            names = Arrays.copyOf(names, size * 2);
        }
        int id = size++;
        names[id] = name;
        slots[slot] = id;
        if (size * 2 > slots.length) {
            rehash();
        }
        return id;
    }

    private void rehash() {
        slots = new int[slots.length * 2];
        for (int id = 1; id < size; id++) {
            int slot = hash(names[id], 0, names[id].length) & (slots.length - 1);
            while (slots[slot] != NONE) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = id;
        }
    }

    /** As {@code Arrays.equals}, which is slower for the few bytes that names have. */
    private static boolean isSame(byte[] name, byte[] bytes, int from, int to) {
        int length = name.length;
        if (to - from != length) {
            return false;
        }
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            if ((long) LONGS.get(name, i) != (long) LONGS.get(bytes, from + i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (name[i] != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }

    private static int hash(byte[] bytes, int from, int to) {
        long hash = (long) to - from;
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            hash = (hash ^ (long) LONGS.get(bytes, i)) * HASH_FACTOR;
        }
        long rest = 0;
        for (; i < to; i++) {
            rest = (rest << Byte.SIZE) | (bytes[i] & 0xff);
        }
        hash = (hash ^ rest) * HASH_FACTOR;
        return (int) (hash >>> Integer.SIZE);
    }
}
