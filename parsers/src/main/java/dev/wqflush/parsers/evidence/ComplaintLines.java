package dev.wqflush.parsers.evidence;

import dev.wqflush.parsers.evidence.Complaint.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the single lines in which the kernel complains. */
final class ComplaintLines {
    private static final int MOST = 10_000;

    private static final Pattern HOGGED = Pattern.compile(
            "^(?:workqueue: )?(\\S+)(?: \\[[\\w-]+\\])? hogged CPU for\\s+>(\\d+)us\\s+(\\d{1,18}) times.*");
    private static final Pattern POOL =
            Pattern.compile("^BUG: workqueue lockup -\\s+pool (cpus=.*?)\\s+stuck for (\\d{1,18})s.*");
    private static final Pattern DRAIN = Pattern.compile(
            "^workqueue (\\S+?):? (?:drain_workqueue|destroy_workqueue)\\(\\) isn't complete after (\\d{1,9}) tries.*");
    private static final Pattern CANNOT_QUEUE =
            Pattern.compile("^workqueue: cannot queue (\\S+)(?: \\[[\\w-]+\\])? on wq (\\S+).*");
    private static final Pattern RECLAIM = Pattern.compile(
            "^workqueue: (?:WQ_MEM_RECLAIM|PF_MEMALLOC task \\d+)[ (]?(\\S+?)\\)?(?::(\\S+))?(?: \\[[\\w-]+\\])?"
                    + "\\s+is flushing\\s+!WQ_MEM_RECLAIM (\\S+?):.*");
    private static final Pattern SOFT = Pattern.compile(
            "^(?:NMI )?watchdog: (?:BUG: )?(?:soft lockup - CPU#(\\d+) stuck for (\\d{1,9})s|Watchdog detected hard LOCKUP on cpu (\\d+)).*");
    private static final Pattern LOCKDEP = Pattern.compile(".*-> #\\d+ \\(\\(wq_completion\\)(\\S+?)\\).*");
    private static final Pattern HELD = Pattern.compile("^#\\d+: \\S+ \\(\\(wq_completion\\)(\\S+?)\\).*");
    private static final Pattern PROFILE =
            Pattern.compile(".*perf-profile\\.\\S*cycles-pp\\.\\S*(flush_workqueue|flush_work|xlog_cil_force)\\S*.*");

    private final Map<String, Complaint> complaints = new LinkedHashMap<>();

    /** Takes a line without its log marks; whether it complains. */
    boolean take(String line, long number) {
        String text = line.strip();
        Matcher m = HOGGED.matcher(text);
        if (m.matches()) {
            return add(Kind.HOGGED_CPU, String.valueOf(m.group(1)), "", amount(m.group(3)), number);
        }
        m = POOL.matcher(text);
        if (m.matches()) {
            return add(Kind.POOL_STUCK, String.valueOf(m.group(1)), "", amount(m.group(2)), number);
        }
        m = DRAIN.matcher(text);
        if (m.matches()) {
            return add(Kind.DRAIN_INCOMPLETE, "", String.valueOf(m.group(1)), amount(m.group(2)), number);
        }
        m = CANNOT_QUEUE.matcher(text);
        if (m.matches()) {
            return add(Kind.DRAIN_QUEUEING, String.valueOf(m.group(1)), String.valueOf(m.group(2)), 0, number);
        }
        m = RECLAIM.matcher(text);
        if (m.matches()) {
            String flusher = m.group(2) == null ? m.group(1) : m.group(2);
            return add(Kind.RECLAIM_FLUSH, String.valueOf(flusher), String.valueOf(m.group(3)), 0, number);
        }
        m = SOFT.matcher(text);
        if (m.matches()) {
            String cpu = m.group(1) == null ? m.group(3) : m.group(1);
            long seconds = m.group(2) == null ? 0 : amount(m.group(2));
            return add(Kind.CPU_STUCK, "CPU " + cpu, "", seconds, number);
        }
        m = LOCKDEP.matcher(text);
        if (m.matches()) {
            return add(Kind.LOCKDEP, "", String.valueOf(m.group(1)), 0, number);
        }
        m = HELD.matcher(text);
        if (m.matches()) {
            return add(Kind.ITEM_RUNS, "", String.valueOf(m.group(1)), 0, number);
        }
        m = PROFILE.matcher(text);
        return m.matches() && add(Kind.PROFILE, String.valueOf(m.group(1)), "", 0, number);
    }

    List<Complaint> complaints() {
        return List.copyOf(complaints.values());
    }

    private boolean add(Kind kind, String subject, String workqueue, long amount, long line) {
        String key = kind + " " + subject + " " + workqueue;
        Complaint before = complaints.get(key);
        if (before != null) {
            complaints.put(
                    key,
                    new Complaint(
                            kind,
                            subject,
                            workqueue,
                            Math.max(before.amount(), amount),
                            before.count() + 1,
                            before.line()));
        } else if (complaints.size() < MOST) {
            complaints.put(key, new Complaint(kind, subject, workqueue, amount, 1, line));
        }
        return true;
    }

    private static long amount(String digits) {
        return Long.parseLong(digits);
    }
}
