package dev.wqflush.cli.report;

/**
 * What became of the lines (or records) of the input.
 *
 * @param skipped neither an event nor a comment: not understood
 */
public record LineCounts(long read, long understood, long skipped) {
    /** Sum, field by field. */
    public LineCounts plus(LineCounts other) {
        return new LineCounts(read + other.read, understood + other.understood, skipped + other.skipped);
    }
}
