package dev.wqflush.parsers.perfdata;

import dev.wqflush.parsers.input.Ascii;
import java.util.BitSet;

/**
 * The beginning of a perf.data file: in pipe mode magic and size only, in file mode
 *
 * <pre>
 *   0 magic   8 size = 104   16 attr_size   24 attrs   40 data   56 event types   72 features (256 bits)
 * </pre>
 *
 * where attrs, data and event types are sections. Very old files end before the features.
 */
record FileHeader(Words words, boolean pipe, long attributeSize, Section attributes, Section data, BitSet features) {
    /** A part of the file. */
    record Section(long offset, long size) {
        static final int BYTES = 16;

        static Section read(Words words, byte[] b, int at) {
            return new Section(words.i64(b, at), words.i64(b, at + 8));
        }

        /** Where it ends; a size that is absurd ends nowhere. */
        long end() {
            return offset < 0 || size < 0 || offset + size < 0 ? Long.MAX_VALUE : offset + size;
        }
    }

    /** Bytes of the header in pipe mode. */
    static final int PIPE_SIZE = 16;

    /** Bytes of the header in file mode, without and with features. */
    static final int OLD_SIZE = 72;

    static final int SIZE = 104;

    private static final byte[] LITTLE = Ascii.bytes("PERFILE2");
    private static final byte[] BIG = Ascii.bytes("2ELIFREP");
    private static final int HOSTNAME = 3;
    private static final int BUILD_ID = 2;

    /** Whether the bytes begin as perf.data files do since Linux 2.6.37. */
    static boolean isPerfData(byte[] b, int from, int to) {
        return Ascii.startsWith(b, from, to, LITTLE) || Ascii.startsWith(b, from, to, BIG);
    }

    /** Bytes that the header at {@code from} says it has; {@link #PIPE_SIZE} must be there. */
    static long size(byte[] b, int from) {
        return words(b, from).i64(b, from + 8);
    }

    /** Reads a header that is there as a whole. */
    static FileHeader read(byte[] b, int from) {
        Words words = words(b, from);
        long size = size(b, from);
        if (size == PIPE_SIZE) {
            Section none = new Section(PIPE_SIZE, 0);
            return new FileHeader(words, true, 0, none, none, new BitSet());
        }
        return new FileHeader(
                words,
                false,
                words.i64(b, from + 16),
                Section.read(words, b, from + 24),
                Section.read(words, b, from + 40),
                size < SIZE ? new BitSet() : features(words, b, from + OLD_SIZE));
    }

    private static Words words(byte[] b, int from) {
        return b[from] == 'P' ? Words.LITTLE : Words.BIG;
    }

    /** An array of the writer's longs: where these were 32 bits and big, perf tells by the bit that is always set. */
    private static BitSet features(Words words, byte[] b, int at) {
        long[] bits = new long[4];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = words.i64(b, at + 8 * i);
        }
        if (words == Words.BIG && (bits[0] >>> HOSTNAME & 1) == 0) {
            for (int i = 0; i < bits.length; i++) {
                bits[i] = Long.rotateLeft(bits[i], Integer.SIZE);
            }
            if ((bits[0] >>> HOSTNAME & 1) == 0) {
                return BitSet.valueOf(new long[] {1L << BUILD_ID});
            }
        }
        return BitSet.valueOf(bits);
    }
}
