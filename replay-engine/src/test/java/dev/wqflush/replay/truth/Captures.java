package dev.wqflush.replay.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** Finds the shared captures, which lie beside a developer's checkout and in no user's. */
final class Captures {
    private Captures() {}

    /** The folder with one folder per machine, or null where there is none. */
    static @Nullable Path folder() {
        String given = System.getProperty("wqflush.shared");
        Path at = Path.of("").toAbsolutePath();
        while (at != null) {
            Path shared = (given != null ? Path.of(given) : at.resolve("shared")).resolve("traces/captured");
            if (Files.isDirectory(shared)) {
                return shared;
            }
            at = given != null ? null : at.getParent();
        }
        return null;
    }

    /** The folder; without it the test is skipped, and says so. */
    static Path folderOrSkip() {
        Path folder = folder();
        if (folder == null) {
            throw new TestAbortedException("no shared captures beside this checkout");
        }
        return folder;
    }

    /** Machines whose kernel counted its own walks, the special-purpose folders apart. */
    static List<Path> machinesWithCounters(Path folder) throws IOException {
        try (Stream<Path> machines = Files.list(folder)) {
            return machines.filter(machine -> machine.getFileName().toString().matches("k73.*"))
                    .sorted()
                    .toList();
        }
    }

    /** Names of the scenarios of a machine that have counter truth, {@code graph_*} apart. */
    static List<String> scenarios(Path machine) throws IOException {
        try (Stream<Path> files = Files.list(machine)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".walks.tsv") && !name.startsWith("graph_"))
                    .map(name -> name.substring(0, name.length() - ".walks.tsv".length()))
                    .sorted()
                    .toList();
        }
    }
}
