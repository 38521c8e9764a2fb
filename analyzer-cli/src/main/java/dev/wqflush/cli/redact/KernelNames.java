package dev.wqflush.cli.redact;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Names that the kernel gives and no user, by the list in {@code kernel-names.txt}. */
final class KernelNames {
    private static final String SECTION = "= ";

    /** Lengths at which the kernel cuts names: of function_graph's column, of tasks, of workqueues. */
    private static final Set<Integer> CUTS = Set.of(7, 15, 23, 31);

    private static final Map<String, NavigableSet<String>> SECTIONS = read();

    /** The names of workqueues, or their beginnings before a device. */
    static final KernelNames WORKQUEUES = new KernelNames("workqueues");

    /** The same of the kernel's threads. */
    static final KernelNames THREADS = new KernelNames("threads");

    /** Events. */
    static final KernelNames EVENTS = new KernelNames("events");

    /** Groups of events. */
    static final KernelNames SYSTEMS = new KernelNames("systems");

    private final NavigableSet<String> names;

    private KernelNames(String section) {
        names = Objects.requireNonNull(SECTIONS.get(section));
    }

    private static Map<String, NavigableSet<String>> read() {
        Map<String, NavigableSet<String>> sections = new HashMap<>();
        try (InputStream in = Objects.requireNonNull(KernelNames.class.getResourceAsStream("kernel-names.txt"))) {
            NavigableSet<String> section = new TreeSet<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith(SECTION)) {
                    section = new TreeSet<>();
                    sections.put(line.substring(SECTION.length()), section);
                } else if (!line.startsWith("#")) {
                    section.addAll(Set.of(line.strip().split(" +", -1)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sections;
    }

    /** Whether it is one of these names, or what is left of one where the kernel cuts. */
    boolean has(String name) {
        return names.contains(name) || (CUTS.contains(name.length()) && hasBeginning(name));
    }

    /** Whether one of these names begins so. */
    boolean hasBeginning(String name) {
        String next = names.ceiling(name);
        return next != null && next.startsWith(name);
    }

    /** The length of the longest of these names that a device or a number stands behind; -1 for none. */
    int classLength(String name) {
        for (int end = name.length() - 1; end > 0; end--) {
            if (isBorder(name, end) && names.contains(name.substring(0, end))) {
                return end;
            }
        }
        return -1;
    }

    private static boolean isBorder(String name, int at) {
        char c = name.charAt(at);
        return isSeparator(c) || (Character.isDigit(c) && !Character.isDigit(name.charAt(at - 1)));
    }

    /** What the kernel's authors put between a class and a device. */
    static boolean isSeparator(char c) {
        return c == '/' || c == '-' || c == '_' || c == ':' || c == '.';
    }
}
