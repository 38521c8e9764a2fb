package dev.wqflush.parsers.perfdata;

import java.util.List;

/** How perf calls events that the file does not name. */
final class AttributeNames {
    private static final int HARDWARE = 0;
    private static final int SOFTWARE = 1;
    private static final int CACHE = 3;
    private static final int RAW = 4;
    private static final int BREAKPOINT = 5;

    private static final int EXCLUDE_USER = 4;
    private static final int EXCLUDE_KERNEL = 5;
    private static final int EXCLUDE_HYPERVISOR = 6;
    private static final int PRECISE = 15;
    private static final int EXCLUDE_HOST = 19;
    private static final int EXCLUDE_GUEST = 20;

    private static final List<String> HARDWARE_NAMES = List.of(
            "cycles",
            "instructions",
            "cache-references",
            "cache-misses",
            "branches",
            "branch-misses",
            "bus-cycles",
            "stalled-cycles-frontend",
            "stalled-cycles-backend",
            "ref-cycles");
    private static final List<String> SOFTWARE_NAMES = List.of(
            "cpu-clock",
            "task-clock",
            "page-faults",
            "context-switches",
            "cpu-migrations",
            "minor-faults",
            "major-faults",
            "alignment-faults",
            "emulation-faults",
            "dummy",
            "bpf-output",
            "cgroup-switches");
    private static final List<String> CACHE_NAMES =
            List.of("L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node");
    private static final List<String> CACHE_ACCESSES = List.of("loads", "stores", "prefetches");
    private static final List<String> CACHE_MISSES = List.of("load-misses", "store-misses", "prefetch-misses");

    private AttributeNames() {}

    /** The name of an event that is no tracepoint, with the modifiers that say who is counted. */
    static String of(EventAttribute event) {
        return switch (event.type()) {
            case HARDWARE -> named(HARDWARE_NAMES, event.config(), "hardware") + modifiers(event);
            case SOFTWARE -> named(SOFTWARE_NAMES, event.config(), "software") + modifiers(event);
            case CACHE -> cache(event.config()) + modifiers(event);
            case RAW -> "raw 0x" + Long.toHexString(event.config()) + modifiers(event);
            case BREAKPOINT -> "mem" + modifiers(event);
            case EventAttribute.TRACEPOINT -> "tracepoint-" + event.config();
            default -> "pmu-" + event.type() + "/0x" + Long.toHexString(event.config()) + "/";
        };
    }

    private static String named(List<String> names, long config, String kind) {
        return config >= 0 && config < names.size() ? names.get((int) config) : "unknown-" + kind;
    }

    /** The configuration is {@code cache | operation << 8 | result << 16}. */
    private static String cache(long config) {
        int cache = (int) config & 0xff;
        int operation = (int) (config >> 8) & 0xff;
        return cache < CACHE_NAMES.size() && operation < CACHE_ACCESSES.size()
                ? CACHE_NAMES.get(cache) + "-"
                        + ((config >> 16 & 0xff) == 0 ? CACHE_ACCESSES : CACHE_MISSES).get(operation)
                : "unknown-hardware-cache";
    }

    /**
     * {@code ukh} where one of them is left out, a {@code p} a level of precision, {@code G} and {@code H} of guests.
     */
    private static String modifiers(EventAttribute event) {
        StringBuilder text = new StringBuilder();
        boolean guestIsLeftOut = false;
        if (event.flag(EXCLUDE_USER) || event.flag(EXCLUDE_KERNEL) || event.flag(EXCLUDE_HYPERVISOR)) {
            text.append(event.flag(EXCLUDE_KERNEL) ? "" : "k")
                    .append(event.flag(EXCLUDE_USER) ? "" : "u")
                    .append(event.flag(EXCLUDE_HYPERVISOR) ? "" : "h");
            guestIsLeftOut = true;
        }
        int precision = (int) (event.flags() >>> PRECISE) & 3;
        if (precision > 0) {
            text.append("p".repeat(precision));
            guestIsLeftOut = true;
        }
        if (event.flag(EXCLUDE_HOST) || event.flag(EXCLUDE_GUEST) == guestIsLeftOut) {
            text.append(event.flag(EXCLUDE_HOST) ? "" : "H").append(event.flag(EXCLUDE_GUEST) ? "" : "G");
        }
        return text.length() == 0 ? "" : ":" + text;
    }
}
