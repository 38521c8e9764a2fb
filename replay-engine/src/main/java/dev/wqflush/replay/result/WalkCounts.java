package dev.wqflush.replay.result;

/**
 * What one walk, or the sum of many, did under one model.
 *
 * @param visits pwqs visited
 * @param poolLocks pool lock cycles
 * @param nodeLocks node lock cycles; 0 for the legacy models
 * @param armed pwqs armed for the flush colour
 * @param kept visited pwqs that stay on their list (active list only)
 * @param dropped visited pwqs taken off their list (active list only)
 * @param dirty visited pwqs that were queued on, or that an item left, since the walk before
 */
public record WalkCounts(
        Range visits, Range poolLocks, Range nodeLocks, long armed, long kept, long dropped, long dirty) {
    /** Nothing. */
    public static final WalkCounts ZERO = new WalkCounts(Range.ZERO, Range.ZERO, Range.ZERO, 0, 0, 0, 0);

    /** Sum, field by field. */
    public WalkCounts plus(WalkCounts other) {
        return new WalkCounts(
                visits.plus(other.visits),
                poolLocks.plus(other.poolLocks),
                nodeLocks.plus(other.nodeLocks),
                armed + other.armed,
                kept + other.kept,
                dropped + other.dropped,
                dirty + other.dirty);
    }
}
