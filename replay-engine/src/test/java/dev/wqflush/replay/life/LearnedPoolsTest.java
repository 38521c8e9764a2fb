package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.PoolMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What items teach of pools, by themselves; each item starts right after it was queued, and ends right after that. */
class LearnedPoolsTest {
    private static final long WORK = 0x5000;

    private static WorkItem item(long queued, int cpu, int pool) {
        return item(queued, cpu, pool, WORK + queued, -1);
    }

    private static WorkItem item(long queued, int cpu, int pool, long work, int poolCpu) {
        EventContext at = new EventContext().set(queued * 10, 0, 9, 1, ExecutionContext.TASK, 0, queued);
        WorkItem item = new WorkItem(at, queued, work, 1, 2, cpu, poolCpu);
        item.started = queued + 1;
        item.ended = queued + 2;
        item.releasedBy = queued + 3;
        item.runPool = pool;
        return item;
    }

    private static LearnedPools learned(WorkItem... items) {
        return LearnedPools.of(List.of(items), CpuSet.firstCpus(8));
    }

    /** One item at a time for each of these CPUs. */
    private static LearnedPools of(Map<Integer, Integer> poolOfCpu) {
        List<WorkItem> items = new ArrayList<>();
        poolOfCpu.forEach((cpu, pool) -> items.add(item(10L * items.size() + 10, cpu, pool)));
        return LearnedPools.of(items, CpuSet.firstCpus(8));
    }

    // ---- one workqueue

    @Test
    void fourOfFiveItemsOfACpuMustAgree() {
        List<WorkItem> items = new ArrayList<>(List.of(item(1, 6, 34)));
        for (int i = 1; i <= 4; i++) {
            items.add(item(10L * i, 1, 33));
        }
        items.add(item(50, 1, 34));
        assertThat(LearnedPools.of(items, CpuSet.firstCpus(8)).poolOfCpu()).isEqualTo(Map.of(1, 33, 6, 34));
        items.add(item(60, 1, 34));
        assertThat(LearnedPools.of(items, CpuSet.firstCpus(8)).poolOfCpu()).isEqualTo(Map.of(6, 34));
    }

    @Test
    void perCpuItemsAndUnseenQueueingsShowNothing() {
        assertThat(learned(item(1, 1, 33, WORK, 0)).poolOfCpu()).isEmpty();
        assertThat(learned(item(0, 1, 33)).poolOfCpu()).isEmpty();
    }

    @Test
    void itemsTeachInTheOrderOfTheirQueueing() {
        WorkItem later = item(50, 1, 40);
        LearnedPools learned = learned(later, item(10, 1, 33));
        assertThat(learned.firstInChangedPool()).isSameAs(later);
        assertThat(learned.poolOfCpu()).isEqualTo(Map.of(1, 33));
    }

    @Test
    void anItemThatMayHaveStayedInItsPoolShowsNothing() {
        WorkItem before = item(10, 1, 33, WORK, -1);
        WorkItem again = item(20, 6, 33, WORK, -1);
        before.releasedBy = 21;
        assertThat(learned(before, again).poolOfCpu()).isEqualTo(Map.of(1, 33));
        before.releasedBy = 20;
        assertThat(learned(before, again).poolOfCpu())
                .as("released as it is queued")
                .isEqualTo(Map.of(1, 33, 6, 33));
    }

    @Test
    void anItemThatRunsElsewhereThanTheOneBeforeDidNotStay() {
        WorkItem before = item(10, 1, 33, WORK, -1);
        before.releasedBy = 90;
        assertThat(learned(before, item(20, 6, 34, WORK, -1)).poolOfCpu()).isEqualTo(Map.of(1, 33, 6, 34));
    }

    @Test
    void whatItRanAsDecidesRatherThanTheItemBefore() {
        WorkItem before = item(10, 1, 33, WORK, -1);
        before.releasedBy = 90;
        WorkItem again = item(20, 6, 33, WORK, -1);
        again.runsAs = item(5, 1, 34, WORK, -1);
        assertThat(learned(before, again).poolOfCpu()).isEqualTo(Map.of(1, 33, 6, 33));
    }

    @Test
    void onePoolIsNotSeveral() {
        assertThat(of(Map.of(1, 33, 6, 33)).severalPools()).isFalse();
        assertThat(of(Map.of(1, 33, 6, 34)).severalPools()).isTrue();
    }

    // ---- ordered workqueues

    private static int pod(int cpu) {
        return cpu < 4 ? 33 : cpu < 7 ? 34 : PoolMap.UNKNOWN;
    }

    @Test
    void anOrderedOneTakesOneItemAfterTheOtherFromSeveralPods() {
        assertThat(of(Map.of(1, 32, 6, 32)).looksOrdered(LearnedPoolsTest::pod)).isTrue();
        assertThat(of(Map.of(1, 32, 2, 32)).looksOrdered(LearnedPoolsTest::pod)).isFalse();
        assertThat(of(Map.of(1, 32, 7, 32)).looksOrdered(LearnedPoolsTest::pod))
                .as("nothing is known of CPU 7's pod")
                .isFalse();
    }

    @Test
    void itemsThatStartInAnotherOrderThanTheyWereQueuedInNeedNotOverlap() {
        WorkItem first = item(10, 1, 32);
        WorkItem second = item(20, 6, 32);
        first.started = 30;
        first.ended = 40;
        assertThat(learned(first, second).looksOrdered(LearnedPoolsTest::pod)).isTrue();
        second.started = 40;
        second.ended = 50;
        assertThat(learned(first, second).looksOrdered(LearnedPoolsTest::pod))
                .as("the start of the next is all that shows the end")
                .isTrue();
        second.started = 39;
        assertThat(learned(first, second).looksOrdered(LearnedPoolsTest::pod)).isFalse();
    }

    // ---- all workqueues

    private static Map<Integer, Integer> common(LearnedPools... workqueues) {
        return LearnedPools.common(List.of(workqueues));
    }

    @Test
    void workqueuesThatShareAPoolTeachTogether() {
        assertThat(common(of(Map.of(1, 33, 2, 34)), of(Map.of(2, 34, 3, 35)))).isEqualTo(Map.of(1, 33, 2, 34, 3, 35));
        assertThat(common(of(Map.of(1, 33, 2, 34)), of(Map.of(5, 34, 6, 50))))
                .as("one pool of two")
                .isEqualTo(Map.of(1, 33, 2, 34, 5, 34, 6, 50));
    }

    @Test
    void thoseThatQueueACpusItemsElsewhereHaveOtherAttributes() {
        assertThat(common(of(Map.of(1, 40, 2, 41)), of(Map.of(1, 33, 2, 34)))).isEqualTo(Map.of(1, 33, 2, 34));
        assertThat(common(of(Map.of(1, 33, 2, 34)), of(Map.of(1, 40, 2, 34)))).isEqualTo(Map.of(1, 33, 2, 34));
    }

    /** Else the small ones would be apart, and the large one could join but one of them. */
    @Test
    void theOneThatShowsMostBegins() {
        assertThat(common(of(Map.of(1, 33)), of(Map.of(6, 34, 7, 34)), of(Map.of(1, 33, 3, 33, 6, 34))))
                .isEqualTo(Map.of(1, 33, 3, 33, 6, 34, 7, 34));
    }

    @Test
    void severalItemsAtATimeProveThatAPoolIsNotAnOrderedWorkqueues() {
        WorkItem first = item(10, 2, 40);
        first.ended = 90;
        assertThat(common(of(Map.of(1, 33)), learned(first, item(20, 2, 40)))).isEqualTo(Map.of(2, 40));
    }
}
