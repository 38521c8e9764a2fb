package dev.wqflush.replay.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.PwqLayouts;
import dev.wqflush.replay.topology.Topology;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each open question counted both ways, on two nodes with CPUs, one without, and the extra entry. */
class OpenChoiceTest {
    private static final int CPU_OF_NODE_0 = 0;
    private static final int CPU_OF_NODE_1 = 4;
    private static final int CPU_NEVER_ONLINE = 12;

    private final PwqLayout layout = new PwqLayouts(new Topology(
                    null,
                    CpuSet.firstCpus(16),
                    true,
                    CpuSet.firstCpus(8),
                    List.of(CpuSet.parse("0-3"), CpuSet.parse("4-7"), CpuSet.parse("")),
                    List.of(CpuSet.parse("0-3"), CpuSet.parse("4-7")),
                    "cache",
                    Topology.DEFAULT_CACHE_SHARD_SIZE,
                    Map.of(),
                    Map.of(),
                    null,
                    "test"))
            .of(WorkqueueKind.UNBOUND, true);

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
        WalkModel model = new ActiveList(layout, 0, otherwise);
        for (int cpu : new int[] {CPU_OF_NODE_0, CPU_OF_NODE_1, CPU_NEVER_ONLINE}) {
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
