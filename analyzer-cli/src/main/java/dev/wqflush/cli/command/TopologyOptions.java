package dev.wqflush.cli.command;

import dev.wqflush.cli.redact.Naming;
import dev.wqflush.cli.topology.TopologyReader;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the user says of the traced machine. */
final class TopologyOptions {
    /** Files that describe the machine of the captures beside them, the one that says most first. */
    private static final List<String> DESCRIPTIONS = List.of("topology.json", "sysfs.tar.gz");

    @Option(
            names = "--topology",
            paramLabel = "FILE|DIR",
            description = {
                "The traced machine: topology.json, sysfs, lscpu...",
                "topology.json, a copied sysfs tree or its tar.gz, the output of lscpu [-p] or of wq_dump.py. A folder of captures that holds a topology.json or sysfs.tar.gz, and an archive that holds such or lscpu, uname and dmesg, describes its machine itself."
            })
    @Nullable
    String file;

    @Option(names = "--cpus", paramLabel = "N", description = "Number of possible CPUs.")
    @Nullable
    Integer cpus;

    @Option(names = "--kernel", paramLabel = "RELEASE", description = "Kernel release, such as 6.12.0-amd64.")
    @Nullable
    String kernel;

    /**
     * What is known of the machine, null if the capture alone must tell.
     *
     * @param naming how the report tells names
     */
    @Nullable
    Topology read(List<String> inputs, Naming naming) {
        Topology topology = read(inputs);
        return topology == null ? null : told(topology, description(inputs), naming);
    }

    /** Files are told as everywhere, and so are the workqueues of a dump. */
    private Topology told(Topology t, @Nullable String description, Naming naming) {
        Map<String, WorkqueueKind> kinds = new HashMap<>();
        t.workqueueKinds().forEach((name, kind) -> kinds.put(naming.workqueue(name), kind));
        Map<String, List<Integer>> pools = new HashMap<>();
        t.unboundPwqPools().forEach((name, ids) -> pools.put(naming.workqueue(name), ids));
        String source = description == null ? t.source() : t.source().replace(description, naming.file(description));
        return new Topology(
                t.kernel(),
                t.possible(),
                t.possibleKnown(),
                t.online(),
                t.nodes(),
                t.caches(),
                t.affinityScope(),
                t.cacheShardSize(),
                kinds,
                pools,
                t.emulated(),
                source);
    }

    /**
     * The same with names as they are.
     *
     * @param inputs as the user typed them: a folder among them may describe its machine itself
     */
    @Nullable
    Topology read(List<String> inputs) {
        String description = description(inputs);
        Topology topology = description == null ? null : TopologyReader.read(existing(description), description);
        if (kernel != null) {
            topology = withKernel(topology == null ? nothing() : topology, release(kernel));
        }
        return cpus == null ? topology : withCpus(topology == null ? nothing() : topology, cpus);
    }

    /** As part of a command for a shell; a description found in a folder is named too. */
    String command(List<String> inputs) {
        String description = description(inputs);
        return (description == null ? "" : " --topology " + Shell.quoted(description))
                + (cpus == null ? "" : " --cpus " + cpus)
                + (kernel == null ? "" : " --kernel " + kernel);
    }

    /** Whether the user describes the machine at all. */
    boolean given(List<String> inputs) {
        return cpus != null || description(inputs) != null;
    }

    private @Nullable String description(List<String> inputs) {
        return file == null ? describedIn(inputs) : file;
    }

    /** The description in a folder or archive that the user named, if it is the only one. */
    static @Nullable String describedIn(List<String> inputs) {
        List<String> found = new ArrayList<>();
        for (String input : inputs) {
            if (TopologyReader.isDescribedIn(Path.of(input))) {
                found.add(input);
                continue;
            }
            for (String name : DESCRIPTIONS) {
                Path description = Path.of(input, name);
                if (Files.isRegularFile(description)) {
                    found.add(description.toString());
                    break;
                }
            }
        }
        return found.size() == 1 ? found.get(0) : null;
    }

    private static Path existing(String file) {
        Path path = Path.of(file);
        if (!Files.exists(path)) {
            throw new UnreadableInput("--topology " + Inputs.noSuchFile(file));
        }
        return path;
    }

    private static KernelRelease release(String text) {
        try {
            return KernelRelease.parse(text);
        } catch (IllegalArgumentException e) {
            throw new BadUsage("--kernel " + text + ": not a kernel release; give one such as 6.12.0-amd64.", e);
        }
    }

    private static Topology nothing() {
        return Topology.inferred(CpuSet.of(new BitSet()), null);
    }

    private static Topology withKernel(Topology t, KernelRelease kernel) {
        return new Topology(
                kernel,
                t.possible(),
                t.possibleKnown(),
                t.online(),
                t.nodes(),
                t.caches(),
                t.affinityScope(),
                t.cacheShardSize(),
                t.workqueueKinds(),
                t.unboundPwqPools(),
                t.emulated(),
                t.source());
    }

    private static Topology withCpus(Topology t, int cpus) {
        if (cpus < 1 || cpus > CpuSet.MAX_CPUS) {
            throw new BadUsage("--cpus " + cpus + ": not a number of CPUs; give 1 to " + CpuSet.MAX_CPUS + ".");
        }
        return new Topology(
                t.kernel(),
                CpuSet.firstCpus(cpus),
                true,
                t.online(),
                t.nodes(),
                t.caches(),
                t.affinityScope(),
                t.cacheShardSize(),
                t.workqueueKinds(),
                t.unboundPwqPools(),
                t.emulated(),
                t.online() == null ? "--cpus" : "--cpus and " + t.source());
    }
}
