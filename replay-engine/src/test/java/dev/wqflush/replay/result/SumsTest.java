package dev.wqflush.replay.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Sums are sums in each of their parts. */
class SumsTest {
    @Test
    void splitsAddUpPartByPart() {
        FlushSplit sum = new FlushSplit(1, 2, 3, 4, 5).plus(new FlushSplit(10, 20, 30, 40, 50));
        assertThat(sum).isEqualTo(new FlushSplit(11, 22, 33, 44, 55));
        assertThat(sum.totalNanos()).isEqualTo(165);
    }

    @Test
    void countsAddUpFieldByField() {
        WalkCounts one = new WalkCounts(Range.exactly(1), Range.exactly(2), Range.exactly(3), 4, 5, 6, 7);
        WalkCounts ten = new WalkCounts(Range.exactly(10), Range.exactly(20), Range.exactly(30), 40, 50, 60, 70);
        assertThat(one.plus(ten))
                .isEqualTo(new WalkCounts(Range.exactly(11), Range.exactly(22), Range.exactly(33), 44, 55, 66, 77));
    }

    @Test
    void theWorseGradeIsTheLaterOne() {
        assertThat(Grade.A.worse(Grade.C)).isEqualTo(Grade.C);
        assertThat(Grade.D.worse(Grade.B)).isEqualTo(Grade.D);
        assertThat(Grade.B.worse(Grade.B)).isEqualTo(Grade.B);
    }

    @Test
    void sourcesHaveTheWordsOfTheOutputs() {
        assertThat(WalkSource.INFERRED.word()).isEqualTo("inferred");
    }
}
