package dev.wqflush.replay.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.explain.ListVisit.Visit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ListVisitTest {
    private static final Visit VISIT = new Visit(0, 1, 2, true, false);

    private static boolean isCertain(@Nullable Visit low, @Nullable Visit value, @Nullable Visit high) {
        return new ListVisit("CPU 3", "pool 1", low, value, high, Sentence.of("")).isCertain();
    }

    @Test
    void isCertainWhereAllHistoriesDoTheSameWherever() {
        Visit elsewhere = new Visit(7, 8, 9, true, false);
        assertThat(isCertain(VISIT, VISIT, VISIT)).isTrue();
        assertThat(isCertain(elsewhere, VISIT, elsewhere)).isTrue();
    }

    @Test
    void isUncertainWhereOneHistoryDoesNotVisit() {
        assertThat(isCertain(null, VISIT, VISIT)).isFalse();
        assertThat(isCertain(VISIT, null, VISIT)).isFalse();
        assertThat(isCertain(VISIT, VISIT, null)).isFalse();
    }

    @Test
    void isUncertainWhereOneHistoryArmsOrKeepsOtherwise() {
        Visit unarmed = new Visit(0, 1, 2, false, false);
        Visit kept = new Visit(0, 1, 2, true, true);
        for (Visit other : List.of(unarmed, kept)) {
            assertThat(isCertain(other, VISIT, VISIT)).isFalse();
            assertThat(isCertain(VISIT, VISIT, other)).isFalse();
        }
    }
}
