package dev.wqflush.cli.report;

import dev.wqflush.replay.result.AwaitedItem;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.verdict.FlushAssessment;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.commons.csv.CSVPrinter;

/**
 * The flushes as a table (contract 6): one row per call. A flush that did not end within the capture has no
 * {@code end_s}; its length and parts go as far as the capture does.
 */
public final class FlushesCsv implements ReportWriter {
    private static final String HEADER = "flush,wq,wq_ptr,task,tid,start_s,end_s,ns,path,color,walks,"
            + "mutex_ns,walk_ns,items_ns,wakeup_ns,other_ns,awaited_function,awaited_cpu,"
            + "saved_ns_low,saved_ns,saved_ns_high,class,grade";

    @Override
    public void write(Report report, OutputStream out) throws IOException {
        ReplayResult result = report.assessment().result();
        CSVPrinter csv = Csv.printer(out, HEADER);
        for (int i = 0; i < result.flushes().size(); i++) {
            row(
                    csv,
                    result,
                    result.flushes().get(i),
                    report.assessment().flushes().get(i));
        }
        csv.flush();
    }

    private static void row(CSVPrinter csv, ReplayResult result, FlushResult flush, FlushAssessment assessment)
            throws IOException {
        WorkqueueResult workqueue = result.workqueues().get(flush.workqueue());
        boolean timed = result.evidence().timed();
        FlushSplit split = flush.split();
        AwaitedItem awaited = flush.awaited();
        csv.printRecord(
                flush.number(),
                Csv.name(workqueue.name()),
                Csv.pointer(workqueue.pointer()),
                Csv.name(flush.task()),
                Csv.known(flush.tid()),
                timed ? Quantities.seconds(flush.startNanos()) : "",
                timed && flush.ended() ? Quantities.seconds(flush.endNanos()) : "",
                timed ? flush.nanos() : "",
                flush.path().word(),
                Csv.known(flush.colour()),
                flush.walks(),
                timed ? split.mutexNanos() : "",
                timed ? split.walkNanos() : "",
                timed ? split.itemsNanos() : "",
                timed ? split.wakeupNanos() : "",
                timed ? split.otherNanos() : "",
                awaited == null ? "" : Csv.name(awaited.function()),
                awaited == null ? "" : Csv.known(awaited.cpu()),
                assessment.saved().lowNanos(),
                assessment.saved().baseNanos(),
                assessment.saved().highNanos(),
                assessment.verdictClass().word(),
                flush.grade());
    }
}
