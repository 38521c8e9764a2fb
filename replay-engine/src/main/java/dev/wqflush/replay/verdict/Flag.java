package dev.wqflush.replay.verdict;

/**
 * A circumstance that the reader must know (contract 3).
 *
 * @param id word of the contract, such as {@code deep-queue}
 * @param count how often
 * @param firstNanos first occurrence, {@link Long#MIN_VALUE} if it has no time
 * @param text one sentence with the numbers
 * @param warning whether it lowers what the numbers are worth or wants action
 */
public record Flag(String id, long count, long firstNanos, String text, boolean warning) {}
