package dev.wqflush.replay.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolMapTest {
    private static PoolMap map(Map<Integer, Integer> shown) {
        return new PoolMap(shown, CpuSet.firstCpus(4), 32);
    }

    @Test
    void aDumpThatWasCutShortTellsNothingOfTheRest() {
        PoolMap cut = PoolMap.dumped(CpuSet.firstCpus(4), List.of(33, 34, 32));
        assertThat(cut.shownPool(1)).isEqualTo(34);
        assertThat(cut.shownPool(2)).isEqualTo(PoolMap.UNKNOWN);
        assertThat(cut.shownPool(3)).isEqualTo(PoolMap.UNKNOWN);
    }

    @Test
    void podsAgreeWhateverTheIdsOfTheirPools() {
        assertThat(map(Map.of(0, 33, 1, 33, 2, 34)).contradiction(cpu -> cpu < 2 ? 7 : 9))
                .isNull();
    }

    @Test
    void cpusOfOnePoolThatHaveTwoElsewhereContradict() {
        assertThat(map(Map.of(0, 33, 1, 33)).contradiction(cpu -> cpu)).hasToString("CPUs 0 and 1 queue to pool 33");
    }

    @Test
    void cpusOfTwoPoolsThatHaveOneElsewhereContradict() {
        assertThat(map(Map.of(0, 33, 1, 34)).contradiction(cpu -> 7))
                .hasToString("CPUs 0 and 1 queue to pools 33 and 34");
    }

    @Test
    void whatIsUnknownElsewhereContradictsNothing() {
        assertThat(map(Map.of(0, 33, 1, 34)).contradiction(cpu -> PoolMap.UNKNOWN))
                .isNull();
    }
}
