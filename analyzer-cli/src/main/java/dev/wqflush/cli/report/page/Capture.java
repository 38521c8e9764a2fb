package dev.wqflush.cli.report.page;

import dev.wqflush.cli.report.Report;
import dev.wqflush.cli.report.TraceName;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.verdict.Assessment;
import dev.wqflush.replay.verdict.ModelTotals;
import dev.wqflush.replay.verdict.Words;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One report as the sections ask about it. */
final class Capture {
    /** Numbers as the page prints them. */
    static final Words WORDS = Words.TYPOGRAPHIC;

    static final String ACTIVE_LIST = "active-list";
    /** Stands where a number is not known. */
    static final String UNKNOWN = "\u2013";

    private final Report report;
    private final ReplayResult result;
    private final int traced;
    private final int activeList;
    private final Map<String, Integer> sameName = new HashMap<>();

    Capture(Report report) {
        this.report = report;
        result = report.assessment().result();
        traced = result.models().indexOf(result.tracedModel());
        activeList = result.models().indexOf(ACTIVE_LIST);
        result.workqueues().forEach(queue -> sameName.merge(queue.name(), 1, Integer::sum));
    }

    Report report() {
        return report;
    }

    Assessment assessment() {
        return report.assessment();
    }

    ReplayResult result() {
        return result;
    }

    WorkqueueSummary all() {
        return assessment().all();
    }

    /** Whether time stamps have a unit; without one the page shows no measured time. */
    boolean timed() {
        return result.evidence().timed();
    }

    boolean emulated() {
        return result.topology().emulated() != null;
    }

    boolean anyFlush() {
        return all().flushes() > 0;
    }

    /** What the traced kernel's model is to the reader. */
    String thisKernel() {
        return result.topology().kernel() == null ? "taken for this kernel" : "this kernel";
    }

    boolean anyWalk() {
        return all().walkCount() > 0;
    }

    /** Whether the traced kernel's model and the active list were both replayed. */
    boolean comparable() {
        return traced >= 0 && activeList >= 0;
    }

    /** How measured times are known. */
    String measured() {
        return emulated() ? "measured, emulated" : "measured";
    }

    /** Totals under the model of the traced kernel. */
    ModelTotals traced(WorkqueueSummary summary) {
        return summary.models().get(traced);
    }

    /** Totals under the active list. */
    ModelTotals activeList(WorkqueueSummary summary) {
        return summary.models().get(activeList);
    }

    WorkqueueResult queue(int index) {
        return result.workqueues().get(index);
    }

    /** Name of a workqueue; of several with one name, with the end of its address. */
    String queueName(int index) {
        WorkqueueResult queue = queue(index);
        String name = name(queue.name());
        boolean alone = sameName.getOrDefault(queue.name(), 1) == 1 || queue.pointer() == 0;
        return alone ? name : name + String.format(Locale.ROOT, " @%04x", queue.pointer() & 0xffff);
    }

    /** A name from the trace. */
    static String name(String name) {
        return WORDS.name(TraceName.of(name));
    }

    /** A task as the kernel's own outputs name it. */
    static String task(FlushResult flush) {
        return name(flush.task()) + "-" + flush.tid();
    }

    /** Share of {@code part} in {@code whole}, or the sign for unknown. */
    static String share(long part, long whole) {
        return whole > 0 ? WORDS.percent((double) part / whole) : UNKNOWN;
    }

    /** Share of the walk in the flush time. */
    static String walkShare(FlushSplit split) {
        return share(split.walkNanos(), split.totalNanos());
    }

    /** A moment of the trace clock. */
    static String moment(long nanos) {
        return String.format(Locale.ROOT, "%.6f\u00a0s", nanos / 1e9);
    }

    /** The first so many of {@code names} as part of a sentence, the others counted. */
    static String list(List<String> names, int most) {
        List<String> shown = names.stream().limit(most).map(Typeset::name).toList();
        int more = names.size() - shown.size();
        return more == 0 ? WORDS.list(shown) : String.join(", ", shown) + " and " + WORDS.count(more) + " more";
    }
}
