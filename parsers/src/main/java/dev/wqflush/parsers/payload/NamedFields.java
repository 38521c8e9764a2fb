package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.Ascii;
import java.util.Arrays;
import java.util.Map;

/**
 * The fields of one event as names with values, in which some tools show them; they are put into the kernel's words for
 * the decoders of those. A number that is not there is 0.
 */
public final class NamedFields {
    /** The kernel's words, with the field's name where its value goes. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry(
                    "workqueue_queue_work",
                    "work struct={work} function={function} workqueue={workqueue} req_cpu={req_cpu} cpu={cpu}"),
            Map.entry("workqueue_activate_work", "work struct {work}"),
            Map.entry("workqueue_execute_start", "work struct {work}: function {function}"),
            Map.entry("workqueue_execute_end", "work struct {work}: function {function}"),
            Map.entry("contention_begin", "{lock_addr} (flags={flags})"),
            Map.entry("contention_end", "{lock_addr} (ret={ret})"),
            Map.entry("contended_release", "{lock_addr}"),
            Map.entry(
                    "sched_switch",
                    "prev_comm={prev_comm} prev_pid={prev_pid} prev_prio={prev_prio} prev_state={prev_state}"
                            + " ==> next_comm={next_comm} next_pid={next_pid} next_prio={next_prio}"),
            Map.entry("sched_waking", "comm={comm} pid={pid} prio={prio} target_cpu={target_cpu}"),
            Map.entry("sched_wakeup", "comm={comm} pid={pid} prio={prio} target_cpu={target_cpu}"),
            Map.entry("sched_wakeup_new", "comm={comm} pid={pid} prio={prio} target_cpu={target_cpu}"),
            Map.entry(
                    "sched_migrate_task", "comm={comm} pid={pid} prio={prio} orig_cpu={orig_cpu} dest_cpu={dest_cpu}"));

    private static final String PROBE = "__probe_ip";
    private static final String RETURN_PROBE = "__probe_func";
    private static final String RETURN_ADDRESS = "__probe_ret_ip";

    /** More than any tracepoint of a kernel has. */
    private static final int MOST_FIELDS = 64;

    private static final int MOST_BYTES = 8 << 10;
    private static final int MOST_INT_DIGITS = 10;
    private static final byte[] HEX = Ascii.bytes("0x");
    private static final byte[] RETURN = Ascii.bytes(" <- ");
    private static final byte[] ZERO = Ascii.bytes("0");

    private final NameTable names;
    private final EventTable events;
    private final byte[] bytes = new byte[MOST_BYTES];
    private final int[] keys = new int[MOST_FIELDS + 1];
    private final int[] values = new int[MOST_FIELDS];
    private final boolean[] quoted = new boolean[MOST_FIELDS];
    private int count;
    private byte[] payload = new byte[2 * MOST_BYTES];
    private int payloadLength;

    /** Makes an event without fields. */
    public NamedFields(NameTable names) {
        this.names = names;
        this.events = new EventTable(names);
    }

    /** Forgets the fields. */
    public void clear() {
        count = 0;
    }

    /** How many fields there are. */
    public int count() {
        return count;
    }

    /** Adds a field; beyond what a kernel has it is left out. */
    public void add(byte[] key, int keyFrom, int keyTo, byte[] value, int from, int to, boolean isText) {
        int start = keys[count];
        if (count == MOST_FIELDS || keyTo - keyFrom + to - from > MOST_BYTES - start) {
            return;
        }
        System.arraycopy(key, keyFrom, bytes, start, keyTo - keyFrom);
        values[count] = start + keyTo - keyFrom;
        System.arraycopy(value, from, bytes, values[count], to - from);
        quoted[count] = isText;
        keys[++count] = values[count - 1] + to - from;
    }

    /** Whether there is a field of this name. */
    public boolean has(String key) {
        return indexOf(key) >= 0;
    }

    /** The number that a field holds; 0 without it. */
    public long number(String key) {
        int field = indexOf(key);
        return field < 0 ? 0 : Ascii.number(bytes, values[field], keys[field + 1]);
    }

    /**
     * Tells the sink of the event that has these fields.
     *
     * @param event id of the event's name, without its system
     */
    public void tell(int event, EventContext at, EventSink sink) {
        payloadLength = 0;
        String words = WORDS.get(names.name(event));
        if (words != null) {
            fill(words);
        } else if (has(PROBE) || has(RETURN_PROBE)) {
            probe();
        }
        if (!events.of(event).decode(at, payload, 0, payloadLength, sink)) {
            sink.otherEvent(at, event);
        }
    }

    private void fill(String words) {
        int p = 0;
        while (p < words.length()) {
            int open = words.indexOf('{', p);
            int end = open < 0 ? words.length() : open;
            for (int i = p; i < end; i++) {
                append((byte) words.charAt(i));
            }
            p = end;
            if (open >= 0) {
                int close = words.indexOf('}', open);
                appendValue(words.substring(open + 1, close));
                p = close + 1;
            }
        }
    }

    private void appendValue(String key) {
        int field = indexOf(key);
        if (field >= 0) {
            append(bytes, values[field], keys[field + 1]);
        } else if (!key.endsWith("comm") && !key.equals("function") && !key.equals("workqueue")) {
            append(ZERO, 0, ZERO.length);
        }
    }

    /** {@code (ADDRESS) key=value} or {@code (FUNCTION <- RETURN ADDRESS) key=value}, as trace-cmd shows probes. */
    private void probe() {
        append((byte) '(');
        if (has(PROBE)) {
            appendHex(number(PROBE));
        } else {
            appendHex(number(RETURN_PROBE));
            append(RETURN, 0, RETURN.length);
            appendHex(number(RETURN_ADDRESS));
        }
        append((byte) ')');
        for (int field = 0; field < count; field++) {
            if (bytes[keys[field]] == '_') {
                continue; // the addresses
            }
            append((byte) ' ');
            append(bytes, keys[field], values[field]);
            append((byte) '=');
            appendArgument(field);
        }
    }

    /** A text in quotes; an address, which tools print as a decimal number, in hexadecimal digits. */
    private void appendArgument(int field) {
        int from = values[field];
        int to = keys[field + 1];
        if (quoted[field]) {
            append((byte) '"');
            append(bytes, from, to);
            append((byte) '"');
        } else if (to - from > MOST_INT_DIGITS && Ascii.skipDigits(bytes, from, to) == to) {
            append(HEX, 0, HEX.length);
            appendHex(Ascii.decimal(bytes, from, to));
        } else {
            append(bytes, from, to);
        }
    }

    private void appendHex(long value) {
        byte[] digits = Ascii.bytes(Long.toHexString(value));
        append(digits, 0, digits.length);
    }

    private void append(byte[] source, int from, int to) {
        ensure(to - from);
        System.arraycopy(source, from, payload, payloadLength, to - from);
        payloadLength += to - from;
    }

    private void append(byte b) {
        ensure(1);
        payload[payloadLength++] = b;
    }

    private void ensure(int more) {
        if (payloadLength + more > payload.length) {
            payload = Arrays.copyOf(payload, 2 * (payloadLength + more));
        }
    }

    private int indexOf(String key) {
        for (int field = 0; field < count; field++) {
            if (isKey(field, key)) {
                return field;
            }
        }
        return -1;
    }

    private boolean isKey(int field, String key) {
        int from = keys[field];
        if (values[field] - from != key.length()) {
            return false;
        }
        for (int i = 0; i < key.length(); i++) {
            if (bytes[from + i] != key.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
