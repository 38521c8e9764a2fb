package dev.wqflush.replay.truth;

import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the captures' {@code topology.json}, which is flat. */
final class TopologyJson {
    private TopologyJson() {}

    static Topology parse(String json) {
        return new Topology(
                KernelRelease.parse(text(json, "kernel")),
                CpuSet.parse(text(json, "possible")),
                true,
                CpuSet.parse(text(json, "online")),
                sets(json, "nodes_online_cpus"),
                sets(json, "llc"),
                json.contains("\"default_affinity_scope\": null") ? null : text(json, "default_affinity_scope"),
                Topology.DEFAULT_CACHE_SHARD_SIZE,
                Map.of(),
                Map.of(),
                "qemu",
                "topology.json");
    }

    private static String text(String json, String key) {
        Matcher matcher = Pattern.compile('"' + key + "\": \"([^\"]*)\"").matcher(json);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no " + key);
        }
        return matcher.group(1);
    }

    private static List<CpuSet> sets(String json, String key) {
        Matcher array = Pattern.compile('"' + key + "\": \\[([^\\]]*)\\]").matcher(json);
        List<CpuSet> sets = new ArrayList<>();
        if (array.find()) {
            Matcher set = Pattern.compile("\"([^\"]*)\"").matcher(array.group(1));
            while (set.find()) {
                sets.add(CpuSet.parse(set.group(1)));
            }
        }
        return sets;
    }
}
