package dev.wqflush.replay.topology;

import org.jspecify.annotations.Nullable;

/**
 * The mainline releases between two changes.
 *
 * @param from the change that the first one has, null: no release is too old
 * @param before the change that the last one lacks, null: no release is too new
 */
public record Releases(
        @Nullable KernelChange from, @Nullable KernelChange before) {
    /** Whether the release is one of them. */
    public boolean contain(KernelRelease release) {
        return (from == null || from.isIn(release)) && (before == null || !before.isIn(release));
    }

    /** The last one, null if there is no end to them. */
    public @Nullable KernelRelease last() {
        KernelRelease next = before == null ? null : before.since();
        return next == null ? null : next.before();
    }

    /** In words, {@code 6.6 to 6.12}; vendor kernels differ. */
    public String words() {
        KernelRelease first = from == null ? null : from.since();
        KernelRelease last = last();
        if (from != null && first == null) {
            return "in no release yet";
        }
        if (last == null) {
            return first == null ? "all" : "from " + first.text();
        }
        return (first == null ? "" : first.text() + " ") + "to " + last.text();
    }
}
