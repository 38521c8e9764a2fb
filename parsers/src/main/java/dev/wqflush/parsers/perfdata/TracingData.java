package dev.wqflush.parsers.perfdata;

import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.tracepoint.EventFormat;
import dev.wqflush.parsers.tracepoint.SymbolTable;
import dev.wqflush.parsers.tracepoint.Symbols;
import dev.wqflush.parsers.tracepoint.TracepointTable;
import java.util.HashMap;
import java.util.Map;

/**
 * The descriptions of tracepoints that perf copies from tracefs, in the form of the beginning of a trace.dat file:
 *
 * <pre>
 * 17 08 44 "tracing" version NUL, u8 big-endian, u8 bytes of a long, u32 page size
 * "header_page" NUL u64 size text, "header_event" NUL u64 size text
 * u32 formats of ftrace, each u64 size text
 * u32 systems, each name NUL u32 formats, each u64 size text
 * u32 size kallsyms, u32 size printk formats, u64 size command lines
 * </pre>
 */
final class TracingData {
    /** perf writes some hundred KiB; a machine's whole set of formats is 5 MiB. */
    static final int MOST_BYTES = 64 << 20;

    private static final byte[] MAGIC = {0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g'};
    private final Map<Integer, String> names = new HashMap<>();
    private final NameTable table;
    private final TracepointTable tracepoints;
    private Symbols symbols;

    private byte[] b = new byte[0];
    private Words words = Words.LITTLE;
    private int at;
    private int end;

    TracingData(NameTable names) {
        this.symbols = new SymbolTable(names, b, 0, 0);
        this.tracepoints = new TracepointTable(names, address -> symbols.at(address));
        this.table = names;
    }

    /** The name of the tracepoint with an id, as {@code system:event}. */
    String name(long id) {
        String name = id >>> Integer.SIZE == 0 ? names.get((int) id) : null;
        return name == null ? "tracepoint-" + id : name;
    }

    /** What the records of the tracepoints mean. */
    TracepointTable tracepoints() {
        return tracepoints;
    }

    /** Reads {@code bytes[from, to)}; false if it breaks off or is something else, what came before stays. */
    boolean read(byte[] bytes, int from, int to) {
        b = bytes;
        at = from + MAGIC.length;
        end = to;
        if (!Ascii.startsWith(b, from, to, MAGIC) || !skipString() || end - at < 6) {
            return false;
        }
        words = b[at] == 0 ? Words.LITTLE : Words.BIG;
        at += 6;
        if (!skipString() || !skipText() || !skipString() || !skipText() || !formats("ftrace")) {
            return false;
        }
        long systems = number();
        for (long i = 0; i < systems; i++) {
            int name = at;
            if (!skipString() || !formats(AttributeTable.string(b, name, at))) {
                return false;
            }
        }
        return systems >= 0 && kallsyms();
    }

    /** Empty since perf has a kernel's symbols of its own; those of the analyst's kernel would be wrong. */
    private boolean kallsyms() {
        long size = number();
        if (size < 0 || size > end - at) {
            return false;
        }
        if (size > 0) {
            symbols = new SymbolTable(table, b, at, at + (int) size);
        }
        return true;
    }

    private boolean formats(String system) {
        long count = number();
        for (long i = 0; i < count; i++) {
            int text = at + Long.BYTES;
            if (!skipText()) {
                return false;
            }
            format(system, text, at);
        }
        return count >= 0;
    }

    private void format(String system, int from, int to) {
        EventFormat format = EventFormat.parse(b, from, to);
        if (format != null) {
            names.put(format.id(), system + ":" + format.name());
            tracepoints.add(format);
        }
    }

    /** A u32, -1 if there is none. */
    private long number() {
        if (end - at < Integer.BYTES) {
            return -1;
        }
        at += Integer.BYTES;
        return words.u32(b, at - Integer.BYTES);
    }

    private boolean skipString() {
        int nul = Ascii.indexOf(b, at, end, (byte) 0);
        at = nul + 1;
        return nul >= 0;
    }

    private boolean skipText() {
        if (end - at < Long.BYTES) {
            return false;
        }
        long size = words.i64(b, at);
        if (size < 0 || size > end - at - Long.BYTES) {
            return false;
        }
        at += Long.BYTES + (int) size;
        return true;
    }
}
