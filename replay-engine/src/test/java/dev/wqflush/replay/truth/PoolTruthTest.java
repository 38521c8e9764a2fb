package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * The pools that the shared captures show by themselves against the kernel's own record of each item's pool and against
 * {@code pools.tsv}. Skipped, visibly, where they do not lie beside the checkout.
 */
class PoolTruthTest {
    @Test
    void allThatIsLearnedIsRightAndLittleIsMissed() throws IOException {
        PoolTruth.of(Captures.folderOrSkip(), InputLevels.ALL).forEach((level, truth) -> {
            String row = truth.row("level " + level);
            assertThat(truth.wrong).as(row).isEmpty();
            assertThat(truth.learned).as(row).isGreaterThan(90 * truth.queuedFor / 100);
            assertThat(truth.learnedUsual).as(row).isGreaterThan(65 * truth.online / 100);
            assertThat(truth.bounded).as(row).isGreaterThan(95 * truth.captures / 100);
            assertThat(truth.captures).isGreaterThan(150);
        });
    }
}
