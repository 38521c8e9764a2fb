package dev.wqflush.cli.compare;

import dev.wqflush.cli.report.Quantities;
import dev.wqflush.cli.report.TraceName;
import dev.wqflush.cli.terminal.Colours;
import dev.wqflush.cli.terminal.Prose;
import dev.wqflush.cli.terminal.Table;
import dev.wqflush.cli.terminal.Table.Column;
import dev.wqflush.replay.compare.Change;
import dev.wqflush.replay.compare.Change.Direction;
import dev.wqflush.replay.compare.Comparison;
import dev.wqflush.replay.compare.Comparison.Outcome;
import dev.wqflush.replay.compare.Extent;
import dev.wqflush.replay.compare.Measure;
import dev.wqflush.replay.compare.Prediction;
import dev.wqflush.replay.compare.Prediction.Fate;
import dev.wqflush.replay.compare.Side;
import dev.wqflush.replay.compare.WorkqueueChange;
import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.verdict.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** A comparison at the prompt. */
public final class ComparisonText {
    /** Workqueues that are told one by one; the others are counted. */
    private static final int MOST_ROWS = 10;

    private static final UnaryOperator<String> PLAIN = UnaryOperator.identity();

    private final int width;
    private final boolean unicode;
    private final Colours colours;

    /** For a terminal of so many columns. */
    public ComparisonText(int width, boolean unicode, Colours colours) {
        this.width = width;
        this.unicode = unicode;
        this.colours = colours;
    }

    /** One line: what it comes to. */
    public String verdict(Comparison comparison) {
        return comparison.outcome().word() + ": " + Prose.escaped(TraceName.of(sentence(comparison)));
    }

    /** All of it. */
    public List<String> lines(Comparison comparison) {
        String word = comparison.outcome().word();
        List<String> lines = labelled(word, sentence(comparison));
        lines.set(0, colours.bold(word) + lines.get(0).substring(word.length()));
        lines.addAll(labelled("before", side(comparison.before())));
        lines.addAll(labelled("after", side(comparison.after())));
        if (comparison.workqueues().isEmpty()) {
            return lines;
        }
        lines.add("");
        lines.addAll(all(comparison));
        if (comparison.workqueues().size() > 1) {
            lines.add("");
            lines.addAll(workqueues(comparison.workqueues()));
        }
        lines.add("");
        lines.addAll(labelled("prediction", prediction(comparison)));
        for (String note : notes(comparison)) {
            lines.addAll(Prose.wrap("  - ", 4, width, Prose.escaped(TraceName.of(note))));
        }
        return lines;
    }

    private List<String> labelled(String label, String text) {
        return Prose.labelled(label, width, Prose.escaped(TraceName.of(text)));
    }

    /** What it comes to, for a ticket. */
    static String sentence(Comparison comparison) {
        if (comparison.workqueues().isEmpty()) {
            return "the data can show none, for no workqueue is flushed on both sides: BEFORE flushes "
                    + names(comparison.onlyBefore()) + ", AFTER " + names(comparison.onlyAfter()) + ".";
        }
        String changes = comparison.outcome() == Outcome.NO_DIFFERENCE
                ? "the data show none: " + quiet(comparison.of(Measure.POOL_LOCKS)) + "; "
                        + quiet(comparison.of(Measure.P50))
                : "AFTER has " + shown(comparison);
        return changes + untested(comparison) + "." + supposition(comparison);
    }

    /** A backport does not show in a release: what it would mean if AFTER had one. */
    private static String supposition(Comparison comparison) {
        Prediction prediction = comparison.prediction();
        if (!prediction.supposed()
                || comparison.isOneBoot()
                || comparison.after().algorithm().model().equals(ModelSet.ACTIVE_LIST)) {
            return "";
        }
        return " If AFTER has the active list, it takes fewer pool lock cycles per walk, "
                + value(Measure.POOL_LOCKS, comparison.of(Measure.POOL_LOCKS).before()) + " to "
                + value(Measure.POOL_LOCKS, prediction.actualPoolLocks()) + " (--after-model active-list).";
    }

    private static String untested(Comparison comparison) {
        if (comparison.countsOnly()) {
            return "; times are of an emulated guest and decide nothing";
        }
        return comparison.of(Measure.P50).isTested()
                ? ""
                : "; a report has no single flushes, so differences of times cannot be told from chance";
    }

    /** The measures that moved: of all workqueues, and of single ones where the sum hides them. */
    private static String shown(Comparison comparison) {
        List<String> parts = new ArrayList<>();
        for (Change change : comparison.changes()) {
            if (deciding(comparison, change)) {
                parts.add(moved(change));
            }
        }
        for (WorkqueueChange workqueue : comparison.workqueues()) {
            for (Change change : workqueue.changes()) {
                if (deciding(comparison, change)
                        && comparison.of(change.measure()).direction() != change.direction()
                        && parts.size() < MOST_ROWS) {
                    parts.add("on " + Words.PLAIN.name(workqueue.before().name()) + " " + moved(change));
                }
            }
        }
        return String.join("; ", parts);
    }

