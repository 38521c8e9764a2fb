package dev.wqflush.replay.truth;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A figure of {@link Score}, as the tables print it and the acceptance asks for it. */
@SuppressWarnings("ImmutableEnumChecker") // its functions hold no state
enum Figure {
    /** Walks that the kernel made. */
    WALKS("walks", "%.0f", score -> score.walks),
    /** Walks of the kernel that the replay made too, in order per workqueue, task and kind; per cent. */
    KIND("kind", "%.1f", score -> score.ofWalks(score.matched)),
    /** Walks of the replay that the kernel did not make, in per cent of the kernel's. */
    EXTRA("extra", "%.2f", score -> score.ofWalks(score.extra)),
    /** Matched walks whose visits and pool locks are right under v1 and v2; per cent. */
    LEGACY("legacy", "%.1f", score -> score.ofMatched(score.legacy)),
    /** Matched walks of which that is so or that are reported as estimates; per cent. */
    FLAGGED("flagged", "%.1f", score -> score.ofMatched(score.legacyOrFlagged)),
    /** Walks for which it is right whether anything was armed; per cent. */
    ANY("any", "%.1f", score -> score.ofWalks(score.armedAny)),
    /** Walks with the right number of armed pwqs; per cent. */
    ARMED("armed", "%.1f", score -> score.ofWalks(score.armed)),
    /** Walks whose active list visits and pool locks are both right; per cent. */
    LIST("list", "%.1f", score -> score.ofWalks(score.list)),
    /** The same, node locks too, over the kernels that keep the list; per cent. */
    NODES("nodes", "%.1f", score -> Score.percent(score.nodes, score.nodeWalks)),
    /** Matched walks whose true visits lie within the range; per cent. */
    COVER_VISITS("cov-v", "%.1f", score -> score.ofMatched(score.coversVisits)),
    /** Matched walks whose true pool locks lie within the range; per cent. */
    COVER_LOCKS("cov-l", "%.1f", score -> score.ofMatched(score.coversLocks)),
    /** As {@link #COVER_VISITS}, in per cent of all walks: one that is missing is not covered. */
    ALL_VISITS("all-v", "%.1f", score -> score.ofWalks(score.coversVisits)),
    /** As {@link #COVER_LOCKS}, in per cent of all walks. */
    ALL_LOCKS("all-l", "%.1f", score -> score.ofWalks(score.coversLocks)),
    /** Matched walks whose range of visits is wider than one value; per cent. */
    RANGED("ranged", "%.1f", score -> score.ofMatched(score.ranged)),
    /** Mean width of the range of visits of matched walks; visits. */
    WIDTH("width", "%.3f", score -> score.matched == 0 ? 0 : (double) score.width / score.matched),
    /** Error of the sum of active list visits over all walks, extra ones too; per cent of the true sum. */
    SUM("sum", "%+.1f", score -> Score.percent(score.visits - score.trueVisits, score.trueVisits)),
    /** Flushes that the kernel timed. */
    FLUSHES("flushes", "%.0f", score -> score.flushes.flushes),
    /** Flushes with the right path; per cent. */
    PATH("path", "%.2f", score -> Score.percent(score.flushes.paths, score.flushes.flushes)),
    /** Flushes whose wait for the mutex is right; per cent. */
    MUTEX("mutex", "%.1f", score -> Score.percent(score.flushes.mutexes, score.flushes.flushes)),
    /** Flushes with a wait for items that is right, of those that had one; per cent. */
    ITEMS("items", "%.1f", score -> Score.percent(score.flushes.items, score.flushes.waited)),
    /** Those whose wakeup takes at least what was seen as such, and at most what else is unexplained; per cent. */
    WAKEUP("wakeup", "%.1f", score -> Score.percent(score.flushes.wakeups, score.flushes.waited)),
    /** Error of the sum of waits for items; per cent. */
    ITEMS_SUM(
            "items-sum",
            "%+.1f",
            score -> Score.percent(
                    score.flushes.itemsNanos - score.flushes.trueItemsNanos, score.flushes.trueItemsNanos));

    private final String column;
    private final String format;
    private final ToDoubleFunction<Score> value;

    Figure(String column, String format, ToDoubleFunction<Score> value) {
        this.column = column;
        this.format = format;
        this.value = value;
    }

    static Figure named(String column) {
        for (Figure figure : values()) {
            if (figure.column.equals(column)) {
                return figure;
            }
        }
        throw new IllegalArgumentException(column);
    }

    String column() {
        return column;
    }

    /** The figure, NaN where there is nothing to take it of. */
    double of(Score score) {
        return value.applyAsDouble(score);
    }

    /** How far the figure is from perfect. */
    double fault(Score score) {
        return fault(of(score));
    }

    private double fault(double of) {
        return switch (this) {
            case EXTRA, RANGED, WIDTH -> of;
            case SUM, ITEMS_SUM -> Math.abs(of);
            default -> 100 - of;
        };
    }

    /** Whether the figure is as good as a mark or better. */
    boolean reaches(Score score, double mark) {
        return fault(score) <= fault(mark);
    }

    String text(Score score) {
        double of = of(score);
        return Double.isNaN(of) ? "-" : String.format(Locale.ROOT, format, of);
    }
}
