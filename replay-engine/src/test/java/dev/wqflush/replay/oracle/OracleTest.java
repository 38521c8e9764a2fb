package dev.wqflush.replay.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.replay.oracle.FlushContract.Breach;
import dev.wqflush.replay.oracle.FlushContract.Violation;
import dev.wqflush.replay.oracle.History.Kind;
import org.junit.jupiter.api.Test;

/** The judge on histories written by hand, and what a failure says. */
class OracleTest {
    private final History history = new History();

    private void happens(Kind kind, int id) {
        history.add(kind, id);
    }

    private void breaches(Breach... expected) {
        assertThat(FlushContract.check(history)).extracting(Violation::breach).containsExactly(expected);
    }

    @Test
    void aFlushMayReturnOnceTheItemsBeforeItHaveEnded() {
        happens(Kind.QUEUED, 0);
        happens(Kind.QUEUED, 1);
        happens(Kind.ENTERED, 0);
        happens(Kind.QUEUED, 2);
        happens(Kind.CLOSED, 0);
        happens(Kind.QUIET, -1);
        happens(Kind.ENDED, 0);
        happens(Kind.CANCELLED, 1);
        happens(Kind.LET_GO, 0);
        happens(Kind.RETURNED, 0);
        breaches();
    }

    @Test
    void aFlushMustNotReturnBeforeAnItemQueuedBeforeIt() {
        happens(Kind.QUEUED, 0);
        happens(Kind.ENTERED, 0);
        happens(Kind.LET_GO, 0);
        happens(Kind.RETURNED, 0);
        breaches(Breach.EARLY_RETURN);
    }

    @Test
    void aBarrierIsWaitedForAsAnItem() {
        happens(Kind.QUEUED, 0);
        history.addBarrier(1, 0);
        happens(Kind.ENTERED, 0);
        happens(Kind.ENDED, 0);
        happens(Kind.LET_GO, 0);
        happens(Kind.RETURNED, 0);
        breaches(Breach.EARLY_RETURN);
    }

    @Test
    void aFlushMustNotWaitForItemsOfLaterColours() {
        happens(Kind.ENTERED, 0);
        happens(Kind.QUEUED, 0);
        happens(Kind.CLOSED, 0);
        happens(Kind.QUEUED, 1);
        happens(Kind.QUIET, -1);
        happens(Kind.ENDED, 0);
        happens(Kind.QUIET, -1);
        happens(Kind.LET_GO, 0);
        happens(Kind.RETURNED, 0);
        breaches(Breach.NEEDLESS_WAIT);
    }

    /** It takes its target's colour, however late it comes. */
    @Test
    void aFlushMayWaitForALateBarrierBehindAnEarlyItem() {
        happens(Kind.QUEUED, 0);
        happens(Kind.ENTERED, 0);
        happens(Kind.CLOSED, 0);
        history.addBarrier(1, 0);
        history.addBarrier(2, 1);
        happens(Kind.ENDED, 0);
        happens(Kind.ENDED, 1);
        happens(Kind.QUIET, -1);
        happens(Kind.ENDED, 2);
        happens(Kind.LET_GO, 0);
        happens(Kind.RETURNED, 0);
        breaches();
    }

    @Test
    void everyFlushReturnsAndNoCompletionGetsLost() {
        happens(Kind.ENTERED, 0);
        happens(Kind.STRAY_COMPLETION, -1);
        breaches(Breach.STRAY_COMPLETION, Breach.LOST_WAKEUP);
    }

    @Test
    void aFailureNamesItsSeedAndTheCommandThatRepeatsIt() {
        assertThatThrownBy(() -> Seeds.forEach(OracleTest.class, 3, seed -> {
                    throw new IllegalStateException("boom");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching("(?s)seed (\\d+): boom\nrepeat with: mvn .* -Dtest=OracleTest -Doracle.seed=\\1");
    }
}
