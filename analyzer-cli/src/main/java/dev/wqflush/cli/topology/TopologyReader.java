package dev.wqflush.cli.topology;

import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.input.ArchiveMembers;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads what a user copied from the traced machine to describe it; the content says which form it has. */
public final class TopologyReader {
    private static final String FORMS =
            "topology.json, a copied sysfs tree or its tar.gz, `lscpu`, `lscpu -p` or wq_dump.py";

    /** Lists of 65,536 CPUs fit well; a capture given by mistake does not. */
    private static final int LONGEST_TEXT = 16 << 20;

    /**
     * A file of sysfs is a page at most, a kernel log beside it some hundred; a tree of 8,192 CPUs has 200,000 files.
     */
    private static final ArchiveMembers.Limits LIMITS = new ArchiveMembers.Limits(1 << 18, 1 << 20, 1L << 36);

    private TopologyReader() {}

    /**
     * Reads a file or folder.
     *
     * @param name how the user typed it
     * @throws UnreadableInput if it cannot be read or is none of the forms
     */
    public static Topology read(Path path, String name) {
        try {
            if (Files.isDirectory(path)) {
                return folder(path, name);
            }
            if (ArchiveMembers.isArchive(path)) {
                return new SupportBundle(members(path), name).topology();
            }
            return text(path, name);
        } catch (IOException e) {
            throw new UnreadableInput(
                    "--topology " + name + ": cannot be read (" + e.getMessage() + "); copy it again.", e);
        } catch (IllegalArgumentException e) {
            throw new UnreadableInput(
                    "--topology " + name + ": damaged: " + e.getMessage() + "; copy it again, or give --cpus.", e);
        }
    }

    private static Topology folder(Path path, String name) throws IOException {
        Path json = path.resolve("topology.json");
        if (Files.isRegularFile(json)) {
            return text(json, json.toString());
        }
        return SysfsTree.under(path, name).topology();
    }

    private static SortedMap<String, byte[]> members(Path archive) {
        SortedMap<String, byte[]> members = new TreeMap<>();
        ArchiveMembers.forEach(archive, LIMITS, (path, content) -> {
            if (SupportBundle.mayDescribe(path)) {
                members.put(path, content.readAllBytes());
            }
        });
        return members;
    }

    /** Whether a file of an archive is of a copied sysfs tree, by its path. */
    public static boolean isOfSysfs(String path) {
        return SupportBundle.isOfSysfs(path);
    }

    /** Whether a file is an archive that describes the machine it comes from. */
    public static boolean isDescribedIn(Path archive) {
        if (!ArchiveMembers.isArchive(archive)) {
            return false;
        }
        try {
            read(archive, archive.toString());
            return true;
        } catch (UnreadableInput e) {
            return false; // the capture alone must tell
        }
    }

    private static Topology text(Path path, String name) throws IOException {
        String text;
        try (InputStream in = Files.newInputStream(path)) {
            text = new String(in.readNBytes(LONGEST_TEXT), StandardCharsets.UTF_8);
        }
        if (text.stripLeading().startsWith("{")) {
            return TopologyJson.read(text, name);
        }
        if (LscpuTable.isOne(text)) {
            return LscpuTable.read(text, name);
        }
        if (LscpuSummary.isOne(text)) {
            return LscpuSummary.read(text, name);
        }
        if (WqDump.isOne(text)) {
            return WqDump.read(text, name);
        }
        throw new UnreadableInput("--topology " + name + ": describes no machine that can be read; expected " + FORMS
                + ". --cpus N gives the number of possible CPUs alone.");
    }
}
