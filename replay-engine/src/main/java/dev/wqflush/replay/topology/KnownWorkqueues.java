package dev.wqflush.replay.topology;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a workqueue's name says of its kind, for those whose items the capture does not show. The names are those that
 * mainline 7.3 creates (read off a machine with wq_dump-like output); a vendor may differ, so the kind is an
 * assumption.
 */
public final class KnownWorkqueues {
    private static final Map<String, WorkqueueKind> BY_NAME = Map.ofEntries(
            Map.entry("events", WorkqueueKind.PER_CPU),
            Map.entry("events_long", WorkqueueKind.PER_CPU),
            Map.entry("events_freezable", WorkqueueKind.PER_CPU),
            Map.entry("events_power_efficient", WorkqueueKind.PER_CPU),
            Map.entry("events_freezable_pwr_efficient", WorkqueueKind.PER_CPU),
            Map.entry("events_dfl_long", WorkqueueKind.UNBOUND),
            Map.entry("async", WorkqueueKind.UNBOUND),
            Map.entry("writeback", WorkqueueKind.UNBOUND),
            Map.entry("thermal_events", WorkqueueKind.UNBOUND),
            Map.entry("xfsdiscard", WorkqueueKind.UNBOUND),
            Map.entry("ipv6_addrconf", WorkqueueKind.ORDERED),
            Map.entry("kacpi_hotplug", WorkqueueKind.ORDERED),
            Map.entry("kec", WorkqueueKind.ORDERED),
            Map.entry("mm_percpu_wq", WorkqueueKind.PER_CPU),
            Map.entry("rcu_gp", WorkqueueKind.PER_CPU),
            Map.entry("kblockd", WorkqueueKind.PER_CPU),
            Map.entry("kacpid", WorkqueueKind.PER_CPU),
            Map.entry("xfsalloc", WorkqueueKind.PER_CPU),
            Map.entry("xfs_mru_cache", WorkqueueKind.PER_CPU),
            Map.entry("slub_flushwq", WorkqueueKind.PER_CPU));

    /** Prefixes of workqueues made per device. */
    private static final List<Map.Entry<String, WorkqueueKind>> BY_PREFIX = List.of(
            Map.entry("xfs-cil/", WorkqueueKind.UNBOUND),
            Map.entry("xfs-blockgc/", WorkqueueKind.UNBOUND),
            Map.entry("ext4-rsv-conversion", WorkqueueKind.UNBOUND),
            Map.entry("xfs-", WorkqueueKind.PER_CPU));

    /** Words that authors put into names to say the kind. */
    private static final List<Map.Entry<String, WorkqueueKind>> BY_WORD = List.of(
            Map.entry("ordered", WorkqueueKind.ORDERED),
            Map.entry("unbound", WorkqueueKind.UNBOUND),
            Map.entry("percpu", WorkqueueKind.PER_CPU),
            Map.entry("highpri", WorkqueueKind.PER_CPU),
            Map.entry("_bh", WorkqueueKind.BH));

    private KnownWorkqueues() {}

    /** The kind that a name suggests; {@link WorkqueueKind#UNKNOWN} if none. */
    public static WorkqueueKind byName(String name) {
        WorkqueueKind known = BY_NAME.get(name);
        if (known != null) {
            return known;
        }
        for (Map.Entry<String, WorkqueueKind> prefix : BY_PREFIX) {
            if (name.startsWith(prefix.getKey())) {
                return prefix.getValue();
            }
        }
        String lower = name.toLowerCase(Locale.ROOT);
        for (Map.Entry<String, WorkqueueKind> word : BY_WORD) {
            if (lower.contains(word.getKey())) {
                return word.getValue();
            }
        }
        return WorkqueueKind.UNKNOWN;
    }
}
