package dev.wqflush.parsers.diag;

/**
 * Something in an input that could not be read as it should.
 *
 * @param sentence what was seen and what was done about it, without file name and place
 * @param line line number of text (from 1), file offset of binary input; 0 for the input as a whole
 */
public record ReadProblem(Kind kind, String sentence, long line) {
    /** Kinds of problems; each is counted apart. */
    public enum Kind {
        /** The input ends before its end: a cut transfer, a damaged compressed stream, a failing disk. */
        BROKEN_OFF,
        /** A line longer than {@code LineCursor.LONGEST_LINE}; its rest was left out. */
        LONG_LINE,
        /** Records printed without their content (options {@code raw} and {@code hex}, unloaded events). */
        PAYLOAD_LOST,
        /** NUL bytes within text: option {@code bin}, or a block that the disk lost. */
        NUL_BYTES,
        /** More CPUs than the header tells. */
        MORE_CPUS_THAN_HEADER,
        /** A part of a binary file that cannot be what it should be; left out. */
        DAMAGED_PART,
        /** Records of a kind that the file does not describe. */
        UNKNOWN_RECORD,
        /** The input does not name its events; they were told by their fields and their order. */
        EVENTS_GUESSED,
        /** Text among the records of a binary file: messages that were sent to the same place. */
        TEXT_AMONG_RECORDS,
        /** A CPU number that no machine has. */
        UNKNOWN_CPU,
        /** Records that come later than the format allows; read in the order that could be had. */
        LATE_RECORDS
    }
}
