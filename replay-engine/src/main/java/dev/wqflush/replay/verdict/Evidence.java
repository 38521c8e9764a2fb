package dev.wqflush.replay.verdict;

/**
 * One number that decided a verdict.
 *
 * @param what in words
 * @param unit such as {@code ns}, {@code share}, {@code flushes}
 * @param kind {@code counted}, {@code measured}, {@code calibrated} or {@code modelled}
 */
public record Evidence(String what, double value, String unit, String kind) {}
