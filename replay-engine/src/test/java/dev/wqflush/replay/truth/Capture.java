package dev.wqflush.replay.truth;

import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/**
 * One of the shared captures: what a machine recorded of a scenario.
 *
 * @param alone whether the count of possible CPUs is all that is told of the machine
 */
record Capture(Path folder, String scenario, boolean alone) {
    Capture(Path folder, String scenario) {
        this(folder, scenario, false);
    }

    Capture withCpusAlone() {
        return new Capture(folder, scenario, true);
    }

    static Capture named(Path captures, String name) {
        int slash = name.indexOf('/');
        return new Capture(captures.resolve(name.substring(0, slash)), name.substring(slash + 1));
    }

    String machine() {
        return folder.getFileName().toString();
    }

    /** CPUs online and possible, which machines of several kernels have in common. */
    String shape() {
        return machine().substring(machine().indexOf('-') + 1);
    }

    String name() {
        return machine() + "/" + scenario;
    }

    LoadClass load() {
        return LoadClass.of(scenario);
    }

    /** Whether the kernel counted what it did. */
    boolean isCounted() {
        return Files.exists(folder.resolve(scenario + ".walks.tsv"));
    }

    /** Whether the kernel works with the active list. */
    boolean keepsList() {
        return machine().startsWith("k73al");
    }

    /** A text file of this capture, such as {@code walks.tsv}. */
    List<String> lines(String what) throws IOException {
        return Files.readAllLines(folder.resolve(scenario + "." + what));
    }

    TraceSource trace() {
        return TraceSource.file(folder.resolve(scenario + ".txt.gz"));
    }

    Topology topology() throws IOException {
        Topology told = TopologyJson.parse(Files.readString(folder.resolve("topology.json")));
        return alone ? cpusOf(told) : told;
    }

    /** What {@code --cpus} tells: nothing of pods, nodes and the kernel. */
    static Topology cpusOf(Topology told) {
        Topology nothing = Topology.inferred(told.possible(), null);
        return new Topology(
                null,
                told.possible(),
                true,
                null,
                nothing.nodes(),
                nothing.caches(),
                null,
                nothing.cacheShardSize(),
                nothing.workqueueKinds(),
                nothing.unboundPwqPools(),
                null,
                "--cpus");
    }

    SortedMap<Integer, ReplayResult> replays(List<Integer> levels) throws IOException {
        return Replays.of(trace(), topology(), levels);
    }

    /** The walks that the kernel made, by its counters or else by its probes. */
    List<TruthWalk> walks() throws IOException {
        if (isCounted()) {
            return TruthWalk.parse(lines("walks.tsv"));
        }
        WalkProbes probes = new WalkProbes();
        Replays.read(trace(), probes);
        return probes.walks();
    }

    /** The flushes that the kernel timed; none where it did not. */
    List<TruthFlush> flushes() throws IOException {
        return isCounted() ? TruthFlush.parse(lines("flushes.tsv")) : List.of();
    }
}
