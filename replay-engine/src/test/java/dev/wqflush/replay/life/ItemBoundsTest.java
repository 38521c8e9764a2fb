package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.WalkSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small rules about items and locks, by themselves. */
class ItemBoundsTest {
    private static WorkItem item(long queued, int cpu) {
        EventContext at = new EventContext().set(queued * 10, 3, 9, 1, ExecutionContext.TASK, 0, queued);
        return new WorkItem(at, queued, 0x5000 + queued, 1, 2, cpu, cpu);
    }

    private static WorkItem started(long queued, long started) {
        WorkItem item = item(queued, 1);
        item.started = started;
        return item;
    }

    private static void bound(WorkItem... items) {
        ItemBounds.byQueueOrder(List.of(items), item -> item.poolCpu);
    }

    /** Of those behind it the first start counts, whichever item it is. */
    @Test
    void theEarliestStartBehindAnActivatedItemBoundsIt() {
        WorkItem gone = item(1, 1);
        gone.activated = 2;
        bound(gone, started(4, 90), started(8, 40));
        assertThat(gone.vanished).isTrue();
        assertThat(gone.releasedFrom).isEqualTo(2);
        assertThat(gone.releasedBy).isEqualTo(39);
    }

    @Test
    void theEarliestActivationBehindAnItemThatWasNotBoundsIt() {
        WorkItem gone = item(1, 1);
        WorkItem behind = item(4, 1);
        behind.activated = 30;
        WorkItem last = item(5, 1);
        last.activated = 20;
        bound(gone, behind, last);
        assertThat(gone.releasedBy).isEqualTo(19);
        assertThat(behind.vanished).as("nothing behind it started").isFalse();
    }

    @Test
    void anItemThatRanIsBoundedByItself() {
        WorkItem ran = started(1, 50);
        bound(ran, started(4, 20));
        assertThat(ran.vanished).isFalse();
        assertThat(ran.releasedBy).isEqualTo(WorkItem.NEVER);
    }

    @Test
    void otherPwqsProveNothing() {
        WorkItem here = item(1, 1);
        here.activated = 2;
        WorkItem elsewhere = item(4, 2);
        elsewhere.started = 9;
        bound(here, elsewhere);
        assertThat(here.vanished).isFalse();
    }

    /** A later proof does not undo an earlier one. */
    @Test
    void theEarliestProofHolds() {
        WorkItem gone = item(1, 1);
        gone.vanishBy(7);
        gone.vanishBy(30);
        assertThat(gone.releasedBy).isEqualTo(7);
        assertThat(gone.releasedFrom).isEqualTo(gone.queuedBy);
    }

    // ---- what is forgotten of a workqueue that nobody flushes

    private static final int MANY = 1 << 16;

    private static WorkqueueHistory busy(int items, boolean flushed) {
        WorkqueueHistory history = new WorkqueueHistory(2);
        history.flushed = flushed;
        for (int i = 1; i <= items; i++) {
            WorkItem item = item(i, i % 4);
            if (i != 10) {
                item.releasedBy = i;
            }
            history.add(item);
        }
        return history;
    }

    @Test
    void ofABusyWorkqueueThatNobodyFlushesTheLastEndedItemOfEachPwqIsKeptAndWhatIsInFlight() {
        WorkqueueHistory history = busy(MANY, false);
        assertThat(history.queued).isEqualTo(MANY);
        assertThat(history.items)
                .extracting(item -> item.queued)
                .containsExactly(10L, MANY - 3L, MANY - 2L, MANY - 1L, (long) MANY);
    }

    @Test
    void itIsForgottenNoEarlierAndAgainWhenThereAreAsManyAgain() {
        assertThat(busy(MANY - 1, false).items).hasSize(MANY - 1);
        assertThat(busy(2 * MANY - 6, false).items).hasSize(MANY - 1);
        assertThat(busy(2 * MANY - 5, false).items).hasSize(5);
    }

    @Test
    void aFlushedWorkqueueKeepsAllItems() {
        assertThat(busy(MANY + 10, true).items).hasSize(MANY + 10);
    }

    // ---- walks

