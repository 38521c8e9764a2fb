package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.result.WalkCounts;

/** Sum of walks under one model, and what they would take. */
public record ModelTotals(String model, long walks, WalkCounts counts, Band time) {}
