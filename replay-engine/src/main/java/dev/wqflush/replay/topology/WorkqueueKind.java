package dev.wqflush.replay.topology;

import java.util.Locale;

/** Which pwqs a workqueue has (kernel-model 1.1). */
public enum WorkqueueKind {
    /** One pwq per possible CPU, each with its own pool. */
    PER_CPU,
    /** As per-cpu, run in softirq. */
    BH,
    /** Up to 6.5 one pwq per node and the default pwq; from 6.6 one per possible CPU and the default pwq. */
    UNBOUND,
    /** The default pwq alone. */
    ORDERED,
    /** Nothing in the capture tells. */
    UNKNOWN;

    /** The word of the outputs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
