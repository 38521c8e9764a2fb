package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.LockFlags;
import dev.wqflush.parsers.input.Ascii;

/**
 * The events of include/trace/events/lock.h that kernels have without lock debugging:
 *
 * <pre>
 * contention_begin: P (flags=SPIN|MUTEX)
 * contention_end: P (ret=0)
 * contended_release: P
 * </pre>
 *
 * and by name ({@code lock_addr=P flags=0x1 (1)}) with option {@code fields}.
 */
final class LockEventTable {
    private static final byte[] LOCK_ADDRESS = Ascii.bytes("lock_addr=");
    private static final byte[] FLAGS = Ascii.bytes("flags=");
    private static final byte[] RESULT = Ascii.bytes("ret=");
    private static final byte[][] FLAG_NAMES = {
        Ascii.bytes("SPIN"),
        Ascii.bytes("READ"),
        Ascii.bytes("WRITE"),
        Ascii.bytes("RT"),
        Ascii.bytes("PERCPU"),
        Ascii.bytes("MUTEX")
    };
    private static final int[] FLAG_BITS = {
        LockFlags.SPIN, LockFlags.READ, LockFlags.WRITE, LockFlags.RT, LockFlags.PERCPU, LockFlags.MUTEX
    };

    private LockEventTable() {}

    static void addTo(EventTable table) {
        table.add("contention_begin", LockEventTable::contentionBegan);
        table.add("contention_end", LockEventTable::contentionEnded);
        table.add("contended_release", LockEventTable::contendedReleased);
    }

    private static boolean contentionBegan(EventContext at, byte[] b, int from, int to, EventSink sink) {
        int flags = Ascii.indexOf(b, from, to, FLAGS);
        if (flags < 0) {
            return false;
        }
        sink.contentionBegan(at, lock(b, from, flags - 1), flags(b, flags + FLAGS.length, to));
        return true;
    }

    private static boolean contentionEnded(EventContext at, byte[] b, int from, int to, EventSink sink) {
        int result = Ascii.indexOf(b, from, to, RESULT);
        if (result < 0) {
            return false;
        }
        sink.contentionEnded(at, lock(b, from, result - 1), Fields.intAt(b, result + RESULT.length, to));
        return true;
    }

    private static boolean contendedReleased(EventContext at, byte[] b, int from, int to, EventSink sink) {
        sink.contendedReleased(at, lock(b, from, to));
        return true;
    }

    private static long lock(byte[] b, int from, int to) {
        int address = Ascii.startsWith(b, from, to, LOCK_ADDRESS) ? from + LOCK_ADDRESS.length : from;
        return Fields.pointer(b, address, Ascii.trimBlanks(b, address, to));
    }

    /** Names with {@code |} between them, or a number; nothing at all for a semaphore. */
    private static int flags(byte[] b, int from, int to) {
        int flags = 0;
        int p = from;
        while (p < to && b[p] != ')' && b[p] != ' ') {
            int end = p;
            while (end < to && b[end] != '|' && b[end] != ')' && b[end] != ' ') {
                end++;
            }
            flags |= Ascii.isDigit(b[p]) ? (int) Ascii.number(b, p, end) : flagBit(b, p, end);
            p = end < to && b[end] == '|' ? end + 1 : end;
        }
        return flags;
    }

    private static int flagBit(byte[] b, int from, int to) {
        for (int i = 0; i < FLAG_NAMES.length; i++) {
            if (Ascii.equal(b, from, to, FLAG_NAMES[i])) {
                return FLAG_BITS[i];
            }
        }
        return 0;
    }
}
