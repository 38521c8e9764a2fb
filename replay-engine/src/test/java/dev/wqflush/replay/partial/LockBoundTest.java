package dev.wqflush.replay.partial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.parsers.evidence.LockTable;
import dev.wqflush.parsers.evidence.LockTableLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockBoundTest {
    private static final String BY_CALLER = """
             contended   total wait     max wait     avg wait         type   caller

                     3      1.27 ms    900.00 us    423.33 us        mutex   __flush_workqueue+0x9c
                    12    117.42 us     30.10 us      9.78 us     spinlock   __queue_work+0x2c1
                     4     20.00 us      8.00 us      5.00 us     spinlock   flush_workqueue_prep_pwqs+0x55
                     1      2.00 us      2.00 us      2.00 us     spinlock   __flush_workqueue.isra.0+0x3d1
            """;
    private static final String BY_LOCK = """
             contended   total wait     max wait     avg wait            address   symbol

                     2      1.00 us       600 ns       500 ns   ffff8881004d7540   &pool->lock (spinlock)
                     1      5.00 us      5.00 us      5.00 us   ffff8881004d7550   &wq->mutex (mutex)
                     3      9.00 us      4.00 us      3.00 us   ffff8881004d7560   rq_lock (spinlock)
            """;

    private static PoolLockWaits waits(String text) {
        return PoolLockWaits.of(table(text));
    }

    private static LockTable table(String text) {
        LockTableLines lines = new LockTableLines();
        long number = 0;
        for (String line : text.split("\n", -1)) {
            lines.take(line, ++number);
        }
        return lines.tables().get(0);
    }

    @Test
    void ofATableByCallerOnlyWhatWaitedInWalks() {
        PoolLockWaits waits = waits(BY_CALLER);
        assertThat(waits.byCaller()).isTrue();
        assertThat(waits.count()).isEqualTo(5);
        assertThat(waits.totalNanos()).isEqualTo(22_000);
        assertThat(waits.longestNanos()).isEqualTo(8_000);
    }

    @Test
    void ofATableByLockAllThatWaitedForPoolLocks() {
        PoolLockWaits waits = waits(BY_LOCK);
        assertThat(waits.byCaller()).isFalse();
        assertThat(waits.count()).isEqualTo(2);
        assertThat(waits.totalNanos()).isEqualTo(1_000);
        assertThat(waits.longestNanos()).isEqualTo(600);
    }

    @Test
    void whatHasNoNameMayBeAPoolLock() {
        assertThat(waits(
                                BY_LOCK
                                        + "         7     30.00 us     29.00 us      5.00 us   ffff8881004d7570    (spinlock)\n")
                        .totalNanos())
                .isEqualTo(31_000);
        assertThat(waits(BY_LOCK + "         7     30.00 us     29.00 us      5.00 us   ffff8881004d7570    (mutex)\n")
                        .totalNanos())
                .isEqualTo(1_000);
        assertThat(waits(BY_CALLER
                                + "         7     30.00 us     29.00 us      5.00 us     spinlock   0xffffffffc0a1\n")
                        .totalNanos())
                .isEqualTo(52_000);
    }

    @Test
    void aWalkWaitsNoLongerThanTheLongestWaitForEachOfItsLocks() {
        PoolLockWaits waits = waits(BY_CALLER);
        assertThat(new LockBound("f", waits, 2).nanos()).isEqualTo(16_000);
        assertThat(new LockBound("f", waits, 3).nanos()).isEqualTo(22_000);
        assertThat(new LockBound("f", waits, 0).nanos()).isZero();
        assertThat(new LockBound("f", waits, LockBound.UNKNOWN_CYCLES).nanos()).isEqualTo(22_000);
        assertThat(new LockBound("f", waits, Long.MAX_VALUE).nanos()).isEqualTo(22_000);
    }

    @Test
    void withoutALongestWaitTheSumIsTheBound() {
        PoolLockWaits waits = waits("""
                 contended   total wait         type   caller

                         4     20.00 us     spinlock   flush_workqueue_prep_pwqs+0x55
                """);
        assertThat(waits.longestNanos()).isEqualTo(-1);
        assertThat(new LockBound("f", waits, 1).nanos()).isEqualTo(20_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"       pid   comm\n  5  46.11 ms  1307   fsyncer", "  cgroup\n  5  46.11 ms  /user.slice"})
    void aTableByTaskNamesNoLock(String rest) {
        LockTable table = table(" contended   total wait   " + rest);
        assertThatThrownBy(() -> PoolLockWaits.of(table))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("names neither locks nor callers");
    }

    @Test
    void aTableWithoutSumsBoundsNothing() {
        LockTable table = table("""
                 contended     max wait         type   caller

                         4     20.00 us     spinlock   flush_workqueue_prep_pwqs+0x55
                """);
        assertThatThrownBy(() -> PoolLockWaits.of(table))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("total wait");
    }
}
