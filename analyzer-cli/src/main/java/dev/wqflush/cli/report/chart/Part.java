package dev.wqflush.cli.report.chart;

import dev.wqflush.replay.result.FlushSplit;
import java.util.Locale;

/** A part of a flush, in the order in which the parts are drawn. */
public enum Part {
    /** Waiting for {@code wq->mutex}. */
    MUTEX,
    /** Walking. */
    WALK,
    /** Waiting for items. */
    ITEMS,
    /** Woken, not yet running. */
    WAKEUP,
    /** The rest. */
    OTHER;

    /** The word of the outputs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Colour of its marks. */
    public String cssClass() {
        return "p-" + word();
    }

    /** This part of {@code split}. */
    public long of(FlushSplit split) {
        return switch (this) {
            case MUTEX -> split.mutexNanos();
            case WALK -> split.walkNanos();
            case ITEMS -> split.itemsNanos();
            case WAKEUP -> split.wakeupNanos();
            case OTHER -> split.otherNanos();
        };
    }

    /** The largest part; the first of equals. */
    public static Part largest(FlushSplit split) {
        Part largest = MUTEX;
        for (Part part : values()) {
            if (part.of(split) > largest.of(split)) {
                largest = part;
            }
        }
        return largest;
    }
}
