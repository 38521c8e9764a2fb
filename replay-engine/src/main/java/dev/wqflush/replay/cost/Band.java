package dev.wqflush.replay.cost;

/** A time with its bounds, in nanoseconds: {@code low <= base <= high}; negative where a change costs time. */
public record Band(long lowNanos, long baseNanos, long highNanos, TimeKind kind) {}
