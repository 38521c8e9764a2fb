package dev.wqflush.cli.redact;

import dev.wqflush.parsers.evidence.BusyWorkqueue;
import dev.wqflush.parsers.evidence.Complaint;
import dev.wqflush.parsers.evidence.Histogram;
import dev.wqflush.parsers.evidence.ItemRow;
import dev.wqflush.parsers.evidence.LockRow;
import dev.wqflush.parsers.evidence.LockTable;
import dev.wqflush.parsers.evidence.MonitorRow;
import dev.wqflush.parsers.evidence.PartialEvidence;
import dev.wqflush.parsers.evidence.TaskStack;
import java.util.List;
import java.util.regex.Pattern;

/** What logs and tables tell, with the names of a {@link Redaction}. */
final class RedactedEvidence {
    private static final Pattern RELEASE = Pattern.compile("[\\w.+~-]*");
    private static final Pattern MAP = Pattern.compile("@?\\w*");
    private static final Pattern POOL = Pattern.compile("[\\w=, -]*");
    private static final Pattern PLACE = Pattern.compile("[\\w.$]+(?:\\+0x[0-9a-f]+.*)?");
    private static final String COMPLETION = "(wq_completion)";

    /** As lockdep calls locks: with signs that no task's name has, or by a word for what it is. */
    private static final Pattern LOCK =
            Pattern.compile("(?=.*(?:[&()>*]|lock|mutex|sem|rwsem|lru|rcu|wait))[\\w&*.()>#:/\\[\\]+-]+|[0-9a-f]{8,}");

    private final Redaction names;

    RedactedEvidence(Redaction names) {
        this.names = names;
    }

    PartialEvidence of(PartialEvidence evidence) {
        return new PartialEvidence(
                kept(RELEASE, evidence.kernel(), "kernel-"),
                evidence.stacks().stream().map(this::stack).toList(),
                evidence.busyShown(),
                evidence.busy().stream().map(this::busy).toList(),
                evidence.complaints().stream().map(this::complaint).toList(),
                evidence.locks().stream().map(this::table).toList(),
                evidence.items().stream()
                        .map(row -> new ItemRow(
                                names.function(row.function()),
                                row.cpu(),
                                row.delay(),
                                row.count(),
                                row.totalNanos(),
                                row.maxNanos(),
                                row.line()))
                        .toList(),
                evidence.monitor().stream()
                        .map(row -> new MonitorRow(
                                names.workqueue(row.workqueue()),
                                row.total(),
                                row.inFlight(),
                                row.cpuIntensive(),
                                row.mayday(),
                                row.rescued(),
                                row.line()))
                        .toList(),
                evidence.histograms().stream()
                        .map(histogram -> new Histogram(map(histogram.name()), histogram.buckets(), histogram.line()))
                        .toList());
    }

    private TaskStack stack(TaskStack stack) {
        return new TaskStack(
                names.task(stack.task()),
                stack.tid(),
                stack.state(),
                stack.blockedSeconds(),
                stack.warnings(),
                names.workqueue(stack.workqueue()),
                names.function(stack.workFunction()),
                functions(stack.functions()),
                stack.line());
    }

    private BusyWorkqueue busy(BusyWorkqueue busy) {
        return new BusyWorkqueue(
                names.workqueue(busy.workqueue()),
                busy.memReclaim(),
                kept(POOL, busy.pool(), "pool-"),
                busy.active(),
                busy.maxActive(),
                busy.mayday(),
                busy.running().stream()
                        .map(item -> new BusyWorkqueue.Running(
                                item.pid(), item.rescuer(), names.function(item.function()), item.seconds()))
                        .toList(),
                functions(busy.pending()),
                functions(busy.inactive()),
                busy.waiters().stream()
                        .map(waiter -> new BusyWorkqueue.Waiter(waiter.pid(), names.function(waiter.function())))
                        .toList(),
                busy.line());
    }

    private Complaint complaint(Complaint complaint) {
        String subject = complaint.subject();
        return new Complaint(
                complaint.kind(),
                switch (complaint.kind()) {
                    case POOL_STUCK, CPU_STUCK -> kept(POOL, subject, "pool-");
                    case RECLAIM_FLUSH ->
                        names.task(subject); // a task or a function, which a task's name may look like
                    default -> names.function(subject);
                },
                names.workqueue(complaint.workqueue()),
                complaint.amount(),
                complaint.count(),
                complaint.line());
    }

    private LockTable table(LockTable table) {
        return new LockTable(
                table.source(),
                table.line(),
                table.rows().stream().map(this::lock).toList());
    }

    /** A place is a function where the table tells types of locks, and else a task. */
    private LockRow lock(LockRow row) {
        boolean byCaller = !row.type().isEmpty();
        return new LockRow(
                lock(row.lock()),
                row.type(),
                row.place().isEmpty() || (byCaller && PLACE.matcher(row.place()).matches())
                        ? row.place()
                        : names.task(row.place()),
                row.contended(),
                row.totalWaitNanos(),
                row.maxWaitNanos(),
                row.avgWaitNanos(),
                row.line());
    }

    private String lock(String name) {
        return name.startsWith(COMPLETION)
                ? COMPLETION + names.workqueue(name.substring(COMPLETION.length()))
                : kept(LOCK, name, "lock-");
    }

    /** The name of a map; its key may be a task. */
    private String map(String name) {
        int key = name.indexOf('[');
        return key < 0 ? kept(MAP, name, "histogram-") : map(name.substring(0, key));
    }

    private List<String> functions(List<String> functions) {
        return functions.stream().map(names::function).toList();
    }

    private String kept(Pattern harmless, String text, String word) {
        return text.isEmpty() || harmless.matcher(text).matches() ? text : names.token(word, text);
    }
}
