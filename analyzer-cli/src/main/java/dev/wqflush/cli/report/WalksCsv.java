package dev.wqflush.cli.report;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.CostModel;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.verdict.Assessment;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.commons.csv.CSVPrinter;

/** The walks as a table (contract 6): one row per walk and model. */
public final class WalksCsv implements ReportWriter {
    private static final String HEADER = "walk,time_s,wq,wq_ptr,task,tid,cpu,flush,kind,flush_color,work_color,source,"
            + "model,visits,visits_low,visits_high,pool_locks,pool_locks_low,pool_locks_high,"
            + "node_locks,node_locks_low,node_locks_high,armed,kept,dropped,"
            + "time_ns_low,time_ns,time_ns_high,time_kind,grade";

    @Override
    public void write(Report report, OutputStream out) throws IOException {
        Assessment assessment = report.assessment();
        ReplayResult result = assessment.result();
        CSVPrinter csv = Csv.printer(out, HEADER);
        for (WalkResult walk : result.walks()) {
            for (int model = 0; model < result.models().size(); model++) {
                String id = result.models().get(model);
                if (report.shownModels().contains(id)) {
                    row(csv, assessment, walk, id, walk.counts().get(model));
                }
            }
        }
        csv.flush();
    }

    private static void row(CSVPrinter csv, Assessment assessment, WalkResult walk, String model, WalkCounts counts)
            throws IOException {
        ReplayResult result = assessment.result();
        WorkqueueResult workqueue = result.workqueues().get(walk.workqueue());
        Band time = CostModel.time(counts, walk.warm(), workqueue, assessment.costs());
        csv.printRecord(
                walk.number(),
                result.evidence().timed() ? Quantities.seconds(walk.timeNanos()) : "",
                Csv.name(workqueue.name()),
                Csv.pointer(workqueue.pointer()),
                Csv.name(walk.task()),
                Csv.known(walk.tid()),
                Csv.known(walk.cpu()),
                Csv.known(walk.flush()),
                walk.kind().word(),
                walk.flushColour(),
                walk.workColour(),
                walk.source().word(),
                model,
                counts.visits().value(),
                counts.visits().low(),
                counts.visits().high(),
                counts.poolLocks().value(),
                counts.poolLocks().low(),
                counts.poolLocks().high(),
                counts.nodeLocks().value(),
                counts.nodeLocks().low(),
                counts.nodeLocks().high(),
                counts.armed(),
                counts.kept(),
                counts.dropped(),
                time.lowNanos(),
                time.baseNanos(),
                time.highNanos(),
                time.kind().word(),
                walk.grade());
    }
}
