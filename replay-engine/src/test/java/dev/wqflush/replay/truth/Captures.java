package dev.wqflush.replay.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    /** Captures whose walks are known, from the kernel's counters or its probes; {@code graph_*} apart. */
    static List<Capture> withWalks(Path folder) throws IOException {
        return of(folder, "k\\d.*", "(?!graph_).*\\.txt\\.gz");
    }

    /** All captures whose flushes the kernel timed, damaged ones and other layouts apart. */
    static List<Capture> withFlushes(Path folder) throws IOException {
        return of(folder, "(k\\d|tri-).*", ".*\\.flushes\\.tsv");
    }

    /** Captures of function_graph with its lock calls beside them. */
    static List<Capture> ofGraphs(Path folder) throws IOException {
        return of(folder, "k\\d.*", ".*\\.graph\\.tsv");
    }

    private static List<Capture> of(Path folder, String machines, String files) throws IOException {
        List<Capture> captures = new ArrayList<>();
        for (Path machine : list(folder, machines)) {
            for (Path file : list(machine, files)) {
                String name = file.getFileName().toString();
                captures.add(new Capture(machine, name.substring(0, name.indexOf('.'))));
            }
        }
        return captures;
    }

    private static List<Path> list(Path folder, String names) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(names))
                    .sorted()
                    .toList();
        }
    }
}
