package dev.wqflush.replay.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.KernelRelease;
import dev.wqflush.replay.topology.Machines;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.PwqLayouts;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Walks counted by hand on the machine of the captures: 8 of 16 CPUs online, two nodes, a cache on each. */
class WalkModelTest {
    private static final Topology MACHINE = Machines.of(
            "7.3",
            CpuSet.firstCpus(16),
            CpuSet.firstCpus(8),
            List.of(CpuSet.parse("0-3"), CpuSet.parse("4-7")),
            List.of(CpuSet.parse("0-3"), CpuSet.parse("4-7")),
            "cache");

    private static WalkModel model(String id, WorkqueueKind kind) {
        return model(id, kind, 0);
    }

    private static WalkModel model(String id, WorkqueueKind kind, int colour) {
        ModelSet.Registration model = ModelSet.all().stream()
                .filter(registration -> registration.id().equals(id))
                .findFirst()
                .orElseThrow();
        PwqLayout layout = new PwqLayouts(MACHINE).of(kind, model.unboundPerCpu());
        return model.factory().create(layout, colour);
    }

    private static boolean walk(WalkModel model, int flushColour, int workColour) {
        model.beginWalk(flushColour, workColour);
        while (model.visitNext()) {}
        return model.endWalk();
    }

    private static List<Integer> counts(WalkModel model) {
        return List.of(
                model.visits(), model.poolLocks(), model.nodeLocks(), model.armed(), model.kept(), model.dropped());
    }

