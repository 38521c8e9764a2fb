package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.replay.topology.CpuSet;
import org.jspecify.annotations.Nullable;

/**
 * One queueing of a work item and what became of it.
 *
 * <p>Moments are event ordinals (position in the order of the capture), which order events of equal time stamps too.
 * The kernel counts the item as in flight from some moment in {@code [queued, queuedBy]} to some moment in
 * {@code [releasedFrom, releasedBy]}; see rules R1 to R4 of kernel-model-measured 3.
 */
public final class WorkItem {
    /** A moment that the capture does not show. */
    public static final long NEVER = Long.MAX_VALUE;

    final long work;
    final int function;

    /** Name of its workqueue; 0 if it was queued before the capture began. */
    final int queue;

    /** Whether its queueing was seen; if not, it lies between {@link #queuedFrom} and {@link #queuedBy}. */
    final boolean queueSeen;

    final int queuerTid;
    final int requestedCpu;
    final int eventCpu;
    final int poolCpu;
    long queued;
    final long queuedNanos;
    final long position;

    /** The running item of the same work whose pwq takes this one too (non-reentrancy), or null. */
    @Nullable
    WorkItem runsAs;

    long queuedFrom;
    long queuedBy;
    long activated = NEVER;
    long started = NEVER;
    long startedNanos = -1;
    long startPosition = -1;
    int runCpu = -1;

    /** Id of the unbound pool whose worker ran it, as the worker's name tells; -1 if it does not. */
    int runPool = -1;

    /** The worker that ran it; 0 and -1 if not seen. */
    int workerComm;

    int workerTid = -1;

    /** Whether another task than its queuer activated it: until then {@code max_active} held it back. */
    boolean heldBack;

    /** How long until it was active. */
    long heldBackNanos;

    long ended = NEVER;
    long endedNanos = -1;
    /** When its worker lay down without having ended it, as far as is seen: it slept in it, or the end is lost. */
    long idleAfter = NEVER;

    /** Whether it ran, but its end is not seen. */
    boolean endLost;

    /** When a flush returned that began after its queueing, if that bounds its release. */
    long flushProof = NEVER;

    /** From when on its release may be among lost events, if no event shows it. */
    long lostFrom = NEVER;

    long releasedFrom = NEVER;
    long releasedBy = NEVER;

    /** How many stamping walks went before it was queued, once they are reconstructed. */
    long generation;

    /** Whether {@link #releasedFrom} is when its worker got the pool lock that it waited for. */
    boolean releaseWaited;

    /** How long its queuer and its worker waited for the pool lock. */
    long poolLockWaitNanos;

    /** Whether it left without running: cancelled, or queued anew by {@code mod_delayed_work}. */
    boolean vanished;

    WorkItem(EventContext at, long moment, long work, int function, int queue, int requestedCpu, int poolCpu) {
        this.work = work;
        this.function = function;
        this.queue = queue;
        this.queuerTid = at.tid();
        this.requestedCpu = requestedCpu;
        this.eventCpu = at.cpu();
        this.poolCpu = poolCpu;
        this.queued = moment;
        this.queuedNanos = at.timeNanos();
        this.position = at.position();
        this.queuedFrom = moment;
        this.queuedBy = moment;
        this.queueSeen = moment > 0;
    }

    /**
     * The CPU whose pwq takes it: the one asked for, else the one that queued. "Any" is printed as a number that
     * differs between kernels, but never as a possible CPU's.
     */
    int queuedFor(CpuSet possible) {
        return possible.contains(requestedCpu) ? requestedCpu : eventCpu;
    }

    /** It left without running, between its activation and {@code by} (rule R4). */
    void vanishBy(long by) {
        vanished = true;
        releasedFrom = activated == NEVER ? queuedBy : activated;
        releasedBy = Math.min(releasedBy, by);
    }

    /** The moment of release that serves as the value: the low end, for most releases follow at once. */
    long valueRelease() {
        return releasedFrom;
    }

    /** Whether it was queued before the capture began. */
    boolean isFromBefore() {
        return !queueSeen && queued == 0;
    }

    /** Whether it ran, as far as the capture shows. */
    boolean hasStarted() {
        return started != NEVER;
    }
}
