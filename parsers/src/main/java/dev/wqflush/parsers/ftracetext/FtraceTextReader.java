package dev.wqflush.parsers.ftracetext;

import dev.wqflush.parsers.api.FormatDescriptor;
import dev.wqflush.parsers.api.WindowReader;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TraceClock;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.input.ByteWindow;
import dev.wqflush.parsers.input.LineCursor;
import dev.wqflush.parsers.input.LinePrefix;
import dev.wqflush.parsers.payload.EventTable;
import dev.wqflush.parsers.payload.FlushFunction;
import java.util.function.Supplier;

/**
 * Reads ftrace text line by line: a line is a comment, a mark, a continuation, or an event behind a context of one of
 * the shapes of {@link FtraceLineCutter} and {@link GraphLineCutter}. The shape that the last line had is tried first.
 *
 * <p>Stack traces are passed over. They are the place to learn that a switched-out task waits in
 * {@code __flush_workqueue} when a capture has no probes: their frames follow the event of the same task and CPU.
 */
final class FtraceTextReader extends WindowReader {
    private static final byte[] BUFFER_STARTED = Ascii.bytes("##### CPU ");
    private static final byte[] CPU_MARK = Ascii.bytes("CPU:");
    private static final byte[] EVENTS = Ascii.bytes("EVENTS");
    private static final byte[] LOST = Ascii.bytes("LOST ");
    private static final byte[] SUBBUFFER = Ascii.bytes("SUBBUFFER");
    private static final byte[] FRAME = Ascii.bytes("=> ");
    private static final byte[] RULER = Ascii.bytes("-----------");
    private static final byte[] DUMP = Ascii.bytes("Dumping ftrace buffer");
    private static final byte[] STACK = Ascii.bytes("<stack trace");
    private static final byte[] USER_STACK = Ascii.bytes("<user stack trace");
    private static final byte[] CALLED_BY = Ascii.bytes(" <-");
    private static final byte[] ARROW = Ascii.bytes(" -> ");
    private static final byte[] COMMENT = Ascii.bytes("/* ");
    private static final byte[] COMMENT_END = Ascii.bytes("*/");
    private static final byte[] TYPE = Ascii.bytes("type: ");
    private static final byte[] FAILED = Ascii.bytes("[FAILED TO PARSE]");
    private static final byte[] UNKNOWN_COMM = Ascii.bytes("<...>");

    /** Events and functions have shorter names; the kernel's longest symbol has 511 bytes. */
    private static final int LONGEST_NAME = 511;

    /** Names of this length or less are looked for before they are looked at. */
    private static final int LONGEST_USUAL_NAME = 40;

    private static final LineShape[] SHAPES = LineShape.values();

    private final LineCursor lines;
    private final EventTable events = new EventTable(names);
    private final GraphDecoder graph = new GraphDecoder(names);
    private final HeaderReader header = new HeaderReader();
    private final FtraceLineCutter cutter = new FtraceLineCutter();
    private final GraphLineCutter graphCutter = new GraphLineCutter(cutter);
    private final KnownContexts contexts = new KnownContexts();
    private final CpuTable cpus = new CpuTable();
    private final EventContext at = new EventContext();

    private final int functionEvent = names.intern("function");
    private final int printEvent = names.intern("print");
    private final int markerEvent = names.intern("tracing_mark_write");
    private final int typeEvent = names.intern("type");
    private final int graphEntryEvent = names.intern("funcgraph_entry");
    private final int graphExitEvent = names.intern("funcgraph_exit");

    private EventSink sink = new EventSink() {};
    private LineShape shape = LineShape.NORMAL;
    /** Whether {@link KnownContexts} cut the line. */
    private boolean contextKnown;

    private boolean captureBegan;
    private boolean contextSeen;
    /** Of lines with a time stamp. */
    private TraceClock clock = TraceClock.NANOSECONDS;

    /** Lines with an event since the capture began. */
    private long eventNumber;

    /** Whether the last event was text of user space, which may go on over several lines. */
    private boolean continues;

    FtraceTextReader(FormatDescriptor format, ByteWindow window) {
        super(format, window);
        this.lines = new LineCursor(window);
    }

    @Override
    protected void readEvents(EventSink events) {
        sink = events;
        while (sink.wantsMore() && nextLine()) {
            byte[] b = lines.bytes();
            int from = lines.start();
            int to = lines.end();
            statistics.countLine();
            if (!(contextKnown ? readKnown(b, to) : readLine(b, from, to))) {
                skip(b, from, to);
            }
        }
    }

