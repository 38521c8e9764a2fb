package dev.wqflush.cli.events;

import dev.wqflush.cli.report.Quantities;
import dev.wqflush.cli.report.TraceName;
import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.parsers.event.NameTable;
import java.io.IOException;
import java.io.Writer;

/**
 * A line for people:
 *
 * <pre>
 *   131.503982000 [001] sh-99 sched_waking: target_comm=kthreadd target_tid=2 target_cpu=5
 *   131.504001000 [002] sh-99 walk (walk-began): wq=events wq_ptr=0xff11000000ddd400
 * </pre>
 */
public final class EventText implements RowReceiver {
    private static final int TIME_COLUMNS = 18;
    private static final int CPU_DIGITS = 3;

    private final Writer out;
    private final boolean filesNamed;
    private final EventNames names = new EventNames(EventText::escaped);
    private final EventNames values = new EventNames(EventText::quoted);
    private final StringBuilder line = new StringBuilder();
    private String file = "";
    private boolean timed;

    /**
     * Writes lines.
     *
     * @param filesNamed whether a line tells where the events of another file begin
     */
    public EventText(Writer out, boolean filesNamed) {
        this.out = out;
        this.filesNamed = filesNamed;
    }

    @Override
    public void begin(String newFile, NameTable newNames, boolean newTimed) {
        names.begin(newNames);
        values.begin(newNames);
        timed = newTimed;
        if (filesNamed && !newFile.equals(file)) {
            line.append("==> ").append(Prose.escaped(newFile)).append(" <==\n");
        }
        file = newFile;
    }

    @Override
    public void row(EventRow row) throws IOException {
        EventContext at = row.at();
        String time =
                row.isMark() ? "-" : timed ? Quantities.seconds(at.timeNanos()) : Long.toUnsignedString(at.timeNanos());
        line.append(" ".repeat(Math.max(0, TIME_COLUMNS - time.length()))).append(time);
        if (at.cpu() != EventContext.UNKNOWN) {
            String cpu = String.valueOf(at.cpu());
            line.append(" [")
                    .append("0".repeat(Math.max(0, CPU_DIGITS - cpu.length())))
                    .append(cpu)
                    .append(']');
        }
        if (at.tid() != EventContext.UNKNOWN) {
            line.append(' ')
                    .append(at.comm() == NameTable.NONE ? "<...>" : names.of(at.comm()))
                    .append('-')
                    .append(at.tid());
        }
        event(row);
        for (EventField field : row.told()) {
            line.append(' ').append(field.key()).append('=');
            switch (field.type()) {
                case NUMBER -> line.append(row.value(field));
                case ADDRESS -> line.append(TraceName.pointer(row.value(field)));
                case NAME -> line.append(values.of((int) row.value(field)));
                case WORD -> line.append(row.word(field));
            }
        }
        out.append(line.append('\n'));
        line.setLength(0);
    }

    /** The event's name, and what it means where the name does not tell. */
    private void event(EventRow row) {
        EventContext at = row.at();
        boolean named = at.eventName() != NameTable.NONE;
        if (named) {
            line.append(' ').append(names.of(at.eventName()));
        }
        if (row.kind() != EventKind.OTHER && !(named && at.source() == EvidenceSource.TRACEPOINT)) {
            line.append(named ? " (" : " ").append(row.kind().word()).append(named ? ")" : "");
        }
        line.append(':');
    }

    @Override
    public void end() throws IOException {
        out.flush();
    }

    private static String escaped(String latin1) {
        return Prose.escaped(TraceName.of(latin1));
    }

    private static String quoted(String latin1) {
        String text = escaped(latin1);
        return text.indexOf(' ') >= 0 || text.indexOf('"') >= 0 ? '"' + text.replace("\"", "\\\"") + '"' : text;
    }
}
