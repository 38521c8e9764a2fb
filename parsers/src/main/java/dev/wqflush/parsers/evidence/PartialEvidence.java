package dev.wqflush.parsers.evidence;

import java.util.ArrayList;
import java.util.List;

/**
 * Everything that texts without a trace tell of flushes and work items.
 *
 * @param kernel release that a stack's head tells, empty if none does
 * @param busyShown whether there is a dump of busy workqueues, even one that shows none
 */
public record PartialEvidence(
        String kernel,
        List<TaskStack> stacks,
        boolean busyShown,
        List<BusyWorkqueue> busy,
        List<Complaint> complaints,
        List<LockTable> locks,
        List<ItemRow> items,
        List<MonitorRow> monitor,
        List<Histogram> histograms) {
    /** Nothing. */
    public static final PartialEvidence NONE =
            new PartialEvidence("", List.of(), false, List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    /** Freezes the lists. */
    public PartialEvidence {
        stacks = List.copyOf(stacks);
        busy = List.copyOf(busy);
        complaints = List.copyOf(complaints);
        locks = List.copyOf(locks);
        items = List.copyOf(items);
        monitor = List.copyOf(monitor);
        histograms = List.copyOf(histograms);
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return stacks.isEmpty()
                && !busyShown
                && complaints.isEmpty()
                && locks.isEmpty()
                && items.isEmpty()
                && monitor.isEmpty()
                && histograms.isEmpty();
    }

    /** This evidence and that of another text of the same machine. */
    public PartialEvidence plus(PartialEvidence other) {
        return new PartialEvidence(
                kernel.isEmpty() ? other.kernel : kernel,
                both(stacks, other.stacks),
                busyShown || other.busyShown,
                both(busy, other.busy),
                both(complaints, other.complaints),
                both(locks, other.locks),
                both(items, other.items),
                both(monitor, other.monitor),
                both(histograms, other.histograms));
    }

    private static <T> List<T> both(List<T> one, List<T> other) {
        List<T> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }
}
