package dev.wqflush.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.wqflush.replay.partial.LockBound;
import dev.wqflush.replay.partial.PoolLockWaits;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.io.IOException;

/** How long walks waited for pool locks at most, in the report for other programs. */
final class LockBoundJson {
    private LockBoundJson() {}

    /** Nothing if no table was given. */
    static void write(Report report, JsonGenerator json) throws IOException {
        LockBound bound = report.lockBound();
        if (bound == null) {
            return;
        }
        PoolLockWaits waits = bound.waits();
        WorkqueueSummary all = report.assessment().all();
        boolean timed = report.assessment().result().evidence().timed();
        json.writeObjectFieldStart("lock_stats");
        json.writeStringField("file", bound.file());
        json.writeStringField("source", waits.source());
        json.writeStringField("rows", waits.byCaller() ? "walks" : "pool-locks");
        JsonFields.count(json, "waits", waits.count());
        json.writeNumberField("table_wait_ns", waits.totalNanos());
        JsonFields.count(json, "longest_wait_ns", waits.longestNanos());
        JsonFields.count(json, "pool_lock_cycles", bound.poolLockCycles());
        JsonFields.count(json, "upper_bound_ns", all.walkCount() == 0 ? -1 : bound.nanos());
        JsonFields.count(json, "measured_walk_ns", timed && all.measuredWalks() > 0 ? all.measuredWalkNanos() : -1);
        JsonFields.band(
                json,
                "walk_ns",
                all.model(report.assessment().result().tracedModel()).time());
        json.writeStringField("note", LockBoundText.note(waits));
        json.writeEndObject();
    }
}
