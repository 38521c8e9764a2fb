package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.Ascii;

/**
 * Events with names that the kernel does not know: kprobes, kretprobes and fprobes, told by their payload, which names
 * the probed function (the event's own name is anybody's choice); everything else.
 *
 * <pre>
 * NAME: (__flush_workqueue+0x4/0x580) wq=0xff.. name="events"             entry (offset below 16)
 * NAME: (__flush_workqueue+0x2ee/0x580 &lt;- flush_workqueue_prep_pwqs) ret=1    return to &lt;- of
 * NAME: (ffffffff810c40a0) ..                  trace-cmd: addresses, the function is guessed from NAME
 * NAME: (ffffffff810c2110 &lt;- ffffffff810c4213) ..    trace-cmd: of &lt;- return to
 * NAME: __probe_ip=SYMBOL (N) .. / __probe_func=SYMBOL (N) __probe_ret_ip=SYMBOL (N) ..     option fields
 * </pre>
 */
final class ProbeDecoder implements PayloadDecoder {
    private static final byte[] RETURN = Ascii.bytes(" <- ");
    private static final byte[] PROBE_ADDRESS = Ascii.bytes("__probe_ip=");
    private static final byte[] PROBE_FUNCTION = Ascii.bytes("__probe_func=");
    private static final byte[] PROBE_RETURN = Ascii.bytes(" __probe_ret_ip=");
    private static final byte[] RESULT = Ascii.bytes(" ret");

    private final int name;
    private final FlushFunction guess;
    private final Site site;

    ProbeDecoder(int name, Site site) {
        this.name = name;
        this.guess = FlushFunction.byProbeName(site.names.name(name));
        this.site = site;
    }

    @Override
    public boolean decode(EventContext at, byte[] b, int from, int to, EventSink sink) {
        if (mayBeProbe(b, from, to) && site.read(b, from, to, guess)) {
            site.hit.tell(at, sink);
        } else {
            sink.otherEvent(at, name);
        }
        return true;
    }

    /** Whether the payload begins like one of the layouts; most do not. */
    private static boolean mayBeProbe(byte[] b, int from, int to) {
        return from < to && (b[from] == '(' || b[from] == '_');
    }

    /** Reads the place and the arguments of a probe; one for all probes of a capture. */
    static final class Site {
        private final NameTable names;
        private final ProbeHit hit = new ProbeHit();

        Site(NameTable names) {
            this.names = names;
        }

        /** Whether the payload is of a probe that means something. */
        boolean read(byte[] b, int from, int to, FlushFunction guess) {
            if (from < to && b[from] == '(') {
                int close = Ascii.indexOf(b, from, to, (byte) ')');
                return close > from && readParenthesis(b, from + 1, close, to, guess);
            }
            if (Ascii.startsWith(b, from, to, PROBE_ADDRESS)) {
                int at = from + PROBE_ADDRESS.length;
                return hit.entry(FlushFunction.at(b, at, to), offsetAt(b, at, to))
                        && readArguments(b, skipValue(b, at, to), to);
            }
            if (Ascii.startsWith(b, from, to, PROBE_FUNCTION)) {
                int returnAt = Ascii.indexOf(b, from, to, PROBE_RETURN);
                int at = returnAt < 0 ? to : returnAt + PROBE_RETURN.length;
                return hit.exit(FlushFunction.at(b, from + PROBE_FUNCTION.length, to), offsetAt(b, at, to))
                        && readResult(b, skipValue(b, at, to), to);
            }
            return false;
        }

        private boolean readParenthesis(byte[] b, int from, int close, int to, FlushFunction guess) {
            int arrow = Ascii.indexOf(b, from, close, RETURN);
            boolean addresses = Ascii.skipHex(b, from, close) == (arrow >= 0 ? arrow : close);
            if (arrow < 0) {
                boolean meant = addresses
                        ? hit.entryAt(guess, Ascii.hex(b, from, close))
                        : hit.entry(FlushFunction.at(b, from, close), offsetAt(b, from, close));
                return meant && readArguments(b, close + 1, to);
            }
            int behind = arrow + RETURN.length;
            boolean meant = addresses
                    ? hit.exitTo(guess, Ascii.hex(b, from, close), Ascii.hex(b, behind, close))
                    : hit.exit(FlushFunction.at(b, behind, close), offsetAt(b, from, arrow));
            return meant && readResult(b, close + 1, to);
        }

        /** The offset in {@code symbol+0x2ee/0x580}; -1 if there is none. */
        private static long offsetAt(byte[] b, int from, int to) {
            int plus = Ascii.indexOf(b, from, Fields.wordEnd(b, from, to), (byte) '+');
            return plus < 0 ? -1 : Ascii.number(b, plus + 1, to);
        }

        /** Behind {@code symbol+0x2ee/0x580 (N)}. */
        private static int skipValue(byte[] b, int from, int to) {
            int close = Ascii.indexOf(b, from, to, (byte) ')');
            return close < 0 ? to : close + 1;
        }

        /** Of {@code ret..}, or of the first argument by another name. */
        private boolean readResult(byte[] b, int from, int to) {
            int result = Ascii.indexOf(b, from, to, RESULT);
            int equals = Ascii.indexOf(b, Math.max(result, from), to, (byte) '=');
            if (equals >= 0 && Fields.isNumber(b, equals + 1, to)) {
                hit.result(Fields.intAt(b, equals + 1, to));
            }
            return true;
        }

        private boolean readArguments(byte[] b, int from, int to) {
            int p = from;
            while (true) {
                int key = Ascii.skipBlanks(b, p, to);
                int equals = Ascii.indexOf(b, key, to, (byte) '=');
                if (equals < 0) {
                    return true;
                }
                int value = equals + 1;
                int end = valueEnd(b, value, to);
                readArgument(b, key, value, end);
                p = end;
            }
        }

        private void readArgument(byte[] b, int key, int value, int end) {
            if (value < end && b[value] == '"') {
                hit.string(names.intern(b, value + 1, b[end - 1] == '"' ? end - 1 : end));
                return;
            }
            ProbeArgument argument = ProbeArgument.named(b, key, value);
            if (argument == ProbeArgument.WORKQUEUE) {
                hit.number(argument, Fields.pointer(b, value, end));
            } else if (Fields.isNumber(b, value, end)) {
                hit.number(argument, Fields.intAt(b, value, end));
            } else if (argument == ProbeArgument.OTHER && value < end && b[value] != '(') {
                hit.string(names.intern(b, value, end)); // option fields prints strings bare
            }
        }

        /**
         * The end of a value: of a string the quote before the next argument or the end; a number may have two
         * notations.
         */
        private static int valueEnd(byte[] b, int from, int to) {
            if (from < to && b[from] == '"') {
                for (int i = from + 1; i < to; i++) {
                    if (b[i] == '"' && (i + 1 == to || isArgument(b, i + 1, to))) {
                        return i + 1;
                    }
                }
                return to;
            }
            int end = Fields.wordEnd(b, from, to);
            return end + 1 < to && b[end + 1] == '(' ? Fields.wordEnd(b, end + 1, to) : end;
        }

        /** Whether {@code NAME=} follows. */
        private static boolean isArgument(byte[] b, int from, int to) {
            int p = Ascii.skipIdentifier(b, from + 1, to);
            return b[from] == ' ' && p < to && b[p] == '=';
        }
    }
}