    private static boolean deciding(Comparison comparison, Change change) {
        return change.direction() != Direction.NONE && comparison.decides(change.measure());
    }

    private static String moved(Change change) {
        boolean less = change.direction() == Direction.LESS;
        return (change.measure().isTime() ? (less ? "a shorter " : "a longer ") : (less ? "fewer " : "more "))
                + change.measure().title() + ", " + values(change);
    }

    private static String quiet(Change change) {
        return change.measure().title() + " " + values(change);
    }

    /** Both values and the interval of the change. */
    private static String values(Change change) {
        return value(change.measure(), change.before()) + " to " + value(change.measure(), change.after())
                + (change.isTested() ? " (" + interval(change) + ")" : "");
    }

    private static String value(Measure measure, Extent extent) {
        if (!extent.isKnown()) {
            return "-";
        }
        String low = number(measure, extent.low());
        if (!extent.isBounded()) {
            return low + "+";
        }
        String high = number(measure, extent.high());
        return low.equals(high) ? low : low + ".." + high;
    }

    private static String number(Measure measure, double value) {
        return measure.isTime() ? Words.PLAIN.time(Math.round(value)) : Quantities.number(value);
    }

    /** In percent of what was before. */
    private static String interval(Change change) {
        if (!change.isTested()) {
            return "-";
        }
        Extent ratio = change.ratio();
        return ratio.isBounded() ? signed(ratio.low() - 1) + ".." + signed(ratio.high() - 1) + " %" : "not bounded";
    }

    private static String signed(double share) {
        double percent = share * 100;
        String format = Math.abs(percent) < 10 ? "%+.1f" : "%+.0f";
        return String.format(Locale.ROOT, format, percent == 0 ? 0.0 : percent);
    }

    private static String side(Side side) {
        String algorithm = side.algorithm().model()
                + switch (side.algorithm().source()) {
                    case TOLD -> ", as you say";
                    case RELEASE -> side.kernel().isEmpty() ? " assumed" : "";
                    case WALK_TIMES -> ", for its walks are that much shorter on a like machine";
                };
        String waited = side.waitedNanos() == Side.NOT_TOLD
                ? ""
                : ", waited " + Words.PLAIN.time(side.waitedNanos()) + " in " + Words.PLAIN.time(side.wallNanos())
                        + " of wall time";
        return side.name() + ": "
                + (side.kernel().isEmpty() ? "kernel not known" : "kernel " + side.kernel())
                + " (" + algorithm + "); "
                + (side.possible() == 0 ? "CPUs not known" : Words.PLAIN.things(side.possible(), "CPU", "CPUs"))
                + (side.runs() > 1 ? "; " + side.runs() + " runs" : "") + "; "
                + Words.PLAIN.things(side.flushes(), "flush", "flushes") + " in "
                + Words.PLAIN.time(side.spanNanos()) + waited;
    }

    private List<String> all(Comparison comparison) {
        int shared = comparison.workqueues().size();
        Table table = new Table(List.of(
                new Column(
                        shared == 1
                                ? Words.PLAIN.name(
                                        comparison.workqueues().get(0).before().name())
                                : "over " + shared + " workqueues of both sides",
                        30,
                        true,
                        0,
                        PLAIN,
                        ""),
                new Column("before", 11, false, 0, PLAIN, ""),
                new Column("after", 11, false, 0, PLAIN, ""),
                new Column("change", 9, false, 0, PLAIN, ""),
                new Column("99 % interval", 18, false, 0, PLAIN, ""),
                new Column("shown", 8, true, 1, PLAIN, "")));
        for (Change change : comparison.changes()) {
            table.add(List.of(
                    "  " + change.measure().title(),
                    value(change.measure(), change.before()),
                    value(change.measure(), change.after()),
                    relative(change),
                    interval(change),
                    change.direction() == Direction.NONE
                            ? ""
                            : change.direction().name().toLowerCase(Locale.ROOT)));
        }
        return table.lines(width, unicode);
    }

    private static String relative(Change change) {
        double ratio = change.middleRatio();
        return Double.isFinite(ratio) ? signed(ratio - 1) + " %" : "-";
    }

