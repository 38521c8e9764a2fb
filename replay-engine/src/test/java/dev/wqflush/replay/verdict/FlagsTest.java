package dev.wqflush.replay.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Range;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each flag at its threshold, and just beside it. */
class FlagsTest {
    private static final long MS = 1_000_000;

    private final Capture capture = Capture.of("legacy-v1");

    private List<Flag> flags() {
        return capture.assess().flags();
    }

    private Flag only() {
        assertThat(flags()).hasSize(1);
        return flags().get(0);
    }

    @Test
    void aDeepQueueBeginsWithTheFifthFlusher() {
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 1).flushers(4).done();
        assertThat(flags()).isEmpty();
        capture.flush(workqueue, 2).flushers(5).done();
        capture.flush(workqueue, 3).flushers(6).done();
        assertThat(only())
                .isEqualTo(new Flag(
                        "deep-queue", 2, 2, "2 flushes began with more than 4 on the workqueue, at most 6", true));
    }

    @Test
    void aWakeupIsLateAboveFiveMillis() {
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 1).late(5 * MS).done();
        assertThat(flags()).isEmpty();
        capture.flush(workqueue, 2).late(5 * MS + 1).done();
        assertThat(only().id()).isEqualTo("late-wakeup");
        assertThat(only().firstNanos()).isEqualTo(2);
    }

    @Test
    void anItemIsLongAboveAHundredMillis() {
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 1).awaits("short", 0, 100 * MS).done();
        capture.flush(workqueue, 1).awaits("pending", -1, -1).done();
        assertThat(flags()).isEmpty();
        capture.flush(workqueue, 2).awaits("long", 0, 900 * MS).done();
        assertThat(only().text())
                .isEqualTo("1 flush waited for an item that ran longer than 100 ms, the longest 900 ms");
    }

    @Test
    void anItemThatStillRunsIsAsLongAsTheFlushGoes() {
        capture.flush(capture.perCpu("a"), 0)
                .items(700 * MS)
                .open()
                .awaits("long", 100 * MS, -1)
                .done();
        assertThat(only().text()).contains("the longest 600 ms");
    }

    @Test
    void overflowAndCascadeAreCounted() {
        int workqueue = capture.perCpu("a");
        capture.flush(workqueue, 5)
                .path(FlushPath.OVERFLOW)
                .walk(WalkKind.CASCADE, 10, 192, 0)
                .walk(WalkKind.CASCADE, 10, 192, 0)
                .done();
        assertThat(flags())
                .containsExactly(
                        new Flag("overflow", 1, 5, "1 flush found all colours taken", false),
                        new Flag("cascade", 2, 5, "2 walks were made by one flusher for the next", false));
    }

    @Test
    void coalescedLocksAreSaidOfUnboundWorkqueuesOnly() {
        Capture coalesced = Capture.of("legacy-v2");
        coalesced.flush(coalesced.perCpu("a"), 0).done();
        assertThat(coalesced.assess().flags()).isEmpty();
        coalesced.flush(coalesced.unbound("b", 3), 0).done();
        assertThat(coalesced.assess().flags())
                .extracting(Flag::text)
                .containsExactly(
                        "a kernel of this release coalesces pool locks already, unless its vendor removed that; on 1"
                                + " unbound workqueue");
    }

    @Test
    void whatIsAssumedOfTheMachineIsSaidInOneFlag() {
        int workqueue = capture.workqueue("a", WorkqueueKind.PER_CPU, Range.exactly(192), Range.exactly(192), true, 0);
        assertThat(flags()).isEmpty();
        capture.flush(workqueue, 0).done();
        assertThat(only().text()).isEqualTo("the kind of 1 workqueue is a guess by name");
        capture.possibleUnknown();
        assertThat(only().count()).isEqualTo(2);
        assertThat(only().text()).startsWith("possible CPUs are not known").endsWith("is a guess by name");
    }

    @Test
    void lossThatNobodyCountedIsStillLoss() {
        capture.lost(-1, 0);
        assertThat(only())
                .isEqualTo(new Flag("lost-events", 1, Long.MIN_VALUE, "an unknown number of events was lost", true));
        capture.lost(-1, 3);
        assertThat(only().text()).isEqualTo("an unknown number of events was lost, in 3 places");
    }

    @Test
    void lossThatIsMarkedAndLossThatBetraysItselfAreAddedUp() {
        capture.lost(-1, 2).finding("lost-events", Finding.Severity.WARNING, "CPU 3 is silent");
        assertThat(only())
                .isEqualTo(new Flag(
                        "lost-events",
                        3,
                        7,
                        "an unknown number of events was lost, in 2 places; CPU 3 is silent",
                        true));
    }

    @Test
    void workqueuesOfOneNameAreTold() {
        capture.perCpu("events_unbound");
        capture.perCpu("other");
        assertThat(flags()).isEmpty();
        capture.perCpu("events_unbound");
        assertThat(only().text()).isEqualTo("several workqueues are called events_unbound");
    }

    @Test
    void anEmulatedGuestIsAWarning() {
        assertThat(Capture.of("legacy-v1").emulated().assess().flags())
                .extracting(Flag::id, Flag::warning)
                .containsExactly(tuple("emulated-guest", true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "clock-disorder",
                "in-flight-at-start",
                "unknown-workqueue",
                "reclaim-dependency",
                "rescuer-used",
                "max-active-limited",
                "cache-flush-inside"
            })
    void whatTheReplayFoundBecomesAFlag(String id) {
        capture.finding(id, Finding.Severity.WARNING, "seen").finding(id, Finding.Severity.INFO, "again");
        assertThat(only()).isEqualTo(new Flag(id, 2, 7, "seen", true));
    }

    @Test
    void otherFindingsAreNoFlags() {
        capture.finding("something-else", Finding.Severity.ERROR, "seen");
        assertThat(flags()).isEmpty();
    }

    @Test
    void warningsComeFirst() {
        capture.finding("in-flight-at-start", Finding.Severity.INFO, "seen")
                .finding("rescuer-used", Finding.Severity.WARNING, "seen");
        assertThat(flags()).extracting(Flag::id).containsExactly("rescuer-used", "in-flight-at-start");
    }
}
