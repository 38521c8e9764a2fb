package dev.wqflush.cli.topology;

import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A copied sysfs tree, with the kernel's version line in {@code version} and lines of its log in {@code dmesg.txt}
 * beside it.
 */
final class SysfsTree {
    private static final String POSSIBLE = "devices/system/cpu/possible";
    private static final String SYS = "sys/";
    private static final int MOST_CACHE_INDICES = 10;
    private static final Pattern VERSION = Pattern.compile("Linux version (\\S+)");

    /** Hypervisors run guests at speed; QEMU's own translator (TCG) does not. */
    private static final Pattern EMULATOR = Pattern.compile("QEMU TCG CPU");

    private final Function<String, @Nullable String> files;
    private final String sys;
    private final String name;

    /** A tree of files by path; {@code sys} is the path of {@code /sys} in it, empty or with a slash at its end. */
    private SysfsTree(Function<String, @Nullable String> files, String sys, String name) {
        this.files = files;
        this.sys = sys;
        this.name = name;
    }

    /** The tree in a folder, which is {@code sys} itself or holds it. */
    static SysfsTree under(Path folder, String name) {
        boolean holdsIt = Files.exists(folder.resolve(SYS + POSSIBLE));
        if (!holdsIt && !Files.exists(folder.resolve(POSSIBLE))) {
            throw missing(name, "folder");
        }
        return new SysfsTree(path -> text(folder.resolve(path)), holdsIt ? SYS : "", name);
    }

    /** Whether there is a tree among the members of an archive. */
    static boolean isIn(SortedMap<String, byte[]> members) {
        return possibleIn(members).isPresent();
    }

    private static Optional<String> possibleIn(SortedMap<String, byte[]> members) {
        return members.keySet().stream()
                .filter(path -> path.equals(POSSIBLE) || path.endsWith("/" + POSSIBLE))
                .findFirst();
    }

    /** The tree among the members of an archive, at any depth. */
    static SysfsTree in(SortedMap<String, byte[]> members, String name) {
        String possible = possibleIn(members).orElseThrow(() -> missing(name, "archive"));
        Function<String, @Nullable String> files = path -> {
            byte[] content = members.get(path);
            return content == null ? null : new String(content, StandardCharsets.UTF_8);
        };
        return new SysfsTree(files, possible.substring(0, possible.length() - POSSIBLE.length()), name);
    }

    Topology topology() {
        String possible = required(POSSIBLE);
        String online = inSys("devices/system/cpu/online");
        CpuSet onlineSet = online == null ? null : CpuSet.parse(online);
        CpuSet possibleSet = CpuSet.parse(possible);
        return new Topology(
                kernel(),
                possibleSet,
                true,
                onlineSet,
                nodes(),
                caches(onlineSet == null ? possibleSet : onlineSet),
                inSys("module/workqueue/parameters/default_affinity_scope"),
                shardSize(),
                Map.of(),
                Map.of(),
                emulated(),
                name);
    }

    private @Nullable KernelRelease kernel() {
        for (String file : List.of("version", "proc/version", "dmesg.txt")) {
            String text = beside(file);
            Matcher version = VERSION.matcher(text == null ? "" : text);
            if (version.find()) {
                return KernelRelease.parse(version.group(1));
            }
        }
        return null;
    }

    private List<CpuSet> nodes() {
        List<CpuSet> nodes = new ArrayList<>();
        String possible = inSys("devices/system/node/possible");
        for (int node : CpuSet.parse(possible == null ? "" : possible).toArray()) {
            String cpus = inSys("devices/system/node/node" + node + "/cpulist");
            nodes.add(CpuSet.parse(cpus == null ? "" : cpus));
        }
        return nodes;
    }

    private List<CpuSet> caches(CpuSet cpus) {
        Set<CpuSet> caches = new LinkedHashSet<>();
        for (int cpu : cpus.toArray()) {
            CpuSet shared = lastLevelCache("devices/system/cpu/cpu" + cpu + "/cache/index");
            if (shared != null) {
                caches.add(shared);
            }
        }
        return List.copyOf(caches);
    }

    private @Nullable CpuSet lastLevelCache(String index) {
        int highest = 0;
        String shared = null;
        for (int i = 0; i < MOST_CACHE_INDICES; i++) {
            String level = inSys(index + i + "/level");
            if (level != null && Integer.parseInt(level) > highest) {
                highest = Integer.parseInt(level);
                shared = inSys(index + i + "/shared_cpu_list");
            }
        }
        return shared == null ? null : CpuSet.parse(shared);
    }

    private int shardSize() {
        String size = inSys("module/workqueue/parameters/cache_shard_size");
        return size == null ? Topology.DEFAULT_CACHE_SHARD_SIZE : Integer.parseInt(size);
    }

    private @Nullable String emulated() {
        String log = beside("dmesg.txt");
        Matcher emulator = EMULATOR.matcher(log == null ? "" : log);
        return emulator.find() ? emulator.group() : null;
    }

    private String required(String path) {
        String text = inSys(path);
        if (text == null) {
            throw missing(name, "tree");
        }
        return text;
    }

    private @Nullable String inSys(String path) {
        String text = files.apply(sys + path);
        return text == null ? null : text.strip();
    }

    private @Nullable String beside(String path) {
        return files.apply(sys.endsWith(SYS) ? sys.substring(0, sys.length() - SYS.length()) + path : path);
    }

    private static @Nullable String text(Path path) {
        try {
            return Files.readString(path, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static UnreadableInput missing(String name, String what) {
        return new UnreadableInput("--topology " + name + ": " + what + " without sys/" + POSSIBLE
                + "; copy /sys/devices/system/cpu and node, or give --cpus N.");
    }
}
