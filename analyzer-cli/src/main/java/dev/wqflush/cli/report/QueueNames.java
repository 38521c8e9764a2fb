package dev.wqflush.cli.report;

import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.verdict.Assessment;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Names of the workqueues that were flushed; of several with one name, each with the end of its address. */
final class QueueNames {
    private final List<WorkqueueResult> workqueues;
    private final Set<String> ambiguous = new HashSet<>();

    QueueNames(Assessment assessment) {
        workqueues = assessment.result().workqueues();
        Set<String> once = new HashSet<>();
        for (WorkqueueSummary summary : assessment.workqueues()) {
            String name = workqueues.get(summary.workqueue()).name();
            if (!once.add(name)) {
                ambiguous.add(name);
            }
        }
    }

    /** The printable name of the workqueue of this index. */
    String name(int workqueue) {
        WorkqueueResult queue = workqueues.get(workqueue);
        String name = TraceName.printable(queue.name());
        return ambiguous.contains(queue.name()) && queue.pointer() != 0
                ? name + String.format(Locale.ROOT, " @%04x", queue.pointer() & 0xffff)
                : name;
    }
}