    @ParameterizedTest
    @CsvSource({
        "legacy-v0,   PER_CPU, 16, 16, 0",
        "legacy-v0,   UNBOUND,  3,  3, 0",
        "legacy-v1,   UNBOUND, 17, 17, 0",
        "legacy-v2,   PER_CPU, 16, 16, 0",
        "legacy-v2,   UNBOUND, 17,  3, 0",
        "legacy-v2,   ORDERED,  1,  1, 0",
        "active-list, PER_CPU,  0,  0, 3",
        "active-list, UNBOUND,  0,  0, 3",
        "active-list, ORDERED,  0,  0, 3"
    })
    void countsAnIdleWalk(String id, WorkqueueKind kind, int visits, int poolLocks, int nodeLocks) {
        WalkModel model = model(id, kind);
        assertThat(walk(model, 0, 1)).as("complete by the dropped bias").isTrue();
        assertThat(counts(model)).containsExactly(visits, poolLocks, nodeLocks, 0, 0, 0);
        assertThat(model.layout().size()).isGreaterThanOrEqualTo(visits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy-v0", "legacy-v1", "legacy-v2", "active-list"})
    void armsWhatIsInFlightAndCompletesWithTheLastOfIt(String id) {
        WalkModel model = model(id, WorkqueueKind.PER_CPU);
        assertThat(model.queue(2)).isZero();
        assertThat(model.queue(2)).isZero();
        assertThat(model.queue(5)).isZero();
        assertThat(walk(model, 0, 1)).isFalse();
        assertThat(model.armed()).isEqualTo(2);
        assertThat(model.queue(2)).as("colour after the walk").isEqualTo(1);
        assertThat(model.queue(9)).as("colour of a pwq without items").isEqualTo(1);
        assertThat(model.release(2, 1)).as("an item of another colour").isFalse();
        assertThat(model.release(2, 0)).as("the first of two").isFalse();
        assertThat(model.release(5, 0)).as("one pwq of two").isFalse();
        assertThat(model.release(2, 0)).as("the last").isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy-v1", "legacy-v2", "active-list"})
    void holdsCompletionBackWhileTheWalkGoesOn(String id) {
        WalkModel model = model(id, WorkqueueKind.PER_CPU);
        int colour = model.queue(1);
        model.queue(3);
        model.beginWalk(0, 1);
        assertThat(model.visitNext()).isTrue();
        assertThat(model.release(1, colour)).as("the only armed one").isFalse();
        assertThat(model.visitNext()).isTrue();
        assertThat(model.release(3, colour)).isFalse();
        assertThat(model.visitNext()).isFalse();
        assertThat(model.armed()).isEqualTo(2);
        assertThat(model.endWalk()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy-v1", "legacy-v2", "active-list"})
    void aStampingWalkArmsNothingAndCompletesNobody(String id) {
        WalkModel model = model(id, WorkqueueKind.PER_CPU);
        model.queue(1);
        assertThat(walk(model, Colours.NONE, 1)).isFalse();
        assertThat(model.armed()).isZero();
        assertThat(model.queue(1)).isEqualTo(1);
        assertThat(walk(model, 0, Colours.NONE)).isFalse();
        assertThat(model.armed()).isEqualTo(1);
        assertThat(model.queue(1)).as("a cascade walk stamps nothing").isEqualTo(1);
    }

    /** Colours wrap around, and 0 is one like the others. */
    @ParameterizedTest
    @ValueSource(strings = {"legacy-v1", "legacy-v2", "active-list"})
    void stampsColourZeroAsAnyOther(String id) {
        WalkModel model = model(id, WorkqueueKind.PER_CPU, Colours.COUNT - 1);
        model.queue(0);
        walk(model, Colours.COUNT - 1, 0);
        assertThat(model.armed()).isEqualTo(1);
        assertThat(model.queue(0)).as("on its list").isZero();
        assertThat(model.queue(5)).as("its first item").isZero();
        walk(model, 0, Colours.NONE);
        assertThat(model.queue(9)).as("its first item, after a cascade").isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy-v1", "legacy-v2", "active-list"})
    void remembersTheColourStampedByTheWalkBeforeTheLast(String id) {
        WalkModel model = model(id, WorkqueueKind.PER_CPU);
        walk(model, 0, 1);
        walk(model, 1, Colours.NONE);
        assertThat(model.queue(7))
                .as("its first item, after a cascade that stamps nothing")
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy-v1", "legacy-v2", "active-list"})
    void countsItemsOfEachColourApart(String id) {
        WalkModel model = model(id, WorkqueueKind.PER_CPU);
        walk(model, 0, 1);
        assertThat(model.queue(2)).isEqualTo(1);
        assertThat(model.queue(2)).isEqualTo(1);
        assertThat(walk(model, 1, 2)).isFalse();
        assertThat(model.armed()).isEqualTo(1);
        assertThat(model.release(2, 1)).as("the first of two").isFalse();
        assertThat(model.release(2, 1)).as("the last").isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy-v1", "legacy-v2", "active-list"})
    void doesNotWaitForWhatLeftBeforeItsVisit(String id) {
        WalkModel model = model(id, WorkqueueKind.PER_CPU);
        model.queue(1);
        model.queue(3);
        model.beginWalk(0, 1);
        assertThat(model.visitNext()).isTrue();
        assertThat(model.release(3, 0)).as("not armed yet").isFalse();
        while (model.visitNext()) {}
        assertThat(model.endWalk()).isFalse();
        assertThat(model.armed()).isEqualTo(1);
        assertThat(model.release(1, 0)).isTrue();
    }

    @Test
    void theLegacyWalkBeginsWithTheFirstPwq() {
        WalkModel model = model("legacy-v2", WorkqueueKind.PER_CPU);
        model.queue(0);
        model.beginWalk(0, 1);
        assertThat(model.nextPool()).isZero();
        assertThat(model.queue(5)).as("to come, its first item").isZero();
    }

    @Test
    void theActiveListKeepsBusyPwqsAndDropsIdleOnes() {
        WalkModel model = model("active-list", WorkqueueKind.PER_CPU);
        model.queue(1);
        model.queue(6);
        model.release(6, 0);
        walk(model, 0, 1);
        // Three sections splice, one more puts pwq 1 back.
        assertThat(counts(model)).containsExactly(2, 2, 4, 1, 1, 1);
        walk(model, Colours.NONE, 2);
        assertThat(counts(model)).containsExactly(1, 1, 4, 0, 1, 0);
        assertThat(model.release(1, 0)).isTrue();
        walk(model, 1, Colours.NONE);
        assertThat(counts(model)).containsExactly(1, 1, 3, 0, 0, 1);
        assertThat(model.queue(6)).as("colour by the mirror").isEqualTo(2);
    }

    /** Pools 0 (CPUs 0-3, node 0), 1 (4-7, node 1) and 2 (the rest, no node): a lock per run in order of queueing. */
    @Test
    void theActiveListLocksARunOfOnePoolOnce() {
        WalkModel model = model("active-list", WorkqueueKind.UNBOUND);
        for (int pwq : new int[] {0, 4, 2, 16, 1, 9, 7}) {
            model.queue(pwq);
        }
        walk(model, 0, 1);
        assertThat(counts(model)).containsExactly(7, 3, 6, 7, 7, 0);
    }

    @Test
    void theActiveListVisitsTheKeptBeforeThoseQueuedMeanwhile() {
        WalkModel model = model("active-list", WorkqueueKind.UNBOUND);
        model.queue(4);
        model.queue(5);
        model.beginWalk(0, 1);
        assertThat(model.nextPool()).isEqualTo(1);
        assertThat(model.visitNext()).isTrue();
        assertThat(model.queue(6)).as("listed while its node is walked").isEqualTo(1);
        assertThat(model.queue(5)).as("listed, its visit to come").isZero();
        assertThat(model.queue(0)).as("of a node already passed").isEqualTo(1);
        assertThat(model.queue(16)).as("of a node to come").isZero();
        while (model.visitNext()) {}
        model.endWalk();
        assertThat(counts(model)).containsExactly(3, 2, 5, 3, 3, 0);
        assertThat(model.nextPool()).isEqualTo(-1);
    }

    @Test
    void theLegacyWalkStampsInListOrder() {
        WalkModel model = model("legacy-v2", WorkqueueKind.UNBOUND);
        model.queue(4);
        model.queue(9);
        model.beginWalk(0, 1);
        assertThat(model.nextPool()).isEqualTo(1);
        assertThat(model.queue(0)).as("nothing there to arm: passed").isEqualTo(1);
        assertThat(model.visitNext()).isTrue();
        assertThat(model.nextPool()).isEqualTo(2);
        assertThat(model.queue(4)).as("passed").isEqualTo(1);
        assertThat(model.queue(9)).as("to come").isZero();
        assertThat(model.queue(12)).as("to come, its first item").isZero();
        while (model.visitNext()) {}
        model.endWalk();
        assertThat(model.armed()).isEqualTo(3);
        assertThat(model.queue(12)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "6.1, legacy-v0",
        "6.5, legacy-v0",
        "6.6, legacy-v1",
        "6.12, legacy-v1",
        "6.13, legacy-v2",
        "7.3, legacy-v2"
    })
    void takesTheModelOfTheRelease(String release, String id) {
        assertThat(ModelSet.tracedModel(Topology.inferred(CpuSet.firstCpus(1), KernelRelease.parse(release))))
                .isEqualTo(id);
        assertThat(ModelSet.tracedModel(Topology.inferred(CpuSet.firstCpus(1), null)))
                .isEqualTo("legacy-v1");
    }
}
