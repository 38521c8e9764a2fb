package dev.wqflush.replay.result;

/**
 * Something the reader of a report must know.
 *
 * @param severity how much it matters
 * @param id stable word, a flag of the contract where there is one
 * @param text one sentence
 * @param count how often
 * @param firstNanos first occurrence, {@link Long#MIN_VALUE} if it has no time
 * @param where line or offset of the first occurrence in words, empty if it has none
 */
public record Finding(Severity severity, String id, String text, long count, long firstNanos, String where) {
    /** How much a finding matters. */
    public enum Severity {
        /** Worth knowing. */
        INFO,
        /** Lowers what the numbers are worth. */
        WARNING,
        /** Some input could not be used. */
        ERROR
    }
}
