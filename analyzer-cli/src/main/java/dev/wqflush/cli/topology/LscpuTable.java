package dev.wqflush.cli.topology;

import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * What {@code lscpu -p} prints: comments, the last of which names the columns, then a row per CPU. It does not know
 * which CPUs are possible.
 */
final class LscpuTable {
    private static final Pattern HEADER = Pattern.compile("(?mi)^# ?(cpu,.*)$");
    private static final List<String> CACHES = List.of("L4", "L3", "L2");

    private LscpuTable() {}

    static boolean isOne(String text) {
        return text.startsWith("#") && HEADER.matcher(text).find();
    }

    static Topology read(String text, String name) throws IOException {
        String header = HEADER.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .reduce((first, later) -> later)
                .orElseThrow();
        BitSet online = new BitSet();
        SortedMap<Integer, BitSet> nodes = new TreeMap<>();
        SortedMap<Integer, BitSet> caches = new TreeMap<>();
        // The column between CPUs and caches has no name.
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setHeader(header.strip().split(",", -1))
                .setAllowMissingColumnNames(true)
                .setIgnoreHeaderCase(true)
                .setCommentMarker('#')
                .setIgnoreEmptyLines(true)
                .get();
        try (CSVParser rows = format.parse(new StringReader(text))) {
            String cache = CACHES.stream()
                    .filter(level -> rows.getHeaderMap().containsKey(level))
                    .findFirst()
                    .orElse("");
            for (CSVRecord row : rows) {
                if (row.isMapped("Online") && !row.get("Online").equalsIgnoreCase("Y")) {
                    continue;
                }
                int cpu = Integer.parseInt(row.get("CPU"));
                online.set(cpu);
                put(nodes, row, "Node", cpu);
                put(caches, row, cache, cpu);
            }
        }
        CpuSet cpus = CpuSet.of(online);
        return Topology.listed(null, cpus, false, cpus, sets(nodes), sets(caches), name);
    }

    private static void put(SortedMap<Integer, BitSet> groups, CSVRecord row, String column, int cpu) {
        if (row.isMapped(column) && !row.get(column).isEmpty()) {
            groups.computeIfAbsent(Integer.valueOf(row.get(column)), id -> new BitSet())
                    .set(cpu);
        }
    }

    private static List<CpuSet> sets(SortedMap<Integer, BitSet> groups) {
        List<CpuSet> sets = new ArrayList<>();
        groups.values().forEach(group -> sets.add(CpuSet.of(group)));
        return sets;
    }
}
