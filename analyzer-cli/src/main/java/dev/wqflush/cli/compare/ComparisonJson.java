package dev.wqflush.cli.compare;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.wqflush.cli.report.JsonFields;
import dev.wqflush.cli.report.TraceName;
import dev.wqflush.replay.compare.Change;
import dev.wqflush.replay.compare.Comparison;
import dev.wqflush.replay.compare.Extent;
import dev.wqflush.replay.compare.Prediction;
import dev.wqflush.replay.compare.Side;
import dev.wqflush.replay.compare.WorkqueueChange;
import dev.wqflush.replay.cost.Band;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/** A comparison for other programs: schema {@code wqflush-compare/1}; times in nanoseconds, unknown as null. */
public final class ComparisonJson {
    private static final String SCHEMA = "wqflush-compare/1";

    private final JsonGenerator json;

    private ComparisonJson(JsonGenerator json) {
        this.json = json;
    }

    /** Writes it. */
    public static void write(Comparison comparison, String version, OutputStream out) throws IOException {
        try (JsonGenerator json = JsonFields.generator(out)) {
            new ComparisonJson(json).write(comparison, version);
            json.writeRaw('\n');
        }
    }

    private void write(Comparison comparison, String version) throws IOException {
        json.writeStartObject();
        json.writeStringField("schema", SCHEMA);
        json.writeObjectFieldStart("tool");
        json.writeStringField("name", "wqflush");
        json.writeStringField("version", version);
        json.writeEndObject();
        json.writeObjectFieldStart("verdict");
        json.writeStringField("outcome", comparison.outcome().word());
        json.writeStringField("line", TraceName.of(ComparisonText.sentence(comparison)));
        json.writeBooleanField("counts_only", comparison.countsOnly());
        json.writeEndObject();
        side("before", comparison.before());
        side("after", comparison.after());
        changes(comparison.changes());
        json.writeArrayFieldStart("workqueues");
        for (WorkqueueChange workqueue : comparison.workqueues()) {
            json.writeStartObject();
            JsonFields.text(json, "name", TraceName.of(workqueue.before().name()));
            JsonFields.text(json, "name_after", TraceName.of(workqueue.after().name()));
            json.writeNumberField("flushes_before", workqueue.before().flushes());
            json.writeNumberField("flushes_after", workqueue.after().flushes());
            json.writeStringField("outcome", workqueue.outcome().word());
            changes(workqueue.changes());
            json.writeEndObject();
        }
        json.writeEndArray();
        names("only_before", comparison.onlyBefore());
        names("only_after", comparison.onlyAfter());
        prediction(comparison.prediction());
        json.writeEndObject();
    }

    private void side(String key, Side side) throws IOException {
        json.writeObjectFieldStart(key);
        json.writeStringField("name", side.name());
        JsonFields.text(json, "kernel", TraceName.of(side.kernel()));
        json.writeStringField("model", side.algorithm().model());
        json.writeStringField(
                "model_source",
                side.algorithm().source().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        JsonFields.count(json, "cpus_possible", side.possible() == 0 ? -1 : side.possible());
        json.writeBooleanField("emulated", side.emulated());
        json.writeNumberField("runs", side.runs());
        json.writeNumberField("flushes", side.flushes());
        json.writeNumberField("span_ns", side.spanNanos());
        JsonFields.count(json, "waited_ns", side.waitedNanos());
        JsonFields.count(json, "wall_ns", side.wallNanos());
        json.writeEndObject();
    }

    private void changes(List<Change> changes) throws IOException {
        json.writeObjectFieldStart("measures");
        for (Change change : changes) {
            json.writeObjectFieldStart(change.measure().id());
            extent("before", change.before());
            extent("after", change.after());
            extent("difference", change.difference());
            extent("ratio", change.ratio());
            json.writeStringField("direction", change.direction().name().toLowerCase(Locale.ROOT));
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void prediction(Prediction prediction) throws IOException {
        json.writeObjectFieldStart("prediction");
        json.writeStringField("model", prediction.model());
        json.writeBooleanField("supposed", prediction.supposed());
        json.writeObjectFieldStart("pool_locks_per_walk");
        extent("predicted", prediction.predictedPoolLocks());
        extent("actual", prediction.actualPoolLocks());
        json.writeStringField("fate", prediction.poolLocks().name().toLowerCase(Locale.ROOT));
        json.writeEndObject();
        json.writeObjectFieldStart("saved_ns_per_flush");
        Band predicted = prediction.predictedSaving();
        if (predicted == null) {
            json.writeNullField("predicted");
        } else {
            JsonFields.band(json, "predicted", predicted);
        }
        extent("actual", new Extent(prediction.savingLow(), prediction.savingHigh()));
        json.writeStringField("fate", prediction.saving().name().toLowerCase(Locale.ROOT));
        json.writeEndObject();
        json.writeEndObject();
    }

    /** An end that is not known, or without bound, is null. */
    private void extent(String key, Extent extent) throws IOException {
        json.writeObjectFieldStart(key);
        JsonFields.decimal(json, "low", extent.low());
        JsonFields.decimal(json, "high", extent.high());
        json.writeEndObject();
    }

    private void names(String key, List<String> names) throws IOException {
        json.writeArrayFieldStart(key);
        for (String name : names) {
            json.writeString(TraceName.of(name));
        }
        json.writeEndArray();
    }
}
