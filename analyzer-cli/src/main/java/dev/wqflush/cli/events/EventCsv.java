package dev.wqflush.cli.events;

import dev.wqflush.cli.report.Csv;
import dev.wqflush.cli.report.Quantities;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.NameTable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVPrinter;

/** A table with a column for everything that any event tells. */
public final class EventCsv implements RowReceiver {
    private static final String HEADER = "file,position,time_s,cpu,task,tid,context,event,kind,"
            + Arrays.stream(EventField.values()).map(EventField::key).collect(Collectors.joining(","));

    private final CSVPrinter csv;
    private final EventNames names = new EventNames(Csv::name);
    private final List<Object> cells = new ArrayList<>();
    private String file = "";
    private boolean timed;

    /** Writes the header at once. */
    public EventCsv(OutputStream out) throws IOException {
        this.csv = Csv.printer(out, HEADER);
    }

    @Override
    public void begin(String newFile, NameTable newNames, boolean newTimed) {
        file = Csv.name(newFile);
        names.begin(newNames);
        timed = newTimed;
    }

    @Override
    public void row(EventRow row) throws IOException {
        EventContext at = row.at();
        cells.clear();
        cells.add(file);
        cells.add(at.position());
        cells.add(timed && !row.isMark() ? Quantities.seconds(at.timeNanos()) : "");
        cells.add(Csv.known(at.cpu()));
        cells.add(names.of(at.comm()));
        cells.add(Csv.known(at.tid()));
        cells.add(at.execution().name().toLowerCase(Locale.ROOT));
        cells.add(names.of(at.eventName()));
        cells.add(row.kind().word());
        for (EventField field : EventField.values()) {
            cells.add(row.tells(field) ? cell(row, field) : "");
        }
        csv.printRecord(cells);
    }

    private Object cell(EventRow row, EventField field) {
        return switch (field.type()) {
            case NUMBER -> row.value(field);
            case ADDRESS -> Csv.pointer(row.value(field));
            case NAME -> names.of((int) row.value(field));
            case WORD -> row.word(field);
        };
    }

    @Override
    public void end() throws IOException {
        csv.flush();
    }
}
