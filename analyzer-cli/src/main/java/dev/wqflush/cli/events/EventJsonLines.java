package dev.wqflush.cli.events;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.wqflush.cli.report.Quantities;
import dev.wqflush.cli.report.TraceName;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An object a line: where and when always, null if not known; then only what the event tells. */
public final class EventJsonLines implements RowReceiver {
    private final JsonGenerator json;
    private final EventNames names = new EventNames(TraceName::of);
    private String file = "";
    private boolean timed;

    /** Writes to a stream that stays open. */
    public EventJsonLines(OutputStream out) throws IOException {
        this.json = JsonFactory.builder().build().createGenerator(out);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.setPrettyPrinter(new MinimalPrettyPrinter(""));
    }

    @Override
    public void begin(String newFile, NameTable newNames, boolean newTimed) {
        file = newFile;
        names.begin(newNames);
        timed = newTimed;
    }

    @Override
    public void row(EventRow row) throws IOException {
        EventContext at = row.at();
        json.writeStartObject();
        json.writeStringField("file", file);
        json.writeNumberField("position", at.position());
        if (timed && !row.isMark()) {
            json.writeFieldName("time_s");
            json.writeNumber(Quantities.seconds(at.timeNanos()));
        } else {
            json.writeNullField("time_s");
        }
        number("cpu", at.cpu());
        text("task", at.comm());
        number("tid", at.tid());
        json.writeStringField("context", context(at.execution()));
        text("event", at.eventName());
        json.writeStringField("kind", row.kind().word());
        for (EventField field : row.told()) {
            switch (field.type()) {
                case NUMBER -> json.writeNumberField(field.key(), row.value(field));
                case ADDRESS -> json.writeStringField(field.key(), TraceName.pointer(row.value(field)));
                case NAME -> text(field.key(), (int) row.value(field));
                case WORD -> json.writeStringField(field.key(), row.word(field));
            }
        }
        json.writeEndObject();
        json.writeRaw('\n');
    }

    private static @Nullable String context(ExecutionContext execution) {
        return execution == ExecutionContext.UNKNOWN ? null : execution.name().toLowerCase(Locale.ROOT);
    }

    private void number(String key, int value) throws IOException {
        if (value == EventContext.UNKNOWN) {
            json.writeNullField(key);
        } else {
            json.writeNumberField(key, value);
        }
    }

    private void text(String key, int name) throws IOException {
        json.writeStringField(key, name == NameTable.NONE ? null : names.of(name));
    }

    @Override
    public void end() throws IOException {
        json.close();
    }
}
