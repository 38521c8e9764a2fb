package dev.wqflush.replay.partial;

import dev.wqflush.parsers.evidence.BusyWorkqueue;
import dev.wqflush.parsers.evidence.BusyWorkqueue.Running;
import dev.wqflush.parsers.evidence.Complaint;
import dev.wqflush.parsers.evidence.MonitorRow;
import dev.wqflush.parsers.evidence.PartialEvidence;
import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.verdict.Assessment;
import dev.wqflush.replay.verdict.Flag;
import dev.wqflush.replay.verdict.Thresholds;
import dev.wqflush.replay.verdict.Verdict;
import dev.wqflush.replay.verdict.VerdictClass;
import dev.wqflush.replay.verdict.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Adds partial evidence to what a trace tells. Where the trace has flushes, it decides, and the rest are findings;
 * where it has none, or there is no trace, the first story decides, with grade D.
 */
public final class PartialJudge {
    private static final long NO_TIME = Long.MIN_VALUE;
    private static final EvidenceSeen NOTHING_TRACED = new EvidenceSeen(0, 0, 0, 0, 0, 0, 0, 0, 0, true);
    private static final long NANOS = 1_000_000_000;
    private static final Words WORDS = Words.PLAIN;

    private final Assessment traced;
    private final PartialEvidence evidence;
    private final Thresholds thresholds;
    private final List<Story> stories;

    private PartialJudge(Assessment traced, PartialEvidence evidence, Thresholds thresholds) {
        this.traced = traced;
        this.evidence = evidence;
        this.thresholds = thresholds;
        stories = new ArrayList<>(new LogStories(evidence).stories());
        stories.addAll(new TableStories(evidence, thresholds).stories());
        // What tells of flushes goes first, otherwise the order of the triage.
        stories.sort(Comparator.comparing(story -> story.verdictClass() == VerdictClass.NO_FLUSH));
    }

    /**
     * An assessment with partial evidence weighed in.
     *
     * @param findings what the evidence tells besides the verdict
     */
    public record Weighed(Assessment assessment, List<Finding> findings) {
        /** Freezes the list. */
        public Weighed {
            findings = List.copyOf(findings);
        }
    }

    /**
     * Weighs evidence beside what a trace shows.
     *
     * @param traced the assessment of the trace; of an empty result if there is none
     */
    public static Weighed weigh(Assessment traced, PartialEvidence evidence, Thresholds thresholds) {
        boolean untraced = traced.result().evidence().equals(NOTHING_TRACED);
        return new PartialJudge(untraced ? bare(traced) : traced, evidence, thresholds).weigh();
    }

    /** Without what is said of a trace and its machine, for there is no trace. */
    private static Assessment bare(Assessment nothing) {
        ReplayResult result = nothing.result();
        ReplayResult plain = new ReplayResult(
                result.topology(),
                result.models(),
                result.tracedModel(),
                result.firstNanos(),
                result.lastNanos(),
                result.evidence(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        return new Assessment(
                plain, nothing.costs(), nothing.verdict(), List.of(), nothing.all(), List.of(), List.of(), List.of());
    }

    private Weighed weigh() {
        if (stories.isEmpty()) {
            return new Weighed(traced, List.of());
        }
        boolean decides = traced.result().flushes().isEmpty();
        Verdict verdict = decides ? verdict(stories.get(0)) : traced.verdict();
        List<Finding> findings = new ArrayList<>();
        for (Story story : decides ? stories.subList(1, stories.size()) : stories) {
            findings.add(new Finding(
                    Finding.Severity.WARNING,
                    story.id(),
                    story.text(),
                    1,
                    NO_TIME,
                    "line " + WORDS.count(story.line())));
        }
        return new Weighed(
                new Assessment(
                        traced.result(),
                        traced.costs(),
                        verdict,
                        flags(),
                        traced.all(),
                        traced.workqueues(),
                        traced.flushes(),
                        traced.worst()),
                findings);
    }

    private Verdict verdict(Story story) {
        boolean itemsTraced = traced.result().evidence().workqueueEvents() > 0;
        String line = itemsTraced && story.verdictClass() == VerdictClass.NO_FLUSH
                ? traced.verdict().line() + " Besides: " + story.text() + "."
                : story.text() + ". Grade D.";
        return new Verdict(story.verdictClass(), line, Grade.D, traced.verdict().evidence(), story.nextStep());
    }

    private List<Flag> flags() {
        List<Flag> flags = new ArrayList<>(traced.flags());
        reclaim(flags);
        rescuers(flags);
        maxActive(flags);
        longItems(flags);
        flags.sort(Comparator.comparing(Flag::warning).reversed());
        return flags;
    }

    private void reclaim(List<Flag> flags) {
        List<Complaint> warnings = evidence.complaints().stream()
                .filter(c -> c.kind() == Complaint.Kind.RECLAIM_FLUSH)
                .toList();
        if (!warnings.isEmpty()) {
            raise(
                    flags,
                    "reclaim-dependency",
                    warnings.size(),
                    "the log warns that " + WORDS.name(warnings.get(0).subject()) + " flushes "
                            + WORDS.name(warnings.get(0).workqueue()) + ", which has no rescuer",
                    true);
        }
    }

    private void rescuers(List<Flag> flags) {
        List<String> called = new ArrayList<>();
        for (BusyWorkqueue pwq : evidence.busy()) {
            if (pwq.mayday() || pwq.running().stream().anyMatch(Running::rescuer)) {
                called.add(WORDS.name(pwq.workqueue()));
            }
        }
        for (MonitorRow row : evidence.monitor()) {
            if (row.rescued() > 0) {
                called.add(WORDS.name(row.workqueue()));
            }
        }
        List<String> names = called.stream().distinct().limit(3).toList();
        if (!names.isEmpty()) {
            raise(
                    flags,
                    "rescuer-used",
                    called.size(),
                    "rescuers were called or ran items of " + WORDS.list(names),
                    true);
        }
    }

    private void maxActive(List<Flag> flags) {
        List<BusyWorkqueue> limited =
                evidence.busy().stream().filter(b -> !b.inactive().isEmpty()).toList();
        long held = limited.stream().mapToLong(b -> b.inactive().size()).sum();
        if (held > 0) {
            raise(
                    flags,
                    "max-active-limited",
                    held,
                    WORDS.things(held, "item waits", "items wait") + " for max_active, on "
                            + WORDS.name(limited.get(0).workqueue()),
                    false);
        }
    }

    private void longItems(List<Flag> flags) {
        List<String> items = new ArrayList<>();
        for (BusyWorkqueue pwq : evidence.busy()) {
            for (Running item : pwq.running()) {
                if (item.seconds() * NANOS > thresholds.longItemNanos()) {
                    items.add(WORDS.name(item.function()) + " for " + WORDS.count(item.seconds()) + " s");
                }
            }
        }
        if (!items.isEmpty()) {
            raise(
                    flags,
                    "long-item",
                    items.size(),
                    "in flight: " + WORDS.list(items.stream().limit(3).toList()),
                    true);
        }
    }

    /** A flag that the trace raised already stays as it is. */
    private static void raise(List<Flag> flags, String id, long count, String text, boolean warning) {
        if (flags.stream().noneMatch(flag -> flag.id().equals(id))) {
            flags.add(new Flag(id, count, NO_TIME, text, warning));
        }
    }
}
