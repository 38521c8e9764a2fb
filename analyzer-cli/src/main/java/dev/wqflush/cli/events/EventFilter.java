package dev.wqflush.cli.events;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.replay.topology.CpuSet;
import java.io.IOException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Passes on the wanted events. */
public final class EventFilter implements RowReceiver {
    private final Wanted wanted;
    private final RowReceiver receiver;
    private final NameMatcher events;
    private final NameMatcher workqueues;
    private final NameMatcher tasks;

    /**
     * What is asked for; a null is not asked.
     *
     * @param event names of events, or of their kinds
     * @param cpus that recorded the event
     * @param task names of tasks: the event's own, or one that it speaks of
     * @param tid in place of a name
     * @param fromNanos the first moment, with the last a range that all times are in if no time was asked for
     */
    public record Wanted(
            @Nullable Predicate<String> event,
            @Nullable Predicate<String> workqueue,
            @Nullable CpuSet cpus,
            @Nullable Predicate<String> task,
            @Nullable Integer tid,
            long fromNanos,
            long toNanos) {
        /** Whether every event is wanted. */
        public boolean everything() {
            return event == null && workqueue == null && cpus == null && task == null && tid == null && anyTime();
        }

        private boolean anyTime() {
            return fromNanos == Long.MIN_VALUE && toNanos == Long.MAX_VALUE;
        }
    }

    /** Passes what is wanted to the receiver. */
    public EventFilter(Wanted wanted, RowReceiver receiver) {
        this.wanted = wanted;
        this.receiver = receiver;
        this.events = matcher(wanted.event);
        this.workqueues = matcher(wanted.workqueue);
        this.tasks = matcher(wanted.task);
    }

    private static NameMatcher matcher(@Nullable Predicate<String> names) {
        return new NameMatcher(names == null ? name -> true : names);
    }

    @Override
    public void begin(String file, NameTable names, boolean timed) {
        events.begin(names);
        workqueues.begin(names);
        tasks.begin(names);
        receiver.begin(file, names, timed);
    }

    @Override
    public void row(EventRow row) throws IOException {
        if (isWanted(row)) {
            receiver.row(row);
        }
    }

    @Override
    public void end() throws IOException {
        receiver.end();
    }

    private boolean isWanted(EventRow row) {
        EventContext at = row.at();
        if (row.isMark() ? !wanted.anyTime() : at.timeNanos() < wanted.fromNanos || at.timeNanos() > wanted.toNanos) {
            return false;
        }
        if (wanted.cpus != null && !wanted.cpus.contains(at.cpu())) {
            return false;
        }
        if (wanted.event != null && !isNamed(row, wanted.event)) {
            return false;
        }
        if (wanted.workqueue != null
                && !(row.tells(EventField.WQ) && workqueues.matches((int) row.value(EventField.WQ)))) {
            return false;
        }
        return (wanted.task == null || isOfTask(row)) && (wanted.tid == null || isOfTid(row, wanted.tid));
    }

    private boolean isNamed(EventRow row, Predicate<String> event) {
        boolean byKind = row.kind() != EventKind.OTHER && event.test(row.kind().word());
        return byKind
                || (row.at().eventName() != NameTable.NONE
                        && events.matches(row.at().eventName()));
    }

    private boolean isOfTask(EventRow row) {
        return (row.at().comm() != NameTable.NONE && tasks.matches(row.at().comm()))
                || isTask(row, EventField.PREV_COMM)
                || isTask(row, EventField.NEXT_COMM)
                || isTask(row, EventField.TARGET_COMM);
    }

    private boolean isTask(EventRow row, EventField field) {
        return row.tells(field) && tasks.matches((int) row.value(field));
    }

    private static boolean isOfTid(EventRow row, int tid) {
        return row.at().tid() == tid
                || isTid(row, EventField.PREV_TID, tid)
                || isTid(row, EventField.NEXT_TID, tid)
                || isTid(row, EventField.TARGET_TID, tid);
    }

    private static boolean isTid(EventRow row, EventField field, int tid) {
        return row.tells(field) && row.value(field) == tid;
    }
}
