package dev.wqflush.replay.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.TimeKind;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.WalkKind;
import org.junit.jupiter.api.Test;

/** A per-cpu walk of 192 pwqs, of which none or one has work, against one of the active list with three node locks. */
class FlushSavingsTest {
    private static final long US = 1_000;

    /** {@code 192 * 80 - 3 * 200}, {@code 192 * 129 - 3 * 90}, {@code 192 * 500 - 3 * 40}. */
    private static final Band IDLE_WALK = new Band(14_760, 24_498, 95_880, TimeKind.MODELLED);

    private final Capture capture = Capture.of("legacy-v2");
    private final int workqueue = capture.perCpu("a");

    private Band saved() {
        return capture.assess().flushes().get(0).saved();
    }

    @Test
    void anIdleFlushSavesItsWalk() {
        capture.flush(workqueue, 0)
                .other(200 * US)
                .walk(WalkKind.FIRST, -1, 192, 0)
                .done();
        assertThat(saved()).isEqualTo(IDLE_WALK);
    }

    @Test
    void noMoreThanTheFlushTook() {
        capture.flush(workqueue, 0)
                .other(20 * US)
                .walk(WalkKind.FIRST, -1, 192, 0)
                .done();
        assertThat(saved()).isEqualTo(new Band(14_760, 20_000, 20_000, TimeKind.MODELLED));
    }

    @Test
    void noMoreThanItsWalkWasMeasured() {
        capture.flush(workqueue, 0)
                .other(200 * US)
                .walk(WalkKind.FIRST, 30 * US, 192, 0)
                .done();
        assertThat(saved()).isEqualTo(new Band(14_760, 24_498, 30_000, TimeKind.MODELLED));
    }

    @Test
    void aWalkBeforeALongerSleepIsHidden() {
        capture.flush(workqueue, 0)
                .other(100 * US)
                .items(200 * US)
                .walk(WalkKind.FIRST, -1, 192, 0)
                .done();
        assertThat(saved()).isEqualTo(new Band(0, 0, 95_880, TimeKind.MODELLED));
    }

    @Test
    void aWalkBeforeAShorterSleepCountsButForTheLowBound() {
        capture.flush(workqueue, 0)
                .items(20 * US)
                .other(200 * US)
                .walk(WalkKind.QUEUED, -1, 192, 0)
                .done();
        assertThat(saved()).isEqualTo(new Band(0, 24_498, 95_880, TimeKind.MODELLED));
    }

    @Test
    void aWalkThatArmedAndWasDoneWithoutSleepingCountsInFull() {
        capture.flush(workqueue, 0)
                .path(FlushPath.FIRST)
                .other(200 * US)
                .walk(WalkKind.FIRST, -1, 192, 0)
                .done();
        assertThat(saved()).isEqualTo(IDLE_WALK);
    }

    @Test
    void aCascadeAfterTheSleepCountsInFull() {
        capture.flush(workqueue, 0)
                .items(200 * US)
                .wakeup(100 * US)
                .walk(WalkKind.CASCADE, -1, 192, 0)
                .done();
        assertThat(saved()).isEqualTo(IDLE_WALK);
    }

    @Test
    void aFlushWithoutAWalkSavesNothing() {
        capture.flush(workqueue, 0).path(FlushPath.OVERFLOW).items(200 * US).done();
        assertThat(saved()).isEqualTo(Band.zero(TimeKind.MODELLED));
    }

    @Test
    void walksOfOthersForWhichItWaitedItsTurnCountButForTheLowBound() {
        capture.flush(workqueue, 0)
                .path(FlushPath.QUEUED)
                .items(200 * US)
                .behindOthers(190 * US)
                .done();
        capture.flush(workqueue, 50 * US)
                .by(7)
                .other(100 * US)
                .walk(WalkKind.QUEUED, -1, 192, 0)
                .done();
        assertThat(saved()).isEqualTo(new Band(0, 24_498, 95_880, TimeKind.MODELLED));
    }
}
