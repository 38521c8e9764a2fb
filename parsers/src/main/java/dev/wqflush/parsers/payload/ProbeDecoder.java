package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;
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
    /** An entry probe sits behind ENDBR or the call of the function tracer at most. */
    private static final int ENTRY_OFFSETS = 16;

    /** Offsets of return addresses within {@code __flush_workqueue} are below this. */
    private static final int LONGEST_FUNCTION = 0x4000;

    private static final byte[] RETURN = Ascii.bytes(" <- ");
    private static final byte[] PROBE_ADDRESS = Ascii.bytes("__probe_ip=");
    private static final byte[] PROBE_FUNCTION = Ascii.bytes("__probe_func=");
    private static final byte[] PROBE_RETURN = Ascii.bytes(" __probe_ret_ip=");
    private static final byte[] RESULT = Ascii.bytes(" ret");
    private static final byte[] FLUSH_COLOUR = Ascii.bytes("flush_col");
    private static final byte[] WORK_COLOUR = Ascii.bytes("work_col");
    private static final byte[] WORKQUEUE = Ascii.bytes("wq");
    private static final byte[] ARGUMENT = Ascii.bytes("arg");

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
        if (!(site.read(b, from, to, guess) && tell(at, b, to, sink))) {
            sink.otherEvent(at, name);
        }
        return true;
    }

    private boolean tell(EventContext at, byte[] b, int to, EventSink sink) {
        Site here = site;
        if (here.isReturn) {
            switch (here.function) {
                case FLUSH -> sink.flushReturned(at.from(EvidenceSource.PROBE));
                case WALK ->
                    sink.walkEnded(
                            at.from(EvidenceSource.PROBE), here.armed(b, to), here.returnOffset, EventContext.UNKNOWN);
                default -> {
                    return false;
                }
            }
            return true;
        }
        if (here.function == FlushFunction.OTHER || here.offset >= ENTRY_OFFSETS) {
            return false;
        }
        here.readArguments(b, to);
        at.from(EvidenceSource.PROBE);
        switch (here.function) {
            case FLUSH -> sink.flushEntered(at, here.pointer, here.workqueue);
            case WALK -> sink.walkBegan(at, here.pointer, here.workqueue, here.flushColour, here.workColour);
            default -> sink.drainEntered(at, here.pointer, here.workqueue);
        }
        return true;
    }

    /** The place and the arguments of the probe being read; one for all probes of a capture. */
    static final class Site {
        private final NameTable names;
        private FlushFunction function = FlushFunction.OTHER;
        private boolean isReturn;
        private long offset;
        /** Offset of the return address in the caller, -1 if not known. */
        private long returnOffset;

        private int argumentsFrom;
        private long pointer;
        private int workqueue;
        private int flushColour;
        private int workColour;
        /** Where {@code __flush_workqueue} begins, 0 if not known; only of use where the text has addresses. */
        private long flushAddress;

        Site(NameTable names) {
            this.names = names;
        }

        boolean read(byte[] b, int from, int to, FlushFunction guess) {
            if (from < to && b[from] == '(') {
                int close = Ascii.indexOf(b, from, to, (byte) ')');
                argumentsFrom = close + 1;
                return close > from && readParenthesis(b, from + 1, close, guess);
            }
            if (Ascii.startsWith(b, from, to, PROBE_ADDRESS)) {
                int at = from + PROBE_ADDRESS.length;
                isReturn = false;
                function = FlushFunction.at(b, at, to);
                offset = offsetAt(b, at, to);
                argumentsFrom = skipValue(b, at, to);
                return true;
            }
            if (Ascii.startsWith(b, from, to, PROBE_FUNCTION)) {
                int returnAt = Ascii.indexOf(b, from, to, PROBE_RETURN);
                int at = returnAt < 0 ? to : returnAt + PROBE_RETURN.length;
                isReturn = true;
                function = FlushFunction.at(b, from + PROBE_FUNCTION.length, to);
                returnOffset = offsetAt(b, at, to);
                argumentsFrom = skipValue(b, at, to);
                return true;
            }
            return false;
        }

        private boolean readParenthesis(byte[] b, int from, int to, FlushFunction guess) {
            int arrow = Ascii.indexOf(b, from, to, RETURN);
            isReturn = arrow >= 0;
            boolean address = Ascii.skipHex(b, from, to) == (isReturn ? arrow : to);
            if (address) {
                function = guess;
                offset = 0;
                readAddresses(b, from, arrow, to);
            } else if (isReturn) {
                function = FlushFunction.at(b, arrow + RETURN.length, to);
                returnOffset = offsetAt(b, from, arrow);
            } else {
                function = FlushFunction.at(b, from, to);
                offset = offsetAt(b, from, to);
            }
            return true;
        }

        /** Functions begin at multiples of 16, so the entry probe tells where the caller of the walk begins. */
        private void readAddresses(byte[] b, int from, int arrow, int to) {
            if (function == FlushFunction.FLUSH) {
                flushAddress = Ascii.hex(b, from, to) & -ENTRY_OFFSETS;
            }
            long distance = isReturn ? Ascii.hex(b, arrow + RETURN.length, to) - flushAddress : -1;
            returnOffset = flushAddress != 0 && distance > 0 && distance < LONGEST_FUNCTION ? distance : -1;
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

        /** The function returns a bool in the low byte; of {@code ret..}, or of the first argument by another name. */
        private int armed(byte[] b, int to) {
            int result = Ascii.indexOf(b, argumentsFrom, to, RESULT);
            int equals = Ascii.indexOf(b, Math.max(result, argumentsFrom), to, (byte) '=');
            return equals >= 0 && Fields.isNumber(b, equals + 1, to)
                    ? ((Fields.intAt(b, equals + 1, to) & 0xff) == 0 ? 0 : 1)
                    : EventSink.NOT_SHOWN;
        }

        private void readArguments(byte[] b, int to) {
            pointer = 0;
            workqueue = NameTable.NONE;
            flushColour = EventSink.NOT_SHOWN;
            workColour = EventSink.NOT_SHOWN;
            int p = argumentsFrom;
            while (true) {
                int key = Ascii.skipBlanks(b, p, to);
                int equals = Ascii.indexOf(b, key, to, (byte) '=');
                if (equals < 0) {
                    return;
                }
                int value = equals + 1;
                int end = valueEnd(b, value, to);
                readArgument(b, key, value, end);
                p = end;
            }
        }

        private void readArgument(byte[] b, int key, int value, int end) {
            if (value < end && b[value] == '"') {
                workqueue = names.intern(b, value + 1, b[end - 1] == '"' ? end - 1 : end);
            } else if (Ascii.startsWith(b, key, value, FLUSH_COLOUR)) {
                flushColour = colour(b, value, end);
            } else if (Ascii.startsWith(b, key, value, WORK_COLOUR)) {
                workColour = colour(b, value, end);
            } else if (Ascii.startsWith(b, key, value, ARGUMENT)) {
                switch (b[key + ARGUMENT.length]) {
                    case '1' -> pointer = Fields.pointer(b, value, end);
                    case '2' -> flushColour = colour(b, value, end);
                    case '3' -> workColour = colour(b, value, end);
                    default -> {
                        // a flush has one argument, a walk three
                    }
                }
            } else if (Ascii.startsWith(b, key, value, WORKQUEUE)) {
                pointer = Fields.pointer(b, value, end);
            } else if (value < end && b[value] != '(' && !Fields.isNumber(b, value, end)) {
                workqueue = names.intern(b, value, end); // option fields prints strings bare
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
            int p = from + 1;
            while (p < to && Ascii.isIdentifier(b[p])) {
                p++;
            }
            return b[from] == ' ' && p < to && b[p] == '=';
        }

        /** -1 comes in every width and notation; there are 16 colours. */
        private static int colour(byte[] b, int from, int to) {
            if (!Fields.isNumber(b, from, to)) {
                return EventSink.NOT_SHOWN;
            }
            int value = Fields.intAt(b, from, to);
            if (value == 0xff || value == 0xffff) {
                return -1;
            }
            return value >= -1 && value < 16 ? value : EventSink.NOT_SHOWN;
        }
    }
}