    /** Moves to the next line, and tries to cut its context before its end is searched, which then is nearer. */
    private boolean nextLine() {
        int from = lines.nextStart();
        contextKnown = shape == LineShape.NORMAL && contexts.cut(lines.bytes(), from, lines.bufferedTo(), cutter);
        boolean more = lines.nextEndingFrom(contextKnown ? cutter.bodyFrom : from);
        contextKnown &= lines.start() == from && cutter.bodyFrom < lines.end();
        return more;
    }

    private boolean readKnown(byte[] b, int to) {
        continues = false;
        contextSeen = true;
        return readWithContext(b, to, contexts.comm);
    }

    private boolean readLine(byte[] b, int lineFrom, int to) {
        int from = LinePrefix.skip(b, lineFrom, to);
        if (from == to) {
            return true;
        }
        return switch (b[from]) {
            case '#' -> readComment(b, from, to);
            case 'C' -> readLossMark(b, from, to) || readEvent(b, from, to);
            case ' ', '=' -> isContinuation(b, from, to) || readEvent(b, from, to);
            default -> readEvent(b, from, to);
        };
    }

    private boolean readComment(byte[] b, int from, int to) {
        if (Ascii.startsWith(b, from, to, BUFFER_STARTED)) {
            ensureCapture();
            sink.bufferStarted(cpuAt(b, from + BUFFER_STARTED.length, to), lines.number());
            return true;
        }
        if (HeaderReader.isTracer(b, from, to)) {
            beginCapture();
            header.begin();
        } else {
            ensureCapture();
        }
        header.comment(b, from, to, sink);
        return true;
    }

    /** A header stands before the first event of a capture, and before none but the first. */
    private void beginCapture() {
        captureBegan &= eventNumber == 0;
        ensureCapture();
    }

    private void ensureCapture() {
        if (!captureBegan) {
            captureBegan = true;
            eventNumber = 0;
            contextSeen = false;
            shape = LineShape.NORMAL;
            cpus.clear();
            graph.reset();
            sink.captureBegan(names);
        }
    }

    /** {@code CPU:n [LOST m EVENTS]}, {@code CPU:n [m EVENTS DROPPED]}, either also without a number. */
    private boolean readLossMark(byte[] b, int from, int to) {
        int bracket = Ascii.indexOf(b, from, to, (byte) '[');
        if (bracket < 0 || !Ascii.startsWith(b, from, to, CPU_MARK)) {
            return false;
        }
        if (Ascii.startsWith(b, bracket + 1, to, SUBBUFFER)) {
            return true;
        }
        if (Ascii.indexOf(b, bracket, to, EVENTS) < 0) {
            return false;
        }
        int number = bracket + 1 + (Ascii.startsWith(b, bracket + 1, to, LOST) ? LOST.length : 0);
        long count = number < to && Ascii.isDigit(b[number]) ? Ascii.decimal(b, number, to) : -1;
        ensureCapture();
        statistics.countLoss(count);
        sink.eventsLost(cpuAt(b, from + CPU_MARK.length, to), count, lines.number());
        return true;
    }

    private static int cpuAt(byte[] b, int from, int to) {
        return FtraceLineCutter.cpuNumber(b, from, Ascii.skipDigits(b, from, to));
    }

    /** Frames of a stack, the rulers around a task switch of function_graph. */
    private static boolean isContinuation(byte[] b, int from, int to) {
        int p = b[from] == ' ' ? from + 1 : from;
        return Ascii.startsWith(b, p, to, FRAME) || Ascii.startsWith(b, p, to, RULER);
    }

    private boolean readEvent(byte[] b, int from, int to) {
        if (!cut(shape, b, from, to) && !cutAnotherShape(b, from, to)) {
            return readOther(b, from, to);
        }
        continues = false;
        contextSeen |= shape != LineShape.BARE;
        return switch (shape) {
            case GRAPH -> readGraph(b, to);
            case BARE -> readBare(b, from, to);
            case NORMAL -> {
                int comm = comm(b);
                contexts.learn(b, lines.start(), cutter, comm);
                yield readWithContext(b, to, comm);
            }
            default -> readWithContext(b, to, comm(b));
        };
    }

    private boolean cutAnotherShape(byte[] b, int from, int to) {
        for (LineShape other : SHAPES) {
            if (other != shape && cut(other, b, from, to)) {
                shape = other;
                return true;
            }
        }
        return false;
    }

    private boolean cut(LineShape tried, byte[] b, int from, int to) {
        return switch (tried) {
            case GRAPH -> graphCutter.cut(b, from, to);
            case BARE -> header.withoutColumns() && !contextSeen && isBareEvent(b, from, to);
            default -> cutter.cut(tried, b, from, to);
        };
    }

