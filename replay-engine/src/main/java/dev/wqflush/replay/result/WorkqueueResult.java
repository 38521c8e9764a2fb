package dev.wqflush.replay.result;

import dev.wqflush.replay.topology.WorkqueueKind;

/**
 * One workqueue that was flushed or had items.
 *
 * @param name as the trace shows it
 * @param pointer its address from a probe, 0 if not shown
 * @param kind which pwqs it has
 * @param kindSource how the kind is known, in words for the report
 * @param kindAssumed whether the kind is a guess (its name) rather than evidence (its items, wq_dump)
 * @param pwqs how many pwqs a walk of the kernel that was traced passes; a range without full topology
 * @param pools how many distinct pools these have
 * @param items queued within the capture
 * @param poolLockWaitNanos how long tasks that queued on it, and its workers, waited for pool locks
 */
public record WorkqueueResult(
        String name,
        long pointer,
        WorkqueueKind kind,
        String kindSource,
        boolean kindAssumed,
        Range pwqs,
        Range pools,
        long items,
        long poolLockWaitNanos) {}
