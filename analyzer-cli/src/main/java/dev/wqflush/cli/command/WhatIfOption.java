package dev.wqflush.cli.command;

import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.whatif.Elsewhere;
import dev.wqflush.replay.whatif.MachineChange;
import dev.wqflush.replay.whatif.WhatIf;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the user typed after {@code --what-if}. */
final class WhatIfOption {
    static final String NAME = "--what-if";

    private static final Set<String> KEYS = Set.of("kernel", "cpus", "nodes", "caches", "scope");

    private WhatIfOption() {}

    /**
     * Reads {@code key=value} with commas.
     *
     * @throws BadUsage if it means nothing
     */
    static MachineChange parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String key = equals < 0 ? part.strip() : part.substring(0, equals).strip();
            String value = equals < 0 ? "" : part.substring(equals + 1).strip();
            if (!KEYS.contains(key) || value.isEmpty()) {
                throw new BadUsage(NAME + " " + text + ": " + (key.isEmpty() ? "a part is empty" : "what is " + part)
                        + "? Give kernel=, cpus=, nodes=, caches= (of a node) or scope=, such as kernel=6.6,cpus=192.");
            }
            if (values.put(key, value) != null) {
                throw new BadUsage(NAME + " " + text + ": " + key + " is given twice.");
            }
        }
        return new MachineChange(
                release(values.get("kernel")),
                number("cpus", values.get("cpus")),
                number("nodes", values.get("nodes")),
                number("caches", values.get("caches")),
                scope(values.get("scope")));
    }

    /**
     * The walks on the machine that is asked for.
     *
     * @throws BadUsage if there is no such machine
     */
    static Elsewhere answer(ReplayResult result, Replay replay, CostParameters costs, MachineChange change) {
        try {
            return WhatIf.of(result, replay.workAgain(), costs, change);
        } catch (IllegalArgumentException e) {
            throw new BadUsage(NAME + ": " + e.getMessage() + "; give other cpus=, nodes= or caches=.", e);
        }
    }

    private static @Nullable KernelRelease release(@Nullable String text) {
        try {
            return text == null ? null : KernelRelease.parse(text);
        } catch (IllegalArgumentException e) {
            throw new BadUsage(NAME + " kernel=" + text + ": not a kernel release; give one such as 6.6.", e);
        }
    }

    /** 0 if not given. */
    private static int number(String key, @Nullable String text) {
        if (text == null) {
            return 0;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= CpuSet.MAX_CPUS) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new BadUsage(NAME + " " + key + "=" + text + ": not a number.", e);
        }
        throw new BadUsage(NAME + " " + key + "=" + text + ": give 1 to " + CpuSet.MAX_CPUS + ".");
    }

    private static @Nullable String scope(@Nullable String text) {
        if (text != null && !MachineChange.SCOPES.contains(text)) {
            throw new BadUsage(NAME + " scope=" + text + ": no affinity scope; give "
                    + String.join(", ", MachineChange.SCOPES) + ".");
        }
        return text;
    }
}
