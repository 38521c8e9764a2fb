package dev.wqflush.replay.oracle;

/** What one walk did. */
record WalkTally(int visits, int poolLocks, int nodeLocks, int armed, int kept, int dropped) {}
