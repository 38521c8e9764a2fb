package dev.wqflush.replay.verdict;

/** Distribution of flush lengths in nanoseconds, exact to three digits. */
public record Percentiles(long p50, long p90, long p99, long max) {}
