package dev.wqflush.cli.report;

import dev.wqflush.cli.terminal.Colours;
import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.cli.terminal.Table;
import dev.wqflush.cli.terminal.Table.Column;
import dev.wqflush.replay.explain.Citation;
import dev.wqflush.replay.explain.Fact;
import dev.wqflush.replay.explain.FlushExplanation;
import dev.wqflush.replay.explain.ListVisit;
import dev.wqflush.replay.explain.Sentence;
import dev.wqflush.replay.explain.WalkExplanation;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.verdict.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Explanations at the prompt: what is known and by which rule, then the cited lines of the capture themselves. Of many
 * pwqs the first are told and the others counted.
 */
public final class ExplanationText {
    private static final Words WORDS = Words.PLAIN;
    private static final String NONE = "-";

    /** pwqs told one by one. */
    private static final int PWQS = 8;

    /** Cited lines printed. */
    private static final int LINES = 40;

    private final ReplayResult result;
    private final Map<Long, CitedLine> lines;
    private final int width;
    private final Colours colours;
    private final boolean all;
    private final Set<Long> cited = new TreeSet<>();

    /**
     * Explanations of one result.
     *
     * @param lines of the cited events
     * @param all whether all pwqs and lines are printed, however many there are
     */
    public ExplanationText(ReplayResult result, Map<Long, CitedLine> lines, int width, Colours colours, boolean all) {
        this.result = result;
        this.lines = lines;
        this.width = width;
        this.colours = colours;
        this.all = all;
    }

    /** Numbers of the events whose lines are needed. */
    public static Set<Long> events(WalkExplanation walk) {
        Set<Long> events = events(walk.facts());
        walk.list().forEach(visit -> add(visit.why(), events));
        return events;
    }

    /** Numbers of the events whose lines are needed. */
    public static Set<Long> events(FlushExplanation flush) {
        return events(flush.facts());
    }

    private static Set<Long> events(List<Fact> facts) {
        Set<Long> events = new LinkedHashSet<>();
        facts.forEach(fact -> add(fact.sentence(), events));
        return events;
    }

    private static void add(Sentence sentence, Set<Long> events) {
        sentence.citations().forEach(citation -> events.add(citation.event()));
    }

    /** The lines of an explanation. */
    public List<String> of(WalkExplanation explanation) {
        WalkResult walk = explanation.walk();
        List<String> out = new ArrayList<>(title(
                "walk " + walk.number(),
                walk.kind().word() + " walk of " + workqueue(walk.workqueue()) + " by " + task(walk.task(), walk.tid())
                        + " in flush " + walk.flush() + time(walk.timeNanos()) + ", grade " + walk.grade()));
        explanation.facts().forEach(fact -> out.addAll(labelled(fact.label(), text(fact.sentence()))));
        out.add("");
        out.addAll(counts(walk));
        out.add("");
        String before = "";
        for (Fact fact : explanation.pwqs()) {
            String text = text(fact.sentence());
            out.addAll(labelled(fact.label(), text.equals(before) ? "the same" : text));
            before = text;
        }
        if (!explanation.list().isEmpty()) {
            out.addAll(List.of("", "pwqs that the active list visits"));
            out.addAll(list(explanation.list()));
        }
        out.addAll(citedLines());
        return out;
    }

    /** The lines of an explanation. */
    public List<String> of(FlushExplanation explanation) {
        FlushResult flush = explanation.flush();
        List<String> out = new ArrayList<>(title(
                "flush " + flush.number(),
                workqueue(flush.workqueue()) + " by " + task(flush.task(), flush.tid()) + time(flush.startNanos())
                        + ", grade " + flush.grade()));
        explanation.facts().forEach(fact -> out.addAll(labelled(fact.label(), text(fact.sentence()))));
        out.addAll(citedLines());
        return out;
    }

    private List<String> title(String label, String text) {
        List<String> title = labelled(label, text);
        title.set(0, colours.bold(label) + title.get(0).substring(label.length()));
        return title;
    }

    private List<String> labelled(String label, String text) {
        return Prose.labelled(label, width, Prose.escaped(TraceName.of(text)));
    }

    private String workqueue(int index) {
        return WORDS.name(result.workqueues().get(index).name());
    }

    private static String task(String name, int tid) {
        return WORDS.name(name) + "-" + tid;
    }

    private String time(long nanos) {
        return result.evidence().timed() ? " at " + Quantities.seconds(nanos) : "";
    }