    private static boolean isBareEvent(byte[] b, int from, int to) {
        int end = Ascii.skipIdentifier(b, from, to);
        return end > from
                && ((end + 1 < to && b[end] == ':' && b[end + 1] == ' ') || Ascii.indexOf(b, end, to, CALLED_BY) >= 0);
    }

    /** Lines without an event that are no comment, and records whose content the options took away. */
    private boolean readOther(byte[] b, int from, int to) {
        int type = Ascii.isDigit(b[from]) ? Ascii.indexOf(b, from, to, TYPE) : -1;
        if (type >= 0) {
            return payloadLost();
        }
        if (HeaderReader.isPreamble(b, from, to)) {
            beginCapture();
            HeaderReader.preamble(b, from, to, sink);
            return true;
        }
        return continues
                || Ascii.skipBlanks(b, from, to) == to
                || Ascii.startsWith(b, from, to, DUMP)
                || Ascii.startsWith(b, from, to, RULER);
    }

    private boolean payloadLost() {
        report(
                ReadProblem.Kind.PAYLOAD_LOST,
                () -> "events printed without their content (options raw, hex or bin); their lines were left"
                        + " out. Record again with: echo noraw > trace_options, and nohex, nobin.");
        return false;
    }

    private boolean readWithContext(byte[] b, int to, int comm) {
        if (eventNumber == 0) {
            clock = ClockGuess.of(cutter, shape, lines);
        }
        begin(clock, cutter.cpu);
        if (cutter.cpu == EventContext.UNKNOWN) {
            report(
                    ReadProblem.Kind.UNKNOWN_CPU,
                    () -> "a number of a CPU that no kernel has; the event is kept, its CPU counts as unknown.");
        }
        at.set(cutter.time, cutter.cpu, cutter.tid, comm, cutter.execution, cutter.preemptDepth, lines.number());
        return decode(b, cutter.bodyFrom, to);
    }

    /** Option context-info off: events follow each other, that is all. */
    private boolean readBare(byte[] b, int from, int to) {
        begin(TraceClock.NONE, EventContext.UNKNOWN);
        at.set(
                eventNumber,
                EventContext.UNKNOWN,
                EventContext.UNKNOWN,
                NameTable.NONE,
                ExecutionContext.UNKNOWN,
                EventContext.UNKNOWN,
                lines.number());
        return decode(b, from, to);
    }

    private boolean readGraph(byte[] b, int to) {
        int cpu = graphCutter.cpu;
        switch (graphCutter.kind) {
            case TASK_SWITCH -> cpus.setTask(cpu, cutter.tid, comm(b));
            case IRQ_ENTRY -> cpus.setInterrupted(cpu, true);
            case IRQ_EXIT -> cpus.setInterrupted(cpu, false);
            case BODY -> {
                begin(graphCutter.hasTime ? TraceClock.NANOSECONDS : TraceClock.NONE, cpu);
                boolean named = graphCutter.tid != EventContext.UNKNOWN;
                cutter.readFlags(b, graphCutter.flagsFrom, graphCutter.flagsTo);
                at.set(
                        graphCutter.hasTime ? cutter.time : eventNumber,
                        cpu,
                        named ? graphCutter.tid : cpus.tid(cpu),
                        named ? comm(b) : cpus.comm(cpu),
                        cutter.execution,
                        cutter.preemptDepth,
                        lines.number());
                return readGraphBody(b, to);
            }
        }
        return true;
    }

    private boolean readGraphBody(byte[] b, int to) {
        int from = graphCutter.bodyFrom;
        if (!Ascii.startsWith(b, from, to, COMMENT)) {
            return decodeGraph(b, to);
        }
        int end = Ascii.lastIndexOf(b, from, to, COMMENT_END);
        return decode(b, from + COMMENT.length, end < 0 ? to : end);
    }

    private boolean decodeGraph(byte[] b, int to) {
        statistics.countEvent(graph.decode(
                at,
                b,
                graphCutter.bodyFrom,
                to,
                graphCutter.depth,
                graphCutter.durationNanos,
                cpus.isInterrupted(at.cpu()),
                sink));
        return true;
    }

    private void begin(TraceClock told, int cpu) {
        ensureCapture();
        if (eventNumber++ == 0) {
            sink.clock(told);
        }
        if (cpus.see(cpu) && header.onlineCpus() > 0 && cpus.seenCount() == header.onlineCpus() + 1) {
            report(
                    ReadProblem.Kind.MORE_CPUS_THAN_HEADER,
                    () -> "header says " + header.onlineCpus() + " CPUs, lines name more from here on (CPU " + cpu
                            + "): two captures in one file? Read as one.");
        }
    }

