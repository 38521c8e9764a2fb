package dev.wqflush.replay.truth;

import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.Replay;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table of shares per machine and scenario. Run {@code scripts/truth-table} to print it. */
final class TruthTable {
    private TruthTable() {}

    /**
     * Prints the table for the input levels named (all of 1 to 5 without arguments); {@code machine/scenario} as a
     * further argument prints that capture's misses.
     */
    public static void main(String[] arguments) throws IOException {
        Path folder = Captures.folder();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (folder == null) {
            out.println("no shared captures beside this checkout: nothing to compare");
            return;
        }
        if (List.of(arguments).contains("graph")) {
            printGraph(folder, out);
            return;
        }
        String only = null;
        List<Integer> levels = new ArrayList<>();
        for (String argument : arguments) {
            if (argument.length() == 1) {
                levels.add(Integer.valueOf(argument));
            } else {
                only = argument;
            }
        }
        for (int level : levels.isEmpty() ? List.of(1, 2, 3, 4, 5) : levels) {
            if (only != null) {
                int slash = only.indexOf('/');
                Score score = score(folder.resolve(only.substring(0, slash)), only.substring(slash + 1), level);
                out.println(Score.header());
                out.println(score.row(only));
                score.misses.forEach(out::println);
            } else {
                print(folder, level, out);
            }
        }
    }

    private static void print(Path folder, int level, PrintStream out) throws IOException {
        out.println("input level " + level);
        out.println(Score.header());
        Map<String, Score> machines = new TreeMap<>();
        Map<String, Score> scenarios = new TreeMap<>();
        Score all = new Score();
        for (Path machine : Captures.machinesWithCounters(folder)) {
            for (String scenario : Captures.scenarios(machine)) {
                Score score = score(machine, scenario, level);
                scenarios.computeIfAbsent(scenario, name -> new Score()).add(score);
                if (!scenario.equals("attr_unb")) {
                    machines.computeIfAbsent(machine.getFileName().toString(), name -> new Score())
                            .add(score);
                    all.add(score);
                }
            }
        }
        machines.forEach((name, score) -> out.println(score.row(name)));
        out.println();
        scenarios.forEach((name, score) -> out.println(score.row(name)));
        out.println();
        out.println(all.row("all but attr_unb"));
        out.println();
    }

    private static void printGraph(Path folder, PrintStream out) throws IOException {
        GraphTruth all = new GraphTruth();
        for (Path machine : GraphTruth.machines(folder)) {
            GraphTruth truth = new GraphTruth();
            for (String scenario : GraphTruth.scenarios(machine)) {
                truth.add(machine, scenario);
                all.add(machine, scenario);
            }
            out.println(machine.getFileName() + ": " + truth.rightFlushes + " of " + truth.flushes + " flushes, "
                    + truth.rightWalks + " of " + truth.walks + " walks");
        }
        out.println("all: " + all.rightFlushes + " of " + all.flushes + " flushes, " + all.rightWalks + " of "
                + all.walks + " walks");
        all.misses.forEach(out::println);
    }

    static Score score(Path machine, String scenario, int level) throws IOException {
        ReplayResult result = replay(machine.resolve(scenario + ".txt.gz"), topology(machine), level);
        boolean counting = machine.getFileName().toString().startsWith("k73al");
        return Score.of(result, TruthWalk.read(machine.resolve(scenario + ".walks.tsv")), counting);
    }

    static ReplayResult replay(Path capture, Topology topology, int level) throws IOException {
        return replay(TraceSource.file(capture), topology, level);
    }

    static ReplayResult replay(TraceSource source, Topology topology, int level) {
        Replay replay = new Replay();
        try (TraceReader reader = TraceFormats.open(source)) {
            reader.read(new InputLevel(replay.sink(), level));
        }
        return replay.finish(topology);
    }

    static Topology topology(Path machine) throws IOException {
        return topology(Files.readString(machine.resolve("topology.json")));
    }

    /** Reads the captures' {@code topology.json}, which is flat. */
    static Topology topology(String json) {
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
