package dev.wqflush.cli.failure;

/** How the program ends (contract 2). */
public enum ExitCode {
    /** Done, whatever the verdict. */
    DONE(0),
    /** The condition of {@code --fail-on} holds. */
    MATCHED(1),
    /** Wrong usage, or an output that cannot be written. */
    USAGE(2),
    /** An input could not be read at all. */
    UNREADABLE(3),
    /** Read, but nothing to analyse. */
    NOTHING(4),
    /** The input broke off or was damaged; analysed as far as it goes. */
    DAMAGED(5),
    /** A bug in the program. */
    BUG(70);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    /** The number that the shell sees. */
    public int code() {
        return code;
    }

    /** The one of the two that is told when both happened: the higher. */
    public ExitCode and(ExitCode other) {
        return other.code > code ? other : this;
    }
}
