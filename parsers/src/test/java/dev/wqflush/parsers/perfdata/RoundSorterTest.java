package dev.wqflush.parsers.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundSorterTest {
    private record Item(long time, int cpu, long position) {}

    /** Rounds as perf makes them, compared with a stable sort of all. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void sameAsSortingEverything(long seed) {
        Random random = new Random(seed);
        List<Item> all = new ArrayList<>();
        List<Item> delivered = new ArrayList<>();
        RoundSorter sorter = new RoundSorter(1 << 20, (time, kind, tid, cpu, position, b, from, to) -> {
            assertThat(kind).isEqualTo(b[from]);
            assertThat(to - from).isOne();
            delivered.add(new Item(time, cpu, position));
        });
        long now = 1;
        for (int round = 0; round < 200; round++) {
            long begin = now;
            now += random.nextInt(50);
            for (int cpu = random.nextInt(6); cpu >= 0; cpu--) {
                long time = begin;
                while (true) {
                    time += random.nextInt(12);
                    if (time > now) {
                        break;
                    }
                    Item item = new Item(time, cpu, all.size());
                    all.add(item);
                    sorter.add(time, cpu, 0, cpu, item.position(), new byte[] {7, (byte) cpu}, 1, 2);
                }
            }
            sorter.endRound();
        }
        sorter.finish();

        List<Item> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingLong(Item::time));
        assertThat(delivered).as("seed %d", seed).isEqualTo(sorted);
        assertThat(sorter.late()).isZero();
    }

    /** Without rounds records are delivered all the same, and memory stays bounded. */
    @Test
    void roundsThatNeverEndAreCut() {
        List<Long> delivered = new ArrayList<>();
        RoundSorter sorter =
                new RoundSorter(1 << 10, (time, kind, tid, cpu, position, b, from, to) -> delivered.add(time));
        for (int i = 1; i <= 1000; i++) {
            sorter.add(i, 0, 0, 0, 0, new byte[100], 0, 100);
        }
        assertThat(delivered).hasSizeBetween(980, 999).isSorted();
        sorter.add(5, 0, 0, 0, 0, new byte[0], 0, 0);
        sorter.finish();

        assertThat(delivered).hasSize(1001).contains(5L);
        assertThat(sorter.late()).isOne();
    }
}
