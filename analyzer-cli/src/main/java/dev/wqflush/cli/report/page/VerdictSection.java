package dev.wqflush.cli.report.page;

import static dev.wqflush.cli.report.page.Capture.WORDS;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.verdict.Flag;
import dev.wqflush.replay.verdict.Verdict;
import dev.wqflush.replay.verdict.VerdictClass;
import dev.wqflush.replay.verdict.WorkqueueSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The head of the page: what was analysed, the verdict, and the figures that it rests on.
 *
 * @param meta facts of the capture in a line
 * @param word class of the verdict
 * @param badge style of its badge
 * @param grade letter
 * @param gradeMeaning what the letter says
 * @param cautions circumstances that change how the numbers may be used
 * @param line the sentence for the ticket
 * @param then exceptions and the next step, a sentence each
 */
public record VerdictSection(
        List<String> meta,
        String word,
        String badge,
        String grade,
        String gradeMeaning,
        List<Caution> cautions,
        String line,
        List<String> then,
        List<Figure> figures) {
    /** A flag in a few words. */
    public record Caution(String id, String text) {}

    /** A headline figure. */
    public record Figure(String label, List<Piece> value, String note) {}

    /** A piece of a figure's value; the class says what it stands for. */
    public record Piece(String cssClass, String text) {}

    private static final int MOST_NAMES = 3;

    static VerdictSection of(Capture capture) {
        Verdict verdict = capture.assessment().verdict();
        return new VerdictSection(
                meta(capture),
                verdict.verdictClass().word(),
                badge(verdict.verdictClass()),
                verdict.grade().name(),
                meaning(verdict.grade()),
                cautions(capture),
                Typeset.sentence(verdict.line()),
                then(capture),
                capture.anyFlush() ? figures(capture) : List.of());
    }

    private static List<String> meta(Capture capture) {
        Topology topology = capture.result().topology();
        List<String> meta = new ArrayList<>();
        KernelRelease kernel = topology.kernel();
        meta.add((kernel == null ? "kernel not known" : "kernel " + kernel.text()) + ", model "
                + capture.result().tracedModel());
        CpuSet online = topology.online();
        meta.add(WORDS.count(topology.possible().count())
                + (topology.possibleKnown() ? " CPUs possible" : " CPUs seen")
                + (online == null ? "" : ", " + WORDS.count(online.count()) + " online"));
        if (capture.timed()) {
            meta.add(WORDS.time(capture.result().spanNanos()) + " recorded");
        }
        return meta;
    }

    private static String badge(VerdictClass verdictClass) {
        return switch (verdictClass) {
            case WALK_BOUND, LOCK_BOUND -> "badge-walk";
            case HEALTHY, NO_FLUSH, UNDECIDED -> "badge-calm";
            default -> "badge-wait";
        };
    }

    private static String meaning(Grade grade) {
        return switch (grade) {
            case A -> "walks seen, topology known, no loss";
            case B -> "walks inferred by the protocol";
            case C -> "ends, topology or events partly missing";
            case D -> "partial evidence";
        };
    }

    private static List<Caution> cautions(Capture capture) {
        List<Caution> cautions = new ArrayList<>();
        for (Flag flag : capture.assessment().flags()) {
            String text = switch (flag.id()) {
                case "emulated-guest" -> "counts are real, times are not";
                case "lost-events" -> "counts that losses touch are ranges";
                case "topology-assumed" -> "a part of the topology is a guess";
                case "clock-disorder" -> "some times are out of order";
                default -> "";
            };
            if (!text.isEmpty()) {
                cautions.add(new Caution(flag.id(), text));
            }
        }
        return cautions;
    }

    private static List<String> then(Capture capture) {
        Verdict verdict = capture.assessment().verdict();
        List<String> then = new ArrayList<>();
        List<WorkqueueSummary> elsewhere = verdict.verdictClass() == VerdictClass.WALK_BOUND
                ? List.of()
                : capture.assessment().workqueues().stream()
                        .filter(queue -> queue.verdictClass() == VerdictClass.WALK_BOUND)
                        .toList();
        if (!elsewhere.isEmpty()) {
            List<String> names = elsewhere.stream()
                    .map(queue -> capture.queueName(queue.workqueue()))
                    .toList();
            then.add("Elsewhere the walk is the cost: " + walkShares(capture, elsewhere) + "on "
                    + Capture.list(names, MOST_NAMES) + ".");
        }
        if (!verdict.nextStep().isEmpty()) {
            then.add("Next step: " + Typeset.sentence(verdict.nextStep()));
        }
        return then;
    }

    /** {@code it is 36 % to 79 % of the flush time }, where it was measured. */
    private static String walkShares(Capture capture, List<WorkqueueSummary> queues) {
        if (!capture.timed() || queues.stream().anyMatch(queue -> queue.measuredWalks() == 0)) {
            return "";
        }
        double[] shares = queues.stream()
                .filter(queue -> queue.split().totalNanos() > 0)
                .mapToDouble(queue ->
                        (double) queue.split().walkNanos() / queue.split().totalNanos())
                .sorted()
                .toArray();
        if (shares.length == 0) {
            return "";
        }
        String low = WORDS.percent(shares[0]);
        String high = WORDS.percent(shares[shares.length - 1]);
        return "it is " + (low.equals(high) ? low : low + " to " + high) + " of the flush time ";
    }

    private static List<Figure> figures(Capture capture) {
        List<Figure> figures = new ArrayList<>();
        figures.add(flushes(capture));
        if (capture.anyWalk() && capture.comparable()) {
            figures.add(locks(capture));
            figures.add(walkTime(capture));
            if (capture.timed()) {
                figures.add(saved(capture));
            }
        }
        return figures;
    }

    private static Figure flushes(Capture capture) {
        WorkqueueSummary all = capture.all();
        String note = WORDS.things(all.walkCount(), "walk", "walks") + " on "
                + WORDS.things(capture.assessment().workqueues().size(), "workqueue", "workqueues");
        if (all.openFlushes() > 0) {
            note += "; " + WORDS.count(all.openFlushes()) + " without an end in the capture";
        }
        return new Figure("Flushes", List.of(new Piece("", WORDS.count(all.flushes()))), note);
    }

    private static Figure locks(Capture capture) {
        WorkqueueSummary all = capture.all();
        Range now = capture.traced(all).counts().poolLocks();
        Range active = capture.activeList(all).counts().poolLocks();
        return new Figure(
                "Pool lock cycles per flush",
                List.of(
                        new Piece("walk", perFlush(now, all.flushes())),
                        new Piece("arrow", "\u2192"),
                        new Piece("active", perFlush(active, all.flushes()))),
                "this kernel \u2192 active list, reconstructed; " + WORDS.range(now) + " \u2192 " + WORDS.range(active)
                        + " in all");
    }

    private static String perFlush(Range count, long flushes) {
        String low = ratio(count.low(), flushes);
        String high = ratio(count.high(), flushes);
        return low.equals(high) ? low : low + ".." + high;
    }

    /** A mean with three digits, or in full. */
    static String ratio(long count, long flushes) {
        double mean = (double) count / flushes;
        return String.format(Locale.ROOT, count != 0 && mean < 99.95 ? "%.1f" : "%,.0f", mean);
    }

    private static Figure walkTime(Capture capture) {
        WorkqueueSummary all = capture.all();
        if (capture.timed() && all.measuredWalks() > 0) {
            return new Figure(
                    "Flush time spent in walks",
                    List.of(new Piece("", Capture.walkShare(all.split()))),
                    capture.measured() + "; " + WORDS.time(all.split().walkNanos()) + " of "
                            + WORDS.time(all.split().totalNanos()) + " waited");
        }
        Band time = capture.traced(all).time();
        return new Figure("Time in walks", pieces(time), time.kind().word() + "; no walk was measured");
    }

    private static Figure saved(Capture capture) {
        Band each = capture.all().savedTime().dividedBy(capture.all().flushes());
        String note = each.kind().word() + ", on the flusher's critical path";
        return new Figure(
                "Saved per flush by the active list",
                pieces(each),
                capture.emulated() ? note + "; do not subtract from emulated times" : note);
    }

    /** Base large, bounds small. */
    private static List<Piece> pieces(Band band) {
        String text = WORDS.band(band);
        int bounds = text.indexOf(" (");
        return List.of(
                new Piece("", text.substring(0, bounds)),
                new Piece("bounds", text.substring(bounds + 2, text.length() - 1)));
    }
}
