package dev.wqflush.replay.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.Machines;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.PwqLayouts;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each open question counted both ways, on two nodes with CPUs, one without, and the extra entry. */
class OpenChoiceTest {
    private static final int CPU_OF_NODE_0 = 0;
    private static final int CPU_OF_NODE_1 = 4;
    private static final int CPU_NEVER_ONLINE = 12;

    private final PwqLayout layout = layout(
            16,
            List.of(CpuSet.parse("0-3"), CpuSet.parse("4-7"), CpuSet.parse("")),
            List.of(CpuSet.parse("0-3"), CpuSet.parse("4-7")));

    private static PwqLayout layout(int possible, List<CpuSet> nodes, List<CpuSet> caches) {
        return new PwqLayouts(Machines.of(
                        null, CpuSet.firstCpus(possible), CpuSet.firstCpus(possible / 2), nodes, caches, "cache"))
                .of(WorkqueueKind.UNBOUND, true);
    }

    /** Counts of a stamping walk over an item in flight on each node and in the default pool. */
    @Test
    void aWalkThatKeepsAPwqAtEachNode() {
        // Four node entries, three of which keep a pwq.
        assertThat(stamping(null)).isEqualTo("3 visits, 3 pool locks, 7 node locks");
        assertThat(stamping(OpenChoice.A1)).isEqualTo("3 visits, 3 pool locks, 6 node locks");
        assertThat(stamping(OpenChoice.A2)).isEqualTo("3 visits, 3 pool locks, 4 node locks");
        assertThat(stamping(OpenChoice.A7)).isEqualTo("3 visits, 3 pool locks, 6 node locks");
        // All 17 pwqs are listed, in three pools; four entries, three of which keep one.
        assertThat(stamping(OpenChoice.A8)).isEqualTo("17 visits, 3 pool locks, 7 node locks");
    }

    /** Only the default pool's entry is joined to node 0. */
    @Test
    void pwqsOfPoolsThatSpanNodesOnNodeZero() {
        assertThat(stamping(OpenChoice.A1, CPU_OF_NODE_0, CPU_NEVER_ONLINE))
                .isEqualTo("2 visits, 2 pool locks, 5 node locks");
        assertThat(stamping(OpenChoice.A1, CPU_OF_NODE_0, CPU_OF_NODE_1))
                .isEqualTo("2 visits, 2 pool locks, 6 node locks");
    }

    /** A walk that stamps colour 0 is none that stamps nothing. */
    @Test
    void aStampingWalkTakesTheLocksOfEmptyListsInAnyCase() {
        WalkModel model = new ActiveList(layout, Colours.COUNT - 1, OpenChoice.A5);
        assertThat(walk(model, Colours.NONE, 0)).isEqualTo("0 visits, 0 pool locks, 4 node locks");
    }

    @Test
    void pwqsListedFromTheBeginningHaveTheFirstColour() {
        WalkModel model = new ActiveList(layout, 3, OpenChoice.A8);
        assertThat(model.queue(2)).isEqualTo(3);
    }

    /** Two caches on one node: pools 0 and 1 by turns. What is kept is visited first, so a run of pool 1 goes on. */
    @Test
    void keptPwqsBeforeOrAfterThoseQueuedMeanwhile() {
        assertThat(runsOfTwoPools(null)).isEqualTo("3 visits, 2 pool locks, 3 node locks");
        assertThat(runsOfTwoPools(OpenChoice.A4)).isEqualTo("3 visits, 3 pool locks, 3 node locks");
    }

    private static String runsOfTwoPools(@Nullable OpenChoice otherwise) {
        PwqLayout twoCaches =
                layout(8, List.of(CpuSet.parse("0-3")), List.of(CpuSet.parse("0,2"), CpuSet.parse("1,3")));
        WalkModel model = new ActiveList(twoCaches, 0, otherwise);
        model.queue(0);
        model.queue(1);
        model.beginWalk(Colours.NONE, 1);
        model.visitNext();
        model.queue(3);
        while (model.visitNext()) {}
        model.endWalk();
        return walk(model, Colours.NONE, 2);
    }

    @Test
    void theAnswersTakenAreTheModelsOptions() {
        assertThat(ModelSet.options(ModelSet.ACTIVE_LIST)).hasSize(8).containsEntry("A2", "one");
        assertThat(ModelSet.options("legacy-v2")).isEmpty();
        assertThat(OpenChoice.A2.other()).isEqualTo("none");
        assertThat(OpenChoice.values()).filteredOn(choice -> !choice.isOpen()).containsExactly(OpenChoice.A6);
    }

    /** A cascade's walk where nothing is listed. */
    @Test
    void aCascadeOverEmptyLists() {
        assertThat(cascading(null)).isEqualTo("0 visits, 0 pool locks, 4 node locks");
        assertThat(cascading(OpenChoice.A5)).isEqualTo("0 visits, 0 pool locks, 0 node locks");
    }

    /** Pools of different nodes differ, so where a run ends matters only within one; the order decides nothing here. */
    @Test
    void runsAndOrderAcrossNodes() {
        assertThat(stamping(OpenChoice.A3)).isEqualTo(stamping(null));
        assertThat(stamping(OpenChoice.A4)).isEqualTo(stamping(null));
    }

    private String stamping(@Nullable OpenChoice otherwise) {
        return stamping(otherwise, CPU_OF_NODE_0, CPU_OF_NODE_1, CPU_NEVER_ONLINE);
    }

    private String stamping(@Nullable OpenChoice otherwise, int... cpus) {
        WalkModel model = new ActiveList(layout, 0, otherwise);
        for (int cpu : cpus) {
            model.queue(layout.pwqOf(cpu));
        }
        return walk(model, Colours.NONE, 1);
    }

    private String cascading(@Nullable OpenChoice otherwise) {
        return walk(new ActiveList(layout, 0, otherwise), 0, Colours.NONE);
    }

    private static String walk(WalkModel model, int flushColour, int workColour) {
        model.beginWalk(flushColour, workColour);
        while (model.visitNext()) {}
        model.endWalk();
        return model.visits() + " visits, " + model.poolLocks() + " pool locks, " + model.nodeLocks() + " node locks";
    }
}