    private List<String> workqueues(List<WorkqueueChange> workqueues) {
        Table table = new Table(List.of(
                new Column("workqueue", 16, true, 0, PLAIN, ""),
                new Column("before", 8, false, 0, PLAIN, "flushes"),
                new Column("after", 8, false, 0, PLAIN, "flushes"),
                new Column("before", 9, false, 0, PLAIN, "locks per walk"),
                new Column("after", 9, false, 0, PLAIN, "locks per walk"),
                new Column("before", 9, false, 0, PLAIN, "p50"),
                new Column("after", 9, false, 0, PLAIN, "p50"),
                new Column("outcome", 15, true, 1, PLAIN, "")));
        for (WorkqueueChange workqueue : workqueues.subList(0, Math.min(MOST_ROWS, workqueues.size()))) {
            Change locks = workqueue.of(Measure.POOL_LOCKS);
            Change half = workqueue.of(Measure.P50);
            table.add(List.of(
                    Prose.escaped(
                            TraceName.of(Words.PLAIN.name(workqueue.before().name()))),
                    Words.PLAIN.count(workqueue.before().flushes()),
                    Words.PLAIN.count(workqueue.after().flushes()),
                    value(locks.measure(), locks.before()),
                    value(locks.measure(), locks.after()),
                    value(half.measure(), half.before()),
                    value(half.measure(), half.after()),
                    workqueue.outcome().word()));
        }
        List<String> lines = table.lines(width, unicode);
        if (workqueues.size() > MOST_ROWS) {
            lines.add("and " + (workqueues.size() - MOST_ROWS) + " more: --json");
        }
        return lines;
    }

    private static String prediction(Comparison comparison) {
        Prediction prediction = comparison.prediction();
        String predicted = value(Measure.POOL_LOCKS, prediction.predictedPoolLocks());
        String actual = value(Measure.POOL_LOCKS, prediction.actualPoolLocks());
        if (prediction.supposed()) {
            return comparison.before().algorithm().model().equals(ModelSet.ACTIVE_LIST)
                    ? "both kernels run the active list; nothing was to foretell"
                    : "both kernels walk by " + comparison.after().algorithm().model()
                            + ". Under the active list BEFORE's events give " + predicted
                            + " pool lock cycles per walk and AFTER's " + actual + ": "
                            + wouldFate(prediction.poolLocks());
        }
        String text = "of BEFORE for " + prediction.model() + ": " + predicted + " pool lock cycles per walk; AFTER: "
                + actual + ", " + fate(prediction.poolLocks());
        Band saving = prediction.predictedSaving();
        if (saving == null) {
            return text;
        }
        boolean tested = !Double.isNaN(prediction.savingLow());
        return text + ". Saving " + Words.PLAIN.bandWithKind(saving, " per flush") + "; mean flush time fell by "
                + (tested
                        ? Words.PLAIN.time(Math.round(prediction.savingLow())) + " to "
                                + Words.PLAIN.time(Math.round(prediction.savingHigh()))
                        : "an amount without bounds")
                + ", " + fate(prediction.saving());
    }

    private static String wouldFate(Fate fate) {
        return switch (fate) {
            case HELD -> "the one foretells the other";
            case MISSED -> "the loads differ, so the one does not foretell the other";
            case UNTESTABLE -> "these data cannot hold the one against the other";
        };
    }

    private static String fate(Fate fate) {
        return switch (fate) {
            case HELD -> "it held";
            case MISSED -> "it missed";
            case UNTESTABLE -> "these data cannot test it";
        };
    }

    private static List<String> notes(Comparison comparison) {
        List<String> notes = new ArrayList<>();
        if (comparison.countsOnly()) {
            notes.add("emulated guest: counts and order are real, times are not, so times decide nothing here");
        }
        if (comparison.of(Measure.RATE).direction() != Direction.NONE) {
            notes.add("the load differs too: "
                    + (comparison.of(Measure.RATE).direction() == Direction.LESS ? "fewer" : "more")
                    + " flushes per second");
        }
        if (!comparison.of(Measure.POOL_LOCKS).before().isBounded()
                || !comparison.of(Measure.POOL_LOCKS).after().isBounded()) {
            notes.add("possible CPUs are not in the captures, so a + is a lower bound: give --topology or --cpus");
        }
        if (!comparison.onlyBefore().isEmpty()) {
            notes.add("not compared, flushed in BEFORE alone: " + names(comparison.onlyBefore()));
        }
        if (!comparison.onlyAfter().isEmpty()) {
            notes.add("not compared, flushed in AFTER alone: " + names(comparison.onlyAfter()));
        }
        return notes;
    }

    private static String names(List<String> names) {
        List<String> shown = new ArrayList<>(names.stream()
                .limit(MOST_ROWS)
                .map(name -> name.isEmpty() ? "one without a name" : Words.PLAIN.name(name))
                .toList());
        if (names.size() > MOST_ROWS) {
            shown.add((names.size() - MOST_ROWS) + " more");
        }
        return shown.isEmpty() ? "none" : Words.PLAIN.list(shown);
    }
}
