package dev.wqflush.cli.topology;

import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.Topology;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What {@code lscpu} prints without options, in English. It does not know which CPUs are possible. */
final class LscpuSummary {
    private static final Pattern ONLINE = Pattern.compile("(?m)^\\s*On-line CPU\\(s\\) list:\\s*(\\S+)");
    private static final Pattern NODE = Pattern.compile("(?m)^\\s*NUMA node\\d+ CPU\\(s\\):[ \\t]*(\\S*)");

    private LscpuSummary() {}

    static boolean isOne(String text) {
        return ONLINE.matcher(text).find();
    }

    static Topology read(String text, String name) {
        CpuSet online = ONLINE.matcher(text)
                .results()
                .findFirst()
                .map((MatchResult match) -> CpuSet.parse(match.group(1)))
                .orElseThrow();
        List<CpuSet> nodes = NODE.matcher(text)
                .results()
                .map((MatchResult match) -> CpuSet.parse(match.group(1)))
                .toList();
        return Topology.listed(null, online, false, online, nodes, List.of(), name);
    }
}
