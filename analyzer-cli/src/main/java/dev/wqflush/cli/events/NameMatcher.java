package dev.wqflush.cli.events;

import dev.wqflush.parsers.event.NameTable;
import java.util.Arrays;
import java.util.function.Predicate;

/** Decides once for each name of a capture. */
final class NameMatcher {
    private static final byte UNDECIDED = 0;
    private static final byte YES = 1;
    private static final byte NO = 2;

    private final Predicate<String> wanted;
    private NameTable names = new NameTable();
    private byte[] decided = new byte[256];

    NameMatcher(Predicate<String> wanted) {
        this.wanted = wanted;
    }

    /** The ids that follow are of this table. */
    void begin(NameTable newNames) {
        names = newNames;
        Arrays.fill(decided, UNDECIDED);
    }

    boolean matches(int name) {
        if (name >= decided.length) {
            decided = Arrays.copyOf(decided, Math.max(name + 1, decided.length * 2));
        }
        if (decided[name] == UNDECIDED) {
            decided[name] = wanted.test(names.name(name)) ? YES : NO;
        }
        return decided[name] == YES;
    }
}
