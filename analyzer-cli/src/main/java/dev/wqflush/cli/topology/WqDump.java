package dev.wqflush.cli.topology;

import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the kernel's {@code tools/workqueue/wq_dump.py} prints. Its table "Workqueue CPU -> pool" has a column for each
 * possible CPU and tells the kind of every workqueue and the pool of every pwq.
 */
final class WqDump {
    private static final Pattern HEADER = Pattern.compile("(?m)^\\[ +workqueue +\\\\ +type +CPU((?: +\\d+)+) +dfl\\]$");
    private static final Pattern ROW =
            Pattern.compile("(?m)^(\\S.*?) +(percpu|unbound|ordered|bh)(?:,\\w+)? +((?:\\d+ *)+)$");
    private static final Pattern DEFAULT_SCOPE = Pattern.compile("(?m)^([A-Z_]+) \\(default\\)$");

    private WqDump() {}

    static boolean isOne(String text) {
        return HEADER.matcher(text).find();
    }

    static Topology read(String text, String name) {
        Matcher header = HEADER.matcher(text);
        if (!header.find()) {
            throw new IllegalArgumentException("it has no table of workqueues");
        }
        BitSet possible = new BitSet();
        numbers(header.group(1)).forEach(possible::set);
        Map<String, WorkqueueKind> kinds = new HashMap<>();
        Map<String, List<Integer>> pools = new HashMap<>();
        Set<String> severalKinds = new HashSet<>();
        for (Matcher row = ROW.matcher(text).region(header.end(), text.length()); row.find(); ) {
            String workqueue = row.group(1);
            WorkqueueKind kind = kind(row.group(2));
            WorkqueueKind namesake = kinds.put(workqueue, kind);
            if (namesake != null && namesake != kind) {
                severalKinds.add(workqueue);
            }
            if (kind == WorkqueueKind.UNBOUND) {
                pools.put(workqueue, numbers(row.group(3)).toList());
            }
        }
        kinds.keySet().removeAll(severalKinds);
        pools.keySet().removeAll(severalKinds);
        Matcher scope = DEFAULT_SCOPE.matcher(text);
        return new Topology(
                null,
                CpuSet.of(possible),
                true,
                null,
                List.of(),
                List.of(),
                scope.find() ? scope.group(1).toLowerCase(Locale.ROOT) : null,
                Topology.DEFAULT_CACHE_SHARD_SIZE,
                kinds,
                pools,
                null,
                name);
    }

    private static WorkqueueKind kind(String type) {
        return switch (type) {
            case "percpu" -> WorkqueueKind.PER_CPU;
            case "bh" -> WorkqueueKind.BH;
            case "ordered" -> WorkqueueKind.ORDERED;
            default -> WorkqueueKind.UNBOUND;
        };
    }

    private static Stream<Integer> numbers(String text) {
        return Stream.of(text.strip().split(" +", -1)).map(Integer::valueOf);
    }
}
