package dev.wqflush.replay.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolIdsTest {
    private static Topology machine(@Nullable String release, int possible) {
        return Machines.of(release, CpuSet.firstCpus(possible), null, List.of(), List.of(), null);
    }

    /** Eight CPUs have pools 0 to 15, or 0 to 31 with those of bottom halves. */
    @ParameterizedTest
    @CsvSource({"16, 16", "31, 16", "32, 32", "40, 32"})
    void theDefaultPoolFollowsThoseOfTheCpus(int lowest, int defaultPool) {
        assertThat(PoolIds.defaultPool(lowest, machine(null, 8))).isEqualTo(defaultPool);
        assertThat(PoolIds.defaultPool(lowest, machine("6.8", 8))).isEqualTo(defaultPool);
    }

    @ParameterizedTest
    @CsvSource({"6.8, 35, 34", "6.8, 34, 34", "6.9, 35, 32", ", 35, 32", ", 36, 36"})
    void withoutTheirCountItIsAMultipleOfThePoolsThatEachHas(@Nullable String release, int lowest, int defaultPool) {
        assertThat(PoolIds.defaultPool(lowest, machine(release, 0))).isEqualTo(defaultPool);
    }
}