    private int comm(byte[] b) {
        return Ascii.equal(b, cutter.commFrom, cutter.commTo, UNKNOWN_COMM)
                ? NameTable.NONE
                : names.intern(b, cutter.commFrom, cutter.commTo);
    }

    /** Reads {@code NAME: PAYLOAD}, {@code FUNCTION <-CALLER} or the head of a stack. */
    private boolean decode(byte[] b, int from, int to) {
        int colon = Ascii.indexOf(b, from, Math.min(to, from + LONGEST_USUAL_NAME), (byte) ':');
        int known = names.find(b, from, colon);
        if (events.knows(known)) {
            return decodeNamed(b, known, Ascii.skipBlanks(b, colon + 1, to), to);
        }
        int nameEnd = Ascii.skipIdentifier(b, from, to);
        if (nameEnd - from > LONGEST_NAME) {
            return false;
        }
        if (nameEnd > from && nameEnd < to && b[nameEnd] == ':') {
            if (Ascii.isDigit(b[from])) {
                sink.otherEvent(at, markerEvent); // of a kernel that does not know its marker's name
                return true;
            }
            return decodeNamed(b, names.intern(b, from, nameEnd), Ascii.skipBlanks(b, nameEnd + 1, to), to);
        }
        if (Ascii.startsWith(b, from, to, STACK) || Ascii.startsWith(b, from, to, USER_STACK)) {
            return true;
        }
        if (Ascii.indexOf(b, nameEnd, to, CALLED_BY) >= 0) {
            return decodeFunction(b, from, to);
        }
        if (nameEnd > from && (Ascii.startsWith(b, nameEnd, to, ARROW) || (nameEnd < to && b[nameEnd] == '('))) {
            return decodeNamed(b, names.intern(b, from, nameEnd), to, to); // sys_read(fd: 3) and sys_read -> 0x0
        }
        // trace_printk of option sym-offset, trace_marker_raw
        return Ascii.indexOf(b, nameEnd, to, (byte) ':') >= 0 && decodeNamed(b, printEvent, nameEnd, to);
    }

    private boolean decodeNamed(byte[] b, int name, int from, int to) {
        int end = Ascii.trimBlanks(b, from, to);
        if (name == functionEvent) {
            return decodeFunction(b, from, end);
        }
        if (name == graphEntryEvent || name == graphExitEvent) {
            return graphCutter.cutDuration(b, from, end)
                    && graphCutter.cutBody(b, graphCutter.bodyFrom, end)
                    && decodeGraph(b, end);
        }
        if (name == typeEvent) {
            return payloadLost();
        }
        continues = name == markerEvent || name == printEvent;
        int payload = from < end && b[from] == '[' && Ascii.startsWith(b, from, end, FAILED)
                ? Ascii.skipBlanks(b, from + FAILED.length, end)
                : from;
        statistics.countEvent(name);
        boolean understood = events.of(name).decode(at.named(name), b, payload, end, sink);
        if (!understood) {
            sink.otherEvent(at, name); // its task ran, whatever the rest of a cut line would have said
        }
        return understood;
    }

    private boolean decodeFunction(byte[] b, int from, int to) {
        at.from(EvidenceSource.FUNCTION).named(functionEvent);
        FlushFunction function = FlushFunction.at(b, from, to);
        long pointer = function == FlushFunction.OTHER ? 0 : FlushFunction.workqueueArgument(b, from, to);
        switch (function) {
            case FLUSH -> sink.flushEntered(at, pointer, NameTable.NONE);
            case WALK -> sink.walkBegan(at, pointer, NameTable.NONE, EventSink.NOT_SHOWN, EventSink.NOT_SHOWN);
            case DRAIN -> sink.drainEntered(at, pointer, NameTable.NONE);
            case OTHER -> sink.otherEvent(at, functionEvent);
        }
        statistics.countEvent(functionEvent);
        return true;
    }

    private void skip(byte[] b, int from, int to) {
        if (Ascii.indexOf(b, from, to, (byte) 0) >= 0) {
            report(
                    ReadProblem.Kind.NUL_BYTES,
                    () -> "NUL bytes within text (option bin, or blocks that the disk lost); the line was left"
                            + " out.");
        }
        statistics.countSkipped(lines.number(), b, from, to);
    }

    private void report(ReadProblem.Kind kind, Supplier<String> sentence) {
        statistics.problems().report(kind, lines.number(), sentence);
    }
}
