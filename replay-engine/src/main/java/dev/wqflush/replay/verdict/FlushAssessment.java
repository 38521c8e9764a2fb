package dev.wqflush.replay.verdict;

import dev.wqflush.replay.cost.Band;

/** What one flush suffers from, and what the active list would save its caller. */
public record FlushAssessment(VerdictClass verdictClass, Band saved) {}
