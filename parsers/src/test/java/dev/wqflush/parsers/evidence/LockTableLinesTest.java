package dev.wqflush.parsers.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LockTableLinesTest {
    private static List<LockTable> tables(String text) {
        LockTableLines lines = new LockTableLines();
        long number = 0;
        for (String line : text.split("\n", -1)) {
            lines.take(line, ++number);
        }
        return lines.tables();
    }

    @Test
    void byCaller() {
        List<LockTable> found = tables("""
                some prose
                 contended   total wait     max wait     avg wait         type   caller

                        12    117.42 us     30.10 us      9.78 us     spinlock   __queue_work+0x2c1
                         3      1.27 ms    900.00 us    423.33 us        mutex   __flush_workqueue+0x9c
                         1      5.57 us       912 ns       912 ns      rwsem:R   __btrfs_tree_read_lock+0x1b
                prose
                """);
        assertThat(found).hasSize(1);
        assertThat(found.get(0).source()).isEqualTo("perf lock contention");
        assertThat(found.get(0).rows())
                .containsExactly(
                        new LockRow("", "spinlock", "__queue_work+0x2c1", 12, 117_420, 30_100, 9_780, 4),
                        new LockRow("", "mutex", "__flush_workqueue+0x9c", 3, 1_270_000, 900_000, 423_330, 5),
                        new LockRow("", "rwsem:R", "__btrfs_tree_read_lock+0x1b", 1, 5_570, 912, 912, 6));
        assertThat(found.get(0).rows().get(0).isPoolLock()).isTrue();
        assertThat(found.get(0).rows().get(1).isFlushMutex()).isTrue();
    }

    @Test
    void wrappedByAMailer() {
        List<LockRow> rows = tables("""
                contended   total wait     max wait     avg wait         type   caller

                    6187241     12.50 m       2.30 ms    121.22 us     spinlock
                kthread+0x160
                         78      8.23 ms    209.87 us    105.47 us     rwlock:W
                do_exit+0x378
                """).get(0).rows();
        assertThat(rows).extracting(LockRow::place).containsExactly("kthread+0x160", "do_exit+0x378");
        assertThat(rows.get(0).totalWaitNanos()).isEqualTo(750_000_000_000L);
    }

    @Test
    void withFramesOfVerbose() {
        assertThat(tables("""
                 contended   total wait     max wait     avg wait         type   caller

                1337359017     64.69 h     769.04 us    174.14 us     spinlock   rwsem_wake.isra.0+0x42
                                        0xffffffff903f60a3  native_queued_spin_lock_slowpath+0x1f3
                   2665573     64.38 h       1.98 s      86.95 ms      rwsem:W   blkdev_llseek+0x31
                """).get(0).rows())
                .extracting(LockRow::function)
                .containsExactly("rwsem_wake", "blkdev_llseek");
    }

    @Test
    void byThreadAndByAddress() {
        List<LockTable> found = tables("""
                 contended   total wait     max wait     avg wait          pid   comm
                         5     46.11 ms     11.52 ms      9.22 ms         1307   fsyncer

                 contended   total wait     max wait     avg wait            address   symbol
                         2      1.00 us       600 ns       500 ns   ffff8881004d7540   &pool->lock (spinlock)
                         2      1.00 us       600 ns       500 ns   ffff8881004d7550    (mutex)
                """);
        assertThat(found.get(0).rows().get(0).place()).isEqualTo("1307   fsyncer");
        LockRow pool = found.get(1).rows().get(0);
        assertThat(pool.lock()).isEqualTo("&pool->lock");
        assertThat(pool.type()).isEqualTo("spinlock");
        assertThat(pool.isPoolLock()).isTrue();
        assertThat(found.get(1).rows().get(1).isPoolLock()).isFalse();
    }

    @Test
    void ofTheFirstVersionsInPlainNanoseconds() {
        assertThat(tables("""
                 contended  total wait (ns)  max wait (ns)  avg wait (ns)         type   caller

                         4            21340          10021           5335     spinlock   process_one_work+0x12
                """).get(0).rows())
                .containsExactly(new LockRow("", "spinlock", "process_one_work+0x12", 4, 21_340, 10_021, 5_335, 3));
    }

    @Test
    void csv() {
        assertThat(tables("""
                # output: contended; total wait; max wait; avg wait; type; caller
                12; 117420; 30100; 9785; spinlock; try_to_wake_up+0x2c1
                # debug: total=1, bad=0
                """).get(0).rows())
                .containsExactly(new LockRow("", "spinlock", "try_to_wake_up+0x2c1", 12, 117_420, 30_100, 9_785, 2));
    }

    @Test
    void report() {
        LockTable table = tables("""
                                Name   acquired  contended     avg wait   total wait     max wait     min wait

                         &pool->lock      80011       1204     12.10 us     14.57 ms    221.00 us       812 ns
                """).get(0);
        assertThat(table.source()).isEqualTo("perf lock report");
        assertThat(table.rows())
                .containsExactly(new LockRow("&pool->lock", "", "", 1204, 14_570_000, 221_000, 12_100, 3));
    }

    @Test
    void lockStatistics() {
        LockTable table = tables("""
                lock_stat version 0.4
                -----------------------------------------------------------------------------------
                                              class name    con-bounces    contentions   waittime-min   waittime-max waittime-total   waittime-avg    acq-bounces   acquisitions   holdtime-min   holdtime-max holdtime-total   holdtime-avg
                -----------------------------------------------------------------------------------

                                           &pool->lock:           111            128           0.05          22.17         512.33           4.00           5031         200123           0.02         101.00       80000.10           0.40
                                           -----------
                                           &pool->lock             60          [<00000000a1b2c3d4>] __queue_work+0x1b3/0x4f0
                ...................................................................................
                                             &wq->mutex:             1              2           1.00           2.00           3.00           1.50              4             99           0.20           9.00          50.00           0.50
                """).get(0);
        assertThat(table.source()).isEqualTo("/proc/lock_stat");
        assertThat(table.rows())
                .containsExactly(
                        new LockRow("&pool->lock", "", "", 128, 512_330, 22_170, 4_000, 6),
                        new LockRow("&wq->mutex", "", "", 2, 3_000, 2_000, 1_500, 10));
        assertThat(table.rows().get(0).isPoolLock()).isTrue();
        assertThat(table.rows().get(1).isFlushMutex()).isTrue();
    }

    @Test
    void aSpinlockElsewhereIsNoPoolLock() {
        assertThat(new LockRow("", "spinlock", "wq_barrier_func+0x10", 1, 1, 1, 1, 1).isPoolLock())
                .isFalse();
        assertThat(new LockRow("", "spinlock", "try_to_wake_up+0x10", 1, 1, 1, 1, 1).isPoolLock())
                .isFalse();
        assertThat(new LockRow("", "mutex", "process_one_work+0x10", 1, 1, 1, 1, 1).isPoolLock())
                .isFalse();
    }
}
