package dev.wqflush.parsers.perfdata;

import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TraceClock;
import dev.wqflush.parsers.tracepoint.RawRecord;
import dev.wqflush.parsers.tracepoint.Tracepoint;
import dev.wqflush.parsers.tracepoint.TracepointTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells the sink what records say, once they are in order. */
final class EventDelivery implements RoundSorter.Delivery {
    /** What an event is called, and what decodes it if it is a tracepoint that the file describes. */
    private record Told(int name, @Nullable Tracepoint tracepoint) {}

    /** Of records in a file without events. */
    static final SampleLayout NO_TRAILER = new SampleLayout(0, 0, false);

    private final Words words;
    private final AttributeTable events;
    private final TracingData tracing;
    private final Features features;
    private final NameTable names;
    private final ReadStatistics statistics;
    private final EventSink sink;
    private final CommTable comms;
    private final EventContext at = new EventContext();
    private final List<Told> told = new ArrayList<>();
    private final RawRecord record;
    private boolean begun;

    EventDelivery(
            Words words,
            AttributeTable events,
            TracingData tracing,
            Features features,
            NameTable names,
            ReadStatistics statistics,
            EventSink sink) {
        this.words = words;
        this.events = events;
        this.tracing = tracing;
        this.features = features;
        this.names = names;
        this.statistics = statistics;
        this.sink = sink;
        this.comms = new CommTable(names);
        this.record = new RawRecord(words.order(), names);
    }

    @Override
    public void deliver(long time, int kind, int tid, int cpu, long position, byte[] b, int from, int to) {
        switch (-kind) {
            case RecordTypes.COMM -> {
                int nul = from + 2 * Integer.BYTES;
                while (nul < to && b[nul] != 0) {
                    nul++;
                }
                comms.name(words.i32(b, from + Integer.BYTES), names.intern(b, from + 2 * Integer.BYTES, nul));
            }
            case RecordTypes.FORK -> comms.fork(words.i32(b, from + 12), words.i32(b, from + 8));
            case RecordTypes.LOST -> lost(known(cpu, position), words.i64(b, from + Long.BYTES), position);
            default -> sample(time, kind, tid, known(cpu, position), position, b, from, to);
        }
    }

    /** Events of a CPU were lost. */
    void lost(int cpu, long count, long position) {
        statistics.countLoss(Math.max(0, count));
        sink.eventsLost(cpu, Math.max(0, count), position);
    }

    private void sample(long time, int event, int tid, int cpu, long position, byte[] b, int from, int to) {
        if (!begun) {
            begun = true;
            sink.clock(events.get(event).layout().timeAt < 0 ? TraceClock.NONE : TraceClock.NANOSECONDS);
        }
        if (event >= told.size()) {
            describe(event);
        }
        Told what = told.get(event);
        Tracepoint tracepoint = what.tracepoint();
        if (tracepoint == null) {
            at.set(time, cpu, tid, comms.of(tid), ExecutionContext.UNKNOWN, EventContext.UNKNOWN, position)
                    .named(what.name());
            sink.otherEvent(at, what.name());
        } else {
            record.set(b, from, to);
            TracepointTable table = tracing.tracepoints();
            at.set(time, cpu, tid, comms.of(tid), table.execution(record), table.preemptDepth(record), position)
                    .named(what.name());
            if (tracepoint.decode(at, record, sink) == Tracepoint.DAMAGED) {
                damaged(position);
                return;
            }
        }
        statistics.countLine();
        statistics.countEvent(what.name());
    }

    /** Describes the events up to this one; what a file tells of an event stands before its samples. */
    private void describe(int last) {
        for (int event = told.size(); event <= last; event++) {
            EventAttribute attribute = events.get(event);
            boolean recorded = attribute.type() == EventAttribute.TRACEPOINT;
            String given = events.name(event);
            String name =
                    given != null ? given : recorded ? tracing.name(attribute.config()) : AttributeNames.of(attribute);
            boolean described = recorded && attribute.layout().hasRaw() && attribute.config() >>> Short.SIZE == 0;
            told.add(new Told(
                    names.intern(name), described ? tracing.tracepoints().of((int) attribute.config()) : null));
        }
    }

    private void damaged(long position) {
        statistics
                .problems()
                .report(
                        ReadProblem.Kind.DAMAGED_PART,
                        position,
                        () -> "a SAMPLE record that is shorter than the description of its tracepoint says; left out.");
    }

    private int known(int cpu, long position) {
        if (cpu >= 0 && cpu < features.availableCpus()) {
            return cpu;
        }
        if (cpu != EventContext.UNKNOWN) {
            statistics
                    .problems()
                    .report(
                            ReadProblem.Kind.UNKNOWN_CPU,
                            position,
                            () -> "a record of CPU " + Integer.toUnsignedString(cpu) + " where there are at most "
                                    + features.availableCpus() + "; its CPU counts as not known.");
        }
        return EventContext.UNKNOWN;
    }
}
