package dev.wqflush.replay.verdict;

/**
 * Distribution of flush lengths in nanoseconds: percentiles within one part in a thousand, the maximum exact. A flush
 * that is still open counts with its length so far.
 */
public record Percentiles(long p50, long p90, long p99, long max) {}
