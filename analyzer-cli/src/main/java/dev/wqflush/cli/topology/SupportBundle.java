package dev.wqflush.cli.topology;

import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of an archive that describe the machine that it comes from: a topology.json or a copied sysfs tree, or, as
 * in the archives that support asks for, the outputs of {@code lscpu}, {@code uname} and {@code dmesg}.
 */
final class SupportBundle {
    private static final Pattern UNAME = Pattern.compile("(?m)^Linux \\S+ (\\d+\\.\\d\\S*)");
    private static final Pattern VERSION = Pattern.compile("Linux version (\\S+)");

    /** One more than the number of the last possible CPU; the kernel prints it while it boots. */
    private static final Pattern CPU_IDS = Pattern.compile("nr_cpu_ids[:=](\\d{1,5})\\b");

    private final SortedMap<String, byte[]> files;
    private final String name;

    SupportBundle(SortedMap<String, byte[]> files, String name) {
        this.files = files;
        this.name = name;
    }

    /** Whether a file of an archive may be one of these, by its path. */
    static boolean mayDescribe(String path) {
        String file = path.substring(path.lastIndexOf('/') + 1);
        return file.equals("topology.json")
                || file.equals("version")
                || file.startsWith("dmesg")
                || file.startsWith("lscpu")
                || file.startsWith("uname")
                || isOfSysfs(path);
    }

    static boolean isOfSysfs(String path) {
        return path.contains("devices/system/")
                || path.contains("devices/virtual/workqueue/")
                || path.contains("module/workqueue/");
    }

    /**
     * What they say together.
     *
     * @throws UnreadableInput if that is nothing
     */
    Topology topology() throws IOException {
        String json = text("topology.json");
        if (json != null) {
            return TopologyJson.read(json, name);
        }
        if (SysfsTree.isIn(files)) {
            return SysfsTree.in(files, name).topology();
        }
        Topology cpus = cpus();
        if (cpus == null) {
            throw new UnreadableInput(
                    "--topology " + name + ": archive without sys/devices/system/cpu/possible, lscpu or"
                            + " dmesg from boot; copy /sys/devices/system/cpu and node, or give --cpus N.");
        }
        return Topology.listed(
                kernel(), cpus.possible(), cpus.possibleKnown(), cpus.online(), cpus.nodes(), cpus.caches(), name);
    }

    /** Possible CPUs from the kernel's log, the rest from lscpu. */
    private @Nullable Topology cpus() throws IOException {
        Topology listed = listed();
        String log = text("dmesg");
        Matcher ids = CPU_IDS.matcher(log == null ? "" : log);
        int possible = ids.find() ? Integer.parseInt(ids.group(1)) : 0;
        if (possible < 1 || possible > CpuSet.MAX_CPUS) {
            return listed;
        }
        Topology base = listed == null ? Topology.inferred(CpuSet.of(new BitSet()), null) : listed;
        return Topology.listed(
                null, CpuSet.firstCpus(possible), true, base.online(), base.nodes(), base.caches(), name);
    }

    private @Nullable Topology listed() throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            if (fileName(file.getKey()).startsWith("lscpu")) {
                String text = text(file.getValue());
                if (LscpuTable.isOne(text)) {
                    return LscpuTable.read(text, name);
                }
                if (LscpuSummary.isOne(text)) {
                    return LscpuSummary.read(text, name);
                }
            }
        }
        return null;
    }

    private @Nullable KernelRelease kernel() {
        for (byte[] content : files.values()) {
            String text = text(content);
            Matcher release = UNAME.matcher(text);
            Matcher version = VERSION.matcher(text);
            if (version.find()) {
                return KernelRelease.parse(version.group(1));
            }
            if (release.find()) {
                return KernelRelease.parse(release.group(1));
            }
        }
        return null;
    }

    /** The first file whose name begins so. */
    private @Nullable String text(String beginning) {
        return files.entrySet().stream()
                .filter(file -> fileName(file.getKey()).startsWith(beginning))
                .map(file -> text(file.getValue()))
                .findFirst()
                .orElse(null);
    }

    private static String text(byte[] content) {
        return new String(content, StandardCharsets.ISO_8859_1);
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