    private String text(Sentence sentence) {
        return sentence.text(this::place);
    }

    private String place(Citation citation) {
        CitedLine line = lines.get(citation.event());
        if (line == null) {
            return "the start of the capture";
        }
        cited.add(citation.event());
        return (line.file().isEmpty() ? "" : line.file() + " ") + "line " + WORDS.count(line.number());
    }

    private List<String> counts(WalkResult walk) {
        Table table = new Table(List.of(
                new Column("model", 12, true, 0, UnaryOperator.identity(), ""),
                number("visits"),
                number("pool locks"),
                number("node locks"),
                number("armed"),
                number("kept"),
                number("dropped")));
        for (int i = 0; i < result.models().size(); i++) {
            String model = result.models().get(i);
            WalkCounts counts = walk.counts().get(i);
            boolean lists = counts.nodeLocks().high() > 0;
            table.add(List.of(
                    model + (model.equals(result.tracedModel()) ? " (traced kernel)" : ""),
                    WORDS.range(counts.visits()),
                    WORDS.range(counts.poolLocks()),
                    lists ? WORDS.range(counts.nodeLocks()) : NONE,
                    WORDS.count(counts.armed()),
                    lists ? WORDS.count(counts.kept()) : NONE,
                    lists ? WORDS.count(counts.dropped()) : NONE));
        }
        return table.lines(width, true);
    }

    private static Column number(String title) {
        return new Column(title, 10, false, 0, UnaryOperator.identity(), "");
    }

    /** Those that the histories disagree about first, for they are the reason of a range. */
    private List<String> list(List<ListVisit> visits) {
        List<ListVisit> told = visits.stream()
                .sorted(Comparator.comparing(ListVisit::isCertain))
                .limit(all ? visits.size() : PWQS)
                .toList();
        List<String> out = new ArrayList<>();
        for (ListVisit visit : told) {
            out.addAll(Prose.wrap(
                    "  " + Prose.padRight(visit.pwq(), Prose.LABEL - 2),
                    Prose.LABEL,
                    width,
                    Prose.escaped(TraceName.of(fate(visit) + " (" + visit.place() + "): " + text(visit.why())))));
        }
        List<ListVisit> rest =
                visits.stream().filter(visit -> !told.contains(visit)).toList();
        if (!rest.isEmpty()) {
            Map<String, Long> fates = new LinkedHashMap<>();
            rest.forEach(visit -> fates.merge(fate(visit), 1L, Long::sum));
            List<String> parts = fates.entrySet().stream()
                    .map(entry -> WORDS.count(entry.getValue()) + " " + entry.getKey())
                    .toList();
            out.addAll(Prose.wrap(
                    "  ",
                    Prose.LABEL,
                    width,
                    WORDS.things(rest.size(), "more pwq", "more pwqs") + ": " + String.join(", ", parts)
                            + " (--verbose tells each)"));
        }
        return out;
    }

    private static String fate(ListVisit visit) {
        if (visit.isCertain()) {
            ListVisit.Visit sure = Objects.requireNonNull(visit.value());
            return sure.armed() ? "armed" : sure.kept() ? "stays" : "leaves";
        }
        boolean always = visit.low() != null && visit.value() != null && visit.high() != null;
        return always ? "visited" : visit.value() == null ? "perhaps" : "likely";
    }

    private List<String> citedLines() {
        if (cited.isEmpty()) {
            return List.of();
        }
        List<CitedLine> some = cited.stream()
                .map(lines::get)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        List<String> out = new ArrayList<>(List.of("", "lines"));
        int shown = all ? some.size() : Math.min(LINES, some.size());
        int numberWidth = some.stream()
                .mapToInt(line -> WORDS.count(line.number()).length())
                .max()
                .orElse(0);
        String file = "";
        for (CitedLine line : some.subList(0, shown)) {
            if (!line.file().equals(file)) {
                file = line.file();
                out.add("  " + Prose.escaped(file));
            }
            String label = "  " + Prose.padLeft(WORDS.count(line.number()), numberWidth) + "  ";
            String text = Prose.escaped(TraceName.of(line.text())).strip().replaceAll(" +", " ");
            out.addAll(Prose.wrap(label, label.length() + 4, width, text));
        }
        if (shown < some.size()) {
            out.add("  " + WORDS.things(some.size() - shown, "more line", "more lines") + ": --verbose");
        }
        out.addAll(List.of("", "rules       `wqflush explain R1` tells what a rule says"));
        return out;
    }
}
