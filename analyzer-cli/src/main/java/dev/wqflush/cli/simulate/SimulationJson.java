package dev.wqflush.cli.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.wqflush.cli.report.JsonFields;
import dev.wqflush.replay.simulate.Outcome;
import dev.wqflush.replay.simulate.Published.Row;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code {"rows":[{"name","published","model","ratio","unit",...}]}} (contract 1). */
public final class SimulationJson {
    private SimulationJson() {}

    /** Writes rows; what is not known is null. */
    public static void write(List<Row> rows, OutputStream out) throws IOException {
        try (JsonGenerator json = JsonFields.generator(out)) {
            json.writeStartObject();
            json.writeArrayFieldStart("rows");
            for (Row row : rows) {
                json.writeStartObject();
                json.writeStringField("name", row.name());
                number(json, "published", row.published());
                number(json, "model", row.model());
                number(json, "ratio", row.ratio());
                json.writeStringField("unit", row.unit());
                json.writeStringField("words", row.words());
                number(json, "opposite", row.opposite() == 0 ? null : row.opposite());
                outcome(json, row.outcome());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private static void outcome(JsonGenerator json, @Nullable Outcome outcome) throws IOException {
        number(json, "walks_per_flush", outcome == null ? null : outcome.walksPerFlush());
        number(json, "visits_per_walk", outcome == null ? null : outcome.visitsPerWalk());
        number(json, "flush_ns", outcome == null ? null : outcome.meanFlushNanos());
        number(json, "walk_ns", outcome == null ? null : outcome.meanWalkNanos());
        number(json, "mutex_busy", outcome == null ? null : outcome.mutexBusy());
    }

    private static void number(JsonGenerator json, String name, @Nullable Double value) throws IOException {
        if (value == null) {
            json.writeNullField(name);
        } else {
            json.writeNumberField(name, Math.round(value * 1e4) / 1e4);
        }
    }
}
