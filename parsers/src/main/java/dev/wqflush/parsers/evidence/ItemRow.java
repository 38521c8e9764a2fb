package dev.wqflush.parsers.evidence;

/**
 * A row of {@code perf kwork} about the items of one function on one CPU; times in nanoseconds.
 *
 * @param delay whether the times are from activation to start ({@code latency}), else how long it ran ({@code report},
 *     {@code timehist}); an item that waits for {@code max_active} is not yet active
 * @param count how often
 * @param totalNanos -1 if only the average is told
 */
public record ItemRow(String function, int cpu, boolean delay, long count, long totalNanos, long maxNanos, long line) {}
