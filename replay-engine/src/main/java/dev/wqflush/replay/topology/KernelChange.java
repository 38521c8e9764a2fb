package dev.wqflush.replay.topology;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the kernel that decide how it flushes, or what a trace shows of it, oldest first, and the first mainline
 * release that has each (kernel-model 7). A release makes a candidate, never a proof: vendors port changes back, and
 * take some out.
 */
public enum KernelChange {
    /** Barriers have the colour of their target, so there are 16 colours instead of 15. */
    COLOURED_BARRIERS("5.15"),
    /** {@code flush_workqueue} is a macro round the function {@code __flush_workqueue}. */
    FLUSH_MACRO("6.0"),
    /** Unbound workqueues have a pwq per possible CPU instead of one per node. */
    PWQ_PER_CPU("6.6", "a pwq per possible CPU on unbound workqueues", "636b927eba5b"),
    /** Workqueues that run in softirq; each CPU has two pools for them. */
    BH_POOLS("6.9"),
    /** A walk takes one lock for neighbours of one pool; 6.13 by most accounts (6.12.117 has it not, 7.3.4 has it). */
    COALESCED_LOCKS("6.13", "coalesced pool locks", "85f0d8e39aff"),
    /** Pools of unbound workqueues are of parts of a last-level cache by default. */
    CACHE_SHARDS("7.1"),
    /** A walk passes the pwqs that have work; 7.3 has it not. */
    ACTIVE_LIST(null, "the active list", "");

    private final @Nullable String since;
    private final String what;
    private final String commit;

    KernelChange(String since) {
        this(since, "", "");
    }

    /**
     * @param since null: in no release yet
     * @param what a walk that has it has, empty if walks stay as they are
     */
    KernelChange(@Nullable String since, String what, String commit) {
        this.since = since;
        this.what = what;
        this.commit = commit;
    }

    /** The first mainline release with the change, null if there is none yet. */
    public @Nullable KernelRelease since() {
        return since == null ? null : KernelRelease.parse(since);
    }

    /** Whether mainline of the release has the change. */
    public boolean isIn(KernelRelease release) {
        KernelRelease first = since();
        return first != null && release.atLeast(first.major(), first.minor());
    }

    /** In words, what walks have from it, with commit and release: {@code coalesced pool locks (1234, from 6.13)}. */
    public String words() {
        return what + (since == null ? " (in no release yet)" : " (" + commit + ", from " + since + ")");
    }

    /** In words, which of the changes that walks show a kernel has by its release, and which not. */
    public static String candidates(KernelRelease release) {
        List<String> has = new ArrayList<>();
        List<String> lacks = new ArrayList<>();
        for (KernelChange change : values()) {
            if (!change.what.isEmpty()) {
                (change.isIn(release) ? has : lacks).add(change.words());
            }
        }
        return "mainline " + release.major() + "." + release.minor()
                + (has.isEmpty() ? "" : " has " + String.join(" and ", has) + ", and")
                + " lacks " + String.join(", ", lacks)
                + "; vendor kernels differ, so this is a candidate, no proof";
    }
}
