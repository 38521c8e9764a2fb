package dev.wqflush.replay.cost;

import java.util.Locale;

/** How a time is known (contract 4). */
public enum TimeKind {
    /** Seen in the capture. */
    MEASURED,
    /** From parameters fitted to measured walks. */
    CALIBRATED,
    /** From published figures of other machines. */
    MODELLED;

    /** The word of the outputs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