    private static ReconstructedWalk walk(long start, boolean armed, long generation) {
        EventContext at = new EventContext().set(start * 10, 3, 9, 1, ExecutionContext.TASK, 0, start);
        FlushCall by = new FlushCall(at, new Moment(start, start * 10), 0, 0);
        return new ReconstructedWalk(
                by, WalkKind.FIRST, 0, 1, by.entered, null, armed, WalkSource.PROTOCOL, generation);
    }

    private static void boundByWalks(WorkItem item, ReconstructedWalk... walks) {
        ItemBounds.byWalks(List.of(item), List.of(walks));
    }

    @Test
    void aWalkThatArmsNothingOfItsGenerationProvesThatAnItemIsGone() {
        WorkItem gone = item(10, 1);
        boundByWalks(gone, walk(20, true, 0), walk(40, false, 0));
        assertThat(gone.vanished).isTrue();
        assertThat(gone.releasedBy).isEqualTo(39);
    }

    /** It runs until something else shows that it ended. */
    @Test
    void anItemThatStartedDoesNotVanish() {
        WorkItem runs = started(10, 15);
        boundByWalks(runs, walk(40, false, 0));
        assertThat(runs.vanished).isFalse();
        assertThat(runs.releasedFrom).isEqualTo(WorkItem.NEVER);
    }

    private static WorkItem released(long from, long by) {
        WorkItem item = started(10, 15);
        item.releasedFrom = from;
        item.releasedBy = by;
        return item;
    }

    @Test
    void aReleaseIsCutShortByAWalkThatFollowsIt() {
        WorkItem item = released(20, 20 + 3 * LifeTracker.MOMENT_STEP);
        boundByWalks(item, walk(24, false, 0));
        assertThat(item.releasedBy).isEqualTo(23);
        WorkItem later = released(24, 24 + 3 * LifeTracker.MOMENT_STEP);
        boundByWalks(later, walk(24, false, 0));
        assertThat(later.releasedBy).isEqualTo(24 + 3 * LifeTracker.MOMENT_STEP);
    }

    @Test
    void aReleaseBetweenTwoEventsThatFollowEachOtherIsAsShortAsCanBe() {
        WorkItem item = released(20, 20 + LifeTracker.MOMENT_STEP);
        boundByWalks(item, walk(24, false, 0));
        assertThat(item.releasedBy).isEqualTo(20 + LifeTracker.MOMENT_STEP);
    }

    /** Whose queueing lies somewhere else than where it is taken to be. */
    @Test
    void anItemWhoseQueueingIsLostIsNotBoundByWalksButOneFromBeforeIs() {
        WorkItem lost = item(0, 1);
        lost.queued = 10;
        boundByWalks(lost, walk(40, false, 0));
        assertThat(lost.vanished).isFalse();
        WorkItem before = item(0, 1);
        boundByWalks(before, walk(40, false, 0));
        assertThat(before.vanished).isTrue();
    }

    // ---- locks of pools

    private static int pool(LockPools locks, long lock) {
        return locks.pool(lock, item -> item.poolCpu >= 0, item -> item.poolCpu);
    }

    @Test
    void aLockIsThatOfThePoolThatFourOfFiveSay() {
        LockPools locks = new LockPools();
        assertThat(pool(locks, 0x44)).as("never seen").isEqualTo(LockPools.UNKNOWN);
        for (int i = 0; i < 4; i++) {
            locks.vote(0x44, item(i, 6));
        }
        locks.vote(0x44, item(9, 5));
        assertThat(pool(locks, 0x44)).isEqualTo(6);
        assertThat(pool(locks, 0x45)).isEqualTo(LockPools.UNKNOWN);
        locks.vote(0x44, item(10, 5));
        assertThat(pool(locks, 0x44)).as("four of six").isEqualTo(LockPools.UNKNOWN);
    }

    @Test
    void itemsOfAnotherKindSpeakAgainstAPool() {
        LockPools locks = new LockPools();
        locks.vote(0x44, item(1, 6));
        locks.vote(0x44, item(2, -1));
        assertThat(pool(locks, 0x44)).isEqualTo(LockPools.UNKNOWN);
    }

    @Test
    void theFirstSixtyFourVotesDecide() {
        LockPools locks = new LockPools();
        for (int i = 0; i < 64; i++) {
            locks.vote(0x44, item(i, 6));
        }
        for (int i = 0; i < 64; i++) {
            locks.vote(0x44, item(i, 5));
        }
        assertThat(pool(locks, 0x44)).isEqualTo(6);
    }
}
