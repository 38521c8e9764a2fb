package dev.wqflush.parsers.perfjson;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.WindowReader;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TraceClock;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.payload.NamedFields;
import dev.wqflush.parsers.payload.PerfComm;
import dev.wqflush.parsers.perfjson.JsonTokens.Token;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the samples one by one. A sample's own keys stand before its call chain, the tracepoint's fields behind it, so
 * {@code cpu} and {@code pid} may come twice with different meanings. The event's name is not told: {@link EventGuess}
 * finds it.
 */
final class PerfJsonReader extends WindowReader {
    private static final byte[] RELEASE = Ascii.bytes("os-release");
    private static final byte[] ONLINE_CPUS = Ascii.bytes("nrcpus-online");
    private static final byte[] CONFIGURED_CPUS = Ascii.bytes("nrcpus-avail");
    private static final byte[] SAMPLES = Ascii.bytes("samples");
    private static final byte[] TIME = Ascii.bytes("timestamp");
    private static final byte[] TID = Ascii.bytes("tid");
    private static final byte[] CPU = Ascii.bytes("cpu");
    private static final byte[] COMM = Ascii.bytes("comm");
    private static final byte[] CALL_CHAIN = Ascii.bytes("callchain");

    private final JsonTokens tokens;
    private final NamedFields fields = new NamedFields(names);
    private final EventGuess guess = new EventGuess(names);
    private final EventContext at = new EventContext();
    private EventSink sink = new EventSink() {};

    private long time;
    private int tid;
    private int cpu;
    private int comm;

    PerfJsonReader(FormatDescriptor format, ByteWindow window) {
        super(format, window);
        this.tokens = new JsonTokens(window);
    }

    @Override
    protected void readEvents(EventSink events) {
        sink = events;
        sink.captureBegan(names);
        boolean inSamples = false;
        for (Token token = tokens.next(); token != Token.END && sink.wantsMore(); token = tokens.next()) {
            if (token == Token.KEY && tokens.depth() == 1) {
                inSamples = tokens.is(SAMPLES);
                if (inSamples) {
                    sink.clock(TraceClock.NANOSECONDS);
                }
            } else if (token == Token.KEY && tokens.depth() == 2) {
                readHeader();
            } else if (token == Token.BEGIN_OBJECT && inSamples && tokens.depth() == 3) {
                readSample();
            }
        }
        if (tokens.depth() > 0 && sink.wantsMore()) {
            statistics
                    .problems()
                    .report(
                            ReadProblem.Kind.BROKEN_OFF,
                            tokens.line(),
                            () -> "the JSON ends before its last bracket; analysed what came before.");
        }
        statistics.countLines(tokens.line());
    }

    private void readHeader() {
        if (tokens.is(RELEASE) && tokens.next() == Token.TEXT) {
            sink.kernelRelease(new String(tokens.text(), 0, tokens.length(), StandardCharsets.ISO_8859_1));
        } else if (tokens.is(ONLINE_CPUS) && tokens.next() == Token.NUMBER) {
            sink.onlineCpus((int) Math.min(tokens.number(), EventContext.MOST_CPUS));
        } else if (tokens.is(CONFIGURED_CPUS) && tokens.next() == Token.NUMBER) {
            sink.configuredCpus((int) Math.min(tokens.number(), EventContext.MOST_CPUS));
        }
    }

    /** From behind a sample's opening bracket to its closing one. */
    private void readSample() {
        long line = tokens.line();
        int depth = tokens.depth();
        boolean own = true;
        fields.clear();
        tid = EventContext.UNKNOWN;
        cpu = EventContext.UNKNOWN;
        comm = NameTable.NONE;
        time = -1;
        byte[] key = new byte[0];
        while (true) {
            Token token = tokens.next();
            if (token == Token.END) {
                return; // the sample is cut
            }
            if (tokens.depth() < depth) {
                break;
            }
            if (tokens.depth() > depth) {
                continue; // frames of the call chain
            }
            if (token == Token.KEY) {
                key = Arrays.copyOf(tokens.text(), tokens.length());
                own &= !Ascii.equal(key, 0, key.length, CALL_CHAIN);
            } else if (token == Token.TEXT || token == Token.NUMBER) {
                if (own) {
                    readOwn(key);
                } else {
                    fields.add(key, 0, key.length, tokens.text(), 0, tokens.length(), token == Token.TEXT);
                }
            }
        }
        if (time >= 0) {
            tell(line);
        }
    }

    private void readOwn(byte[] key) {
        if (Ascii.equal(key, 0, key.length, TIME)) {
            time = tokens.number();
        } else if (Ascii.equal(key, 0, key.length, TID)) {
            tid = (int) Math.max(EventContext.UNKNOWN, Math.min(tokens.number(), Integer.MAX_VALUE));
        } else if (Ascii.equal(key, 0, key.length, CPU)) {
            long number = tokens.number();
            cpu = number >= 0 && number < EventContext.MOST_CPUS ? (int) number : EventContext.UNKNOWN;
        } else if (Ascii.equal(key, 0, key.length, COMM)) {
            comm = PerfComm.intern(names, tokens.text(), 0, tokens.length());
        }
    }

    private void tell(long line) {
        at.set(time, cpu, tid, comm, ExecutionContext.UNKNOWN, EventContext.UNKNOWN, line);
        int event = guess.of(fields, tid);
        statistics.countEvent(event);
        if (fields.count() == 0) {
            statistics
                    .problems()
                    .report(
                            ReadProblem.Kind.PAYLOAD_LOST,
                            line,
                            () -> "samples without the fields of their tracepoints (this perf leaves them out)."
                                    + " Convert the recording with: perf script -i perf.data > FILE");
        } else {
            statistics
                    .problems()
                    .report(
                            ReadProblem.Kind.EVENTS_GUESSED,
                            line,
                            () -> "samples do not name their events; told by their fields and order."
                                    + " Surer: perf script -i perf.data > FILE, or perf.data itself");
        }
        fields.tell(event, at.named(event), sink);
    }
}
