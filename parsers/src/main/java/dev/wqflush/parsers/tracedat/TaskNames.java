package dev.wqflush.parsers.tracedat;

import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.Ascii;
import org.eclipse.collections.impl.map.mutable.primitive.IntIntHashMap;

/** Names of threads as the recorder saved them ({@code saved_cmdlines}: {@code PID NAME}). */
final class TaskNames {
    private final IntIntHashMap names = new IntIntHashMap();

    TaskNames(NameTable table, byte[] text) {
        int next;
        for (int from = 0; from < text.length; from = next) {
            int newline = Ascii.indexOf(text, from, text.length, (byte) '\n');
            int end = newline < 0 ? text.length : newline;
            next = end + 1;
            int digits = Ascii.skipBlanks(text, from, end);
            int blank = Ascii.skipDigits(text, digits, end);
            if (blank > digits && blank + 1 < end) {
                names.put((int) Ascii.decimal(text, digits, blank), table.intern(text, blank + 1, end));
            }
        }
        names.put(0, table.intern("<idle>"));
    }

    /** Id of the thread's name; {@link NameTable#NONE} if it was not saved. */
    int of(int tid) {
        return names.getIfAbsent(tid, NameTable.NONE);
    }
}
