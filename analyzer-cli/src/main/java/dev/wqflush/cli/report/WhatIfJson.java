package dev.wqflush.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.whatif.Elsewhere;
import dev.wqflush.replay.whatif.Sensitivity;
import java.io.IOException;

/** The walks on another machine, in the report for other programs. */
final class WhatIfJson {
    private WhatIfJson() {}

    /** Nothing if it was not asked. */
    static void write(Report report, JsonGenerator json) throws IOException {
        Elsewhere elsewhere = report.whatIf();
        if (elsewhere == null) {
            return;
        }
        json.writeObjectFieldStart("what_if");
        KernelRelease kernel = elsewhere.machine().kernel();
        json.writeStringField("kernel", kernel == null ? null : TraceName.of(kernel.text()));
        json.writeStringField("model", elsewhere.model());
        json.writeNumberField("cpus", elsewhere.machine().possible().count());
        json.writeNumberField("nodes", elsewhere.machine().nodes().size());
        json.writeNumberField("caches", elsewhere.machine().caches().size());
        json.writeStringField("scope", elsewhere.machine().affinityScope());
        json.writeNumberField("walks", elsewhere.walks());
        json.writeArrayFieldStart("releases");
        for (Elsewhere.Release release : elsewhere.releases()) {
            json.writeStartObject();
            json.writeStringField("model", release.model());
            JsonFields.range(json, "visits", release.counts().visits());
            JsonFields.range(json, "pool_locks", release.counts().poolLocks());
            JsonFields.range(json, "node_locks", release.counts().nodeLocks());
            JsonFields.band(json, "time_ns", release.time());
            JsonFields.band(json, "saved_ns", release.saved());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("loses");
        for (Elsewhere.Loss loss : elsewhere.loses()) {
            json.writeStartObject();
            json.writeStringField("name", name(report, loss));
            JsonFields.band(json, "saved_ns", loss.saved());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("sensitivity");
        for (Sensitivity each : elsewhere.sensitivities()) {
            json.writeStartObject();
            json.writeStringField("assumption", each.assumption());
            json.writeStringField("change", each.change());
            json.writeNumberField("saved_low_ns", each.lowNanos());
            json.writeNumberField("saved_high_ns", each.highNanos());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    static String name(Report report, Elsewhere.Loss loss) {
        return TraceName.of(
                report.assessment().result().workqueues().get(loss.workqueue()).name());
    }
}
