package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.payload.FlushFunction;
import dev.wqflush.parsers.payload.GraphCalls;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The symbols of a text as {@code /proc/kallsyms} has it ({@code ADDRESS TYPE NAME [MODULE]}). The text is kept and
 * looked at when the first address is asked for; of symbols with one address the first counts, as for the kernel.
 */
public final class SymbolTable implements Symbols {
    /** Functions found last, by address; a trace asks for few over and over. */
    private static final int CACHE = 4096;

    private final NameTable names;
    private final byte[] text;
    private final int to;
    private final long[] askedAddresses = new long[CACHE];
    private final @Nullable KernelFunction[] answers = new KernelFunction[CACHE];
    private int from;
    private long @Nullable [] starts;
    private int[] namesFrom = new int[0];

    /** Symbols of {@code text[from, to)}, which must not change. */
    public SymbolTable(NameTable names, byte[] text, int from, int to) {
        this.names = names;
        this.text = text;
        this.from = from;
        this.to = to;
    }

    @Override
    public KernelFunction at(long address) {
        int slot = (int) (address ^ address >>> 12) & (CACHE - 1);
        KernelFunction known = answers[slot];
        if (known != null && askedAddresses[slot] == address) {
            return known;
        }
        KernelFunction found = find(address);
        askedAddresses[slot] = address;
        answers[slot] = found;
        return found;
    }

    private KernelFunction find(long address) {
        long[] sorted = starts == null ? read() : starts;
        int index = lastAtOrBelow(sorted, address);
        boolean beyondLast = index == sorted.length - 1 && index >= 0 && sorted[index] != address;
        if (index < 0 || beyondLast) { // where the last symbol ends is not told
            return new KernelFunction(names.intern("0x" + Long.toHexString(address)), 0, FlushFunction.OTHER, false);
        }
        int name = namesFrom[index];
        int end = name;
        while (end < to && text[end] > ' ') {
            end++;
        }
        return new KernelFunction(
                names.intern(text, name, end),
                sorted[index],
                FlushFunction.at(text, name, end),
                GraphCalls.unlocks(text, name, end));
    }

    /** Index of the first of the symbols with the highest address that is not above; -1 if all are above. */
    private static int lastAtOrBelow(long[] sorted, long address) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(sorted[middle], address) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int index = low - 1;
        while (index > 0 && sorted[index - 1] == sorted[index]) {
            index--;
        }
        return index;
    }

    private long[] read() {
        long[] addresses = new long[1024];
        int[] nameOffsets = new int[1024];
        int count = 0;
        boolean ascending = true;
        while (from < to) {
            int newline = Ascii.indexOf(text, from, to, (byte) '\n');
            int end = newline < 0 ? to : newline;
            int type = Ascii.skipHex(text, from, end) + 1;
            int name = type + 2;
            long address = Ascii.hex(text, from, end);
            if (name < end && address != 0 && isFunction(text[type], text[name])) { // 0 to whoever may not know them
                if (count == addresses.length) {
                    addresses = Arrays.copyOf(addresses, count * 2);
                    nameOffsets = Arrays.copyOf(nameOffsets, count * 2);
                }
                ascending &= count == 0 || Long.compareUnsigned(addresses[count - 1], address) <= 0;
                addresses[count] = address;
                nameOffsets[count++] = name;
            }
            from = end + 1;
        }
        long[] sorted = Arrays.copyOf(addresses, count);
        namesFrom = Arrays.copyOf(nameOffsets, count);
        if (!ascending) {
            sort(sorted, namesFrom);
        }
        starts = sorted;
        return sorted;
    }

    /** Per-CPU offsets count as absolute symbols, and ARM has marks ({@code $a}) between its functions. */
    private static boolean isFunction(byte type, byte firstOfName) {
        return type != 'A' && type != 'a' && firstOfName != '$';
    }

    /** Modules stand behind the kernel, so there are two or a few ascending runs. */
    private static void sort(long[] addresses, int[] offsets) {
        Integer[] order = new Integer[addresses.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparing(i -> addresses[i], Long::compareUnsigned));
        long[] unsorted = addresses.clone();
        int[] unsortedOffsets = offsets.clone();
        for (int i = 0; i < order.length; i++) {
            addresses[i] = unsorted[order[i]];
            offsets[i] = unsortedOffsets[order[i]];
        }
    }
}
