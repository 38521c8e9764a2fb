package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.input.Ascii;

/** The kernel functions whose calls mean something to the replay. */
public enum FlushFunction {
    /** {@code __flush_workqueue}; {@code flush_workqueue} itself up to Linux 5.18. */
    FLUSH,
    /** {@code flush_workqueue_prep_pwqs}. */
    WALK,
    /** {@code drain_workqueue}. */
    DRAIN,
    /** Any other. */
    OTHER;

    private static final byte[] NEW_FLUSH = Ascii.bytes("__flush_workqueue");
    private static final byte[] OLD_FLUSH = Ascii.bytes("flush_workqueue");
    private static final byte[] PREPARE = Ascii.bytes("flush_workqueue_prep_pwqs");
    private static final byte[] ARGUMENT = Ascii.bytes("(wq=");
    private static final byte[] DRAIN_WORKQUEUE = Ascii.bytes("drain_workqueue");

    /** The function whose name begins at {@code from}; compiler's clones ({@code .isra.0}) count as the function. */
    public static FlushFunction at(byte[] b, int from, int to) {
        int end = Ascii.skipIdentifier(b, from, to);
        if (Ascii.equal(b, from, end, NEW_FLUSH) || Ascii.equal(b, from, end, OLD_FLUSH)) {
            return FLUSH;
        }
        if (Ascii.equal(b, from, end, PREPARE)) {
            return WALK;
        }
        return Ascii.equal(b, from, end, DRAIN_WORKQUEUE) ? DRAIN : OTHER;
    }

    /** The workqueue's address in {@code name(wq=0x..)}, which options func-args and funcgraph-args show; 0 without. */
    public static long workqueueArgument(byte[] b, int from, int to) {
        int argument = Ascii.indexOf(b, from, to, ARGUMENT);
        return argument < 0 ? 0 : Ascii.number(b, argument + ARGUMENT.length, to);
    }

    /**
     * What a probe of this name probes, to go by where the text has addresses only (trace-cmd prints those of probes as
     * numbers): the generated names hold the function's, people's names begin with what they are about.
     */
    public static FlushFunction byProbeName(String name) {
        if (name.contains("prep_pwqs") || name.equals("walk") || name.startsWith("walk_")) {
            return WALK;
        }
        if (name.contains("drain_workqueue") || name.equals("drain") || name.startsWith("drain_")) {
            return DRAIN;
        }
        boolean flush = name.contains("flush_workqueue")
                || name.startsWith("flush_e") // enter, entry, exit, end
                || name.startsWith("flush_ret")
                || name.equals("flush");
        return flush ? FLUSH : OTHER;
    }
}
