package dev.wqflush.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.wqflush.replay.whatif.ClosedLoop;
import dev.wqflush.replay.whatif.Rerun;
import dev.wqflush.replay.whatif.Throughput;
import dev.wqflush.replay.whatif.Throughput.Rates;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a capture's throughput would become, in the report for other programs. */
final class ClosedLoopJson {
    private ClosedLoopJson() {}

    /** Nothing if it was not asked. */
    static void write(Report report, JsonGenerator json) throws IOException {
        Rerun rerun = report.closedLoop();
        if (rerun == null) {
            return;
        }
        json.writeObjectFieldStart("closed_loop");
        json.writeStringField("assumption", ClosedLoop.ASSUMPTION);
        json.writeStringField("obstacle", rerun.obstacle().isEmpty() ? null : rerun.obstacle());
        json.writeArrayFieldStart("workqueues");
        for (Throughput throughput : rerun.workqueues()) {
            json.writeStartObject();
            json.writeStringField(
                    "name",
                    TraceName.of(report.assessment()
                            .result()
                            .workqueues()
                            .get(throughput.workqueue())
                            .name()));
            JsonFields.decimal(json, "measured_per_s", throughput.measured());
            JsonFields.decimal(json, "rerun_per_s", throughput.rerun());
            JsonFields.decimal(json, "walk_price_factor", throughput.walkPriceFactor());
            rates(json, throughput.active());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("left_out", rerun.left());
        json.writeEndObject();
    }

    private static void rates(JsonGenerator json, @Nullable Rates active) throws IOException {
        if (active == null) {
            json.writeNullField("active_list_per_s");
            return;
        }
        json.writeObjectFieldStart("active_list_per_s");
        JsonFields.decimal(json, "low", active.low());
        JsonFields.decimal(json, "base", active.base());
        JsonFields.decimal(json, "high", active.high());
        json.writeStringField("kind", active.kind().word());
        json.writeEndObject();
    }
}
