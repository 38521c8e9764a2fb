package dev.wqflush.cli.topology;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code topology.json}: one object with the keys {@code kernel}, {@code possible}, {@code online},
 * {@code nodes_online_cpus}, {@code llc}, {@code default_affinity_scope}, {@code cache_shard_size} and
 * {@code emulated}; other keys are passed over.
 */
final class TopologyJson {
    private TopologyJson() {}

    static Topology read(String text, String name) throws IOException {
        Map<String, String> values = new HashMap<>();
        Map<String, List<CpuSet>> lists = new HashMap<>();
        try (JsonParser json = new JsonFactory().createParser(text)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String key = json.currentName();
                switch (json.nextToken()) {
                    case START_ARRAY -> lists.put(key, cpuSets(json));
                    case START_OBJECT -> json.skipChildren();
                    case VALUE_NULL -> {}
                    default -> values.put(key, json.getText());
                }
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "JSON breaks at line " + e.getLocation().getLineNr(), e);
        }
        String possible = values.get("possible");
        if (possible == null) {
            throw new IllegalArgumentException("it has no \"possible\"");
        }
        String kernel = values.get("kernel");
        return new Topology(
                kernel == null ? null : KernelRelease.parse(kernel),
                CpuSet.parse(possible),
                true,
                cpus(values.get("online")),
                lists.getOrDefault("nodes_online_cpus", List.of()),
                lists.getOrDefault("llc", List.of()),
                values.get("default_affinity_scope"),
                Integer.parseInt(
                        values.getOrDefault("cache_shard_size", String.valueOf(Topology.DEFAULT_CACHE_SHARD_SIZE))),
                Map.of(),
                Map.of(),
                values.get("emulated"),
                name);
    }

    private static @Nullable CpuSet cpus(@Nullable String list) {
        return list == null ? null : CpuSet.parse(list);
    }

    private static List<CpuSet> cpuSets(JsonParser json) throws IOException {
        List<CpuSet> sets = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            sets.add(CpuSet.parse(json.getText()));
        }
        return sets;
    }
}
