package dev.wqflush.replay.cost;

/** What one act costs, in nanoseconds: {@code low <= base <= high}. */
public record Cost(double low, double base, double high) {}
